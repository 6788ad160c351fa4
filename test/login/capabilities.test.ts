// Every route of the server's own table against everybody: who gets in, to whose things, and what all others are told.
import type { RequestRoute } from '@hapi/hapi';
import Joi from 'joi';
import test from 'ava';
import { type Asker, askers, held, nameOf, nobody, people } from '../access/askers.ts';
import { askedOf, askRoute, openSettings } from '../access/asking.ts';
import { isLetIn, paragraphOf, recordedKeys, statusOf, toldAt } from '../access/matrix.ts';
import { entries } from '../access/routes/index.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import '../support/runs/turns.ts';

const lacking = (some: string[], others: string[]) => some.filter((one) => !others.includes(one)).sort();
const keyOf = ({ method, path }: RequestRoute) => `${method} ${path}`;

test('every route of the server stands in access-matrix.txt, and nothing else does [P29]', async (t) => {
    const { server } = await createTestApp(t);
    const routes = server.table().map(keyOf);
    t.deepEqual(lacking(routes, recordedKeys), [], 'routes that nobody has asked: npm run write');
    t.deepEqual(lacking(recordedKeys, routes), [], 'the server does not have them: npm run write');
    t.deepEqual(lacking(Object.keys(entries), routes), [], 'what is asked below test/access/routes');
});

const shares = 8;

for (let share = 0; share < shares; share += 1)
    test(`share ${share + 1} of the routes: each tells everybody what access-matrix.txt says [P29]`, async (t) => {
        const settings = await openSettings(t);
        const asked = askedOf(settings.server).filter((_, place) => place % shares === share);
        let cells = 0;
        for (const one of asked) {
            const { told, faults } = await askRoute(settings, one);
            cells += Object.values(told).flatMap((statuses) => [...statuses]).length;
            t.deepEqual(faults, []);
            t.is(
                paragraphOf(one.key, told),
                paragraphOf(one.key, toldAt(one.key)),
                'npm run write writes it anew'
            );
        }
        t.log(`${cells} cells`);
    });

test('each role holds its capabilities and no others [P29]', async (t) => {
    const testApp = await createTestApp(t);
    for (const person of people) {
        const { data } = (await (await testApp.as(person)).get('/session')).body;
        t.deepEqual(data.user.capabilities.toSorted(), held[person].toSorted(), person);
    }
});

// What no recording may break. These lists are written from the contract and never read from the program.

/** All that is open to whoever is not logged in, beside the files of the pages. */
const open = [
    '* /deal/{any*}',
    '* /screen/{any*}',
    'get /',
    'get /.well-known/security.txt',
    'get /deal/{token}',
    'get /docs',
    'get /docs/{operation}',
    'get /healthz',
    'get /intake/form',
    'get /login',
    'get /openapi.json',
    'get /readyz',
    'get /reset-password',
    'get /rest/svc/v1/challenge',
    'get /screen/demo/{key}',
    'get /screen/{token}',
    'get /setup/{key}',
    'get /verify/{key}',
    'post /_actions/svc_request_password_reset',
    'post /_actions/svc_reset_password',
    'post /deal/{token}/accept',
    'post /deal/{token}/decline',
    'post /rest/svc/v1/intake/public',
    'post /rest/svc/v1/login',
    'post /screen/demo/{key}/answer',
    'post /screen/demo/{key}/start',
    'post /screen/demo/{key}/submit',
    'post /screen/{token}/answer',
    'post /screen/{token}/person',
    'post /screen/{token}/start',
    'post /screen/{token}/submit',
    'post /setup/{key}',
    'post /theme',
    'post /verify/{key}'
];

test('nothing is open to whoever is not logged in but what stands in this list [P29]', (t) => {
    const isFile = (key: string) => key.startsWith('get /public/');
    const found = recordedKeys.filter((key) => isLetIn(key, nobody) && !isFile(key));
    t.deepEqual(found.toSorted(), open);
    t.true(recordedKeys.filter(isFile).every((key) => isLetIn(key, nobody)));
});

