// Every route of the server's own table against everybody: who gets in, to whose things, and what all others are told.
import test, { type ExecutionContext } from 'ava';
import { addressesOf, type Entry, type Table } from '../access/calls.ts';
import { type Cell, cellAsker, wrongWith } from '../access/cells.ts';
import { narrowed, tables } from '../access/routes/index.ts';
import { askers, held, nameOf, people, refusalOf } from '../access/rules.ts';
import { createFixtures } from '../access/fixtures.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import '../support/runs/turns.ts';

test('every route of the server stands in one table with its rule, and every rule has its route [P29]', async (t) => {
    const { server } = await createTestApp(t);
    const routes = server.table().flatMap(({ method, path }) => addressesOf(`${method} ${path}`));
    const ruled = Object.values(tables).flatMap((table) => Object.keys(table));
    t.deepEqual(lacking(routes, ruled), [], 'routes without a rule: add them below test/access/routes');
    t.deepEqual(lacking(ruled, routes), [], 'rules without a route: the server does not have it');
    t.deepEqual(ruled.length, new Set(ruled).size, 'a route stands in two tables');
    const again = Object.values(narrowed).flatMap(({ table }) => Object.keys(table));
    t.deepEqual(lacking(again, ruled), []);
});

/** What stays the same with SAGE_ACCESS=owner although it is about sages, builds or screens. */
const neverNarrowed = [
    'get /public/sages.css',
    'get /public/screens.css',
    'get /sages/new',
    'get /rest/svc/v1/sage-templates', // rubrics that come with the program
    'post /rest/svc/v1/sages', // a new one is one's own
    'post /pl/context', // until a sage uses it, it is nobody's
    ...addressesOf('post /_actions/svc_toggle_sage_status'), // only for those who see every sage
    'post /rest/svc/v1/screens/{id}/erase',
    'get /screens/retention',
    'get /screens/mentions', // the texts of everybody, for those who see every sage
    'post /rest/svc/v1/callback/build', // a machine with a token of its own
    'post /rest/svc/v1/admin/builds/{run_id}/retry', // support staff repair what they cannot read
    'post /rest/svc/v1/admin/builds/{run_id}/cancel',
    'get /jobs/builds', // the names and states of all of them, for the same staff
    '* /screen/{any*}'
];
const ofSages = /sage|build|step_status|workflow_status|skip_testing|demo_key|screens|results|context/;
const candidates = /\/screen\/(demo\/)?\{(token|key)\}/;

test('every route about a sage and what belongs to it is narrowed by SAGE_ACCESS=owner, or says why not', async (t) => {
    const ruled = Object.values(tables).flatMap((table) => Object.keys(table));
    const about = ruled.filter((key) => ofSages.test(key) && !candidates.test(key));
    const again = Object.keys(narrowed['SAGE_ACCESS=owner']?.table ?? {});
    t.deepEqual(lacking(about, [...again, ...neverNarrowed]), []);
});

const lacking = (some: string[], others: string[]) => some.filter((one) => !others.includes(one)).sort();

test('each role holds its capabilities and no others [P29]', async (t) => {
    const testApp = await createTestApp(t);
    for (const person of people) {
        const { data } = (await (await testApp.as(person)).get('/session')).body;
        t.deepEqual(data.user.capabilities.toSorted(), held[person].toSorted(), person);
    }
});

/** Those who are refused come first: they change nothing that the others need. */
const cellsOf = (key: string, entry: Entry): Cell[] =>
    askers
        .flatMap((asker) => whose(entry).map((whose) => ({ key, entry, asker, whose })))
        .toSorted((a, b) => Number(getsIn(a)) - Number(getsIn(b)));

const whose = ({ rule }: Entry) => (rule.foreign ? (['foreign', 'own'] as const) : (['foreign'] as const));
const getsIn = ({ entry, asker, whose }: Cell) => refusalOf(entry.rule, asker, whose) === undefined;

async function askAll(t: ExecutionContext, table: Table, setting: Parameters<typeof createFixtures>[1]) {
    const asked = cellAsker(await createFixtures(t, setting));
    const cells = Object.entries(table).flatMap(([key, entry]) => cellsOf(key, entry));
    const asking = cells.filter(({ asker }) => !setting?.empty || asker.by === 'nobody');
    for (const cell of asking) {
        const name = `${cell.key}: ${nameOf(cell.asker)}, ${cell.whose}`;
        t.deepEqual(wrongWith(cell, await asked(cell)), [], name);
    }
    t.log(`${asking.length} cells`);
}

const pick = (table: Table, fits: (entry: Entry) => boolean): Table =>
    Object.fromEntries(Object.entries(table).filter(([, entry]) => fits(entry)));

for (const [name, table] of Object.entries(tables))
    test(`${name}: each route lets in whom its rule names, and tells all others so [P29]`, async (t) => {
        await askAll(
            t,
            pick(table, ({ onlyFirst }) => !onlyFirst),
            {}
        );
    });

for (const [name, { env, table }] of Object.entries(narrowed))
    test(`${name}: somebody else's is not there but for administrators [P29]`, async (t) => {
        await askAll(t, table, { env });
    });

test('before there is any user, the setup link alone lets somebody in [P29]', async (t) => {
    const all: Table = Object.assign({}, ...Object.values(tables));
    await askAll(
        t,
        pick(all, ({ onlyFirst }) => onlyFirst === true),
        { empty: true }
    );
});