test('before there is any user, the setup link alone lets somebody in [P29]', (t) => {
    const first = recordedKeys.filter((key) => toldAt(key).first !== undefined);
    t.deepEqual(first, ['post /setup/{key}']);
    t.is(statusOf('post /setup/{key}', nobody, 'first'), '200');
    t.is(statusOf('post /setup/{key}', nobody, 'own'), '400', 'not once there are users');
    t.is(statusOf('post /setup/{key}', nobody, ''), '404', 'nor by a wrong link');
});

const sellers = ['ss_sales', 'ss_sales_admin', 'ss_admin_all'];

/** Whom the contract lets in by a capability: any one of them is enough. */
const contract: Record<string, { by: 'session' | 'jwt'; any: readonly string[] }> = {
    'post /_actions/svc_toggle_sage_status': { by: 'session', any: ['ss_council_admin'] },
    'post /_actions/skip_testing_update_step': { by: 'session', any: ['ss_admin_all', 'ss_council_sage'] },
    'post /_actions/svc_toggle_demo_key': { by: 'session', any: ['ss_admin_all', 'power_user'] },
    'post /_actions/svc_get_commissions': { by: 'session', any: sellers },
    'post /_actions/svc_recall_deal': { by: 'session', any: sellers },
    'post /_actions/svc_recall_from_customer': { by: 'session', any: sellers },
    'get /pl/results/{result_id}': { by: 'jwt', any: ['council_screen'] },
    'patch /pl/results/{result_id}': { by: 'jwt', any: ['council_screen'] },
    'post /pl/context': { by: 'jwt', any: ['council_sage'] },
    'get /pl/council-sage/{council_sage_id}/prompt/results': { by: 'jwt', any: ['council_sage'] }
};

test('the routes that the contract names let in whom it names, and nobody else [P29]', (t) => {
    for (const [key, { by, any }] of Object.entries(contract))
        for (const asker of askers) {
            const isNamed =
                asker.by === by && held[asker.person].some((capability) => any.includes(capability));
            t.is(isLetIn(key, asker), isNamed, `${key}: ${nameOf(asker)}`);
        }
});

const ofSages = /\/(sages|screens|context)\/\{id\}/;
const sageNames = ['sage_id', 'run_id', 'council_sage_id', 'result_id'];

/** The names of all that a route takes. */
function fieldsOf({ path, settings: { app } }: RequestRoute) {
    const { params, query, body } = app?.docs ?? {};
    const schemas = [params, query, body, app?.action?.schema].filter((schema) => Joi.isSchema(schema));
    const named = schemas.flatMap((schema) =>
        Object.keys((schema.describe() as { keys?: object }).keys ?? {})
    );
    return [...named, ...Array.from(path.matchAll(/\{(\w+)/g), ([, name = '']) => name)];
}

const seesAll = ['ss_council_admin', 'ss_admin_all', 'ss_support'];
const isSeeingAll = (asker: Asker) =>
    'person' in asker && held[asker.person].some((capability) => seesAll.includes(capability));

test('a route about a sage is kept from others where SAGE_ACCESS is owner, and says which of its fields names it [P29]', async (t) => {
    const { server } = await createTestApp(t);
    let some = 0;
    for (const route of server.table()) {
        const key = keyOf(route);
        const { owned } = route.settings.app ?? {};
        const namesSage = ofSages.test(key) || fieldsOf(route).some((name) => sageNames.includes(name));
        if (!namesSage && owned === undefined) continue;
        some += 1;
        for (const asker of askers) {
            if (!('person' in asker) || isSeeingAll(asker) || !isLetIn(key, asker, 'own')) continue;
            const status = statusOf(key, asker, 'owner');
            // A list that is filtered by a sage leaves out what is not for its reader.
            const isKept = owned === undefined ? status.endsWith('-') : status === '404';
            t.true(isKept, `${key}: ${nameOf(asker)} is told ${status} about somebody else's`);
        }
    }
    t.true(some > 60);
});
