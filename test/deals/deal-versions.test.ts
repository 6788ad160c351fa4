// What was read is what is changed: a deal's version is its ETag, and If-Match lets nothing else through.
import test from 'ava';
import type { Client } from '../support/people/roles.ts';
import {
    customerAt,
    dealMails,
    type Fixtures,
    failure,
    salesFixtures,
    sellerMove,
    told,
    unlimited
} from '../support/fixtures/sales.ts';

const stale = failure('This deal changed since you opened it. Reload it and try again.');

const read = async (by: Client, id: number) => String((await by.get(`/deals/${id}`)).headers['etag']);
const ifMatch = (tag: string) => ({ 'if-match': tag });

const change = (by: Client, id: number, body: object, tag: string) =>
    by.send('PATCH', `/deals/${id}`, body, ifMatch(tag));
const moveSeen = (by: Client, name: string, id: number, tag: string) =>
    by.send('POST', `/deals/${id}/${name}`, { reason: 'because' }, ifMatch(tag));

/** What a refused call must leave as it is. */
const everything = async ({ testApp, boss }: Fixtures, id: number) => [
    await told({ boss }, id),
    await dealMails(testApp)
];

test('every edit and move raises the version of a deal by one, and the ETag shows it', async (t) => {
    const { testApp, rep, boss, make } = await salesFixtures(t);
    const id = await make();
    t.is((await rep.get(`/deals/${id}`)).body.data.deal.version, 1);
    const answers = [
        await rep.send('PATCH', `/deals/${id}`, { revenue: 10_000 }),
        await sellerMove(rep, 'submit', id),
        await sellerMove(boss, 'approve', id),
        await sellerMove(rep, 'send', id)
    ];
    t.deepEqual(
        answers.map(({ headers, body }) => [headers['etag'], body.data.deal.version]),
        [2, 3, 4, 5].map((version) => [`"${version}"`, version])
    );
    const { pathname } = new URL(answers.at(-1)?.body.data.link);
    await customerAt(testApp, pathname).post('accept');
    const { headers, body } = await rep.get(`/deals/${id}`);
    t.deepEqual([headers['etag'], body.data.deal.version], ['"6"', 6]);
    const [listed] = (await rep.get('/deals')).body.data.items;
    t.is(listed.version, 6);
});

const guarded = [
    ['submit', 'ss_draft'],
    ['approve', 'ss_pending_approval'],
    ['reject', 'ss_pending_approval'],
    ['send', 'ss_approved'],
    ['remind', 'ss_customer_sent'],
    ['close', 'ss_customer_approved'],
    ['pay', 'ss_closed'],
    ['undo_close', 'ss_closed'],
    ['undo_pay', 'ss_paid'],
    ['lose', 'ss_approved'],
    ['reopen', 'ss_approved']
] as const;

test('every move accepts If-Match: a stale or foreign tag gets 412, the current one passes', async (t) => {
    const fixtures = await salesFixtures(t, unlimited);
    for (const [name, status] of guarded) {
        const { id } = await fixtures.dealIn(status);
        const by = name === 'submit' ? fixtures.rep : fixtures.boss;
        const seen = await read(by, id);
        const before = await everything(fixtures, id);
        for (const tag of ['"999"', 'W/"999"', '"other"', '"0"', `"0${seen.slice(1)}`]) {
            const { statusCode, headers, body } = await moveSeen(by, name, id, tag);
            t.deepEqual([statusCode, body], [412, stale], `${name} ${tag}`);
            t.deepEqual([headers['x-svc-error'], headers['etag']], ['version_conflict', undefined]);
        }
        for (const answer of [
            await moveSeen(by, name, id, '"1'),
            await change(by, id, { revenue: 1 }, '*, "1"')
        ])
            t.deepEqual([answer.statusCode, answer.headers['x-svc-field']], [400, 'If-Match']);
        t.deepEqual(await everything(fixtures, id), before, name);
        const { statusCode } = await moveSeen(by, name, id, `"999", W/${seen}`);
        t.is(statusCode, 200, name);
    }
});

test('permission and existence of a deal are checked before its version', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id } = await fixtures.dealIn('ss_pending_approval');
    const answers = [
        await moveSeen(fixtures.rep, 'approve', id, '"999"'),
        await moveSeen(fixtures.other, 'send', id, '"999"'),
        await change(fixtures.other, id, { revenue: 1 }, '"999"'),
        await moveSeen(fixtures.boss, 'submit', id, '"999"')
    ];
    t.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [403, 404, 404, 403]
    );
    t.is((await moveSeen(fixtures.boss, 'close', id, await read(fixtures.boss, id))).statusCode, 409);
});

test('of 20 parallel changes with one If-Match one is written; without it all, one after the other', async (t) => {
    const fixtures = await salesFixtures(t);
    const versionsOf = async (headers: Record<string, string>) => {
        const id = await fixtures.make();
        const answers = await Promise.all(
            Array.from({ length: 20 }, (_, i) =>
                fixtures.rep.send('PATCH', `/deals/${id}`, { revenue: 100 + i }, headers)
            )
        );
        const won = answers.filter(({ statusCode }) => statusCode === 200).map(({ body }) => body.data.deal);
        t.is(answers.filter(({ statusCode }) => statusCode === 412).length, 20 - won.length);
        won.sort((a, b) => a.version - b.version);
        t.deepEqual((await fixtures.rep.get(`/deals/${id}`)).body.data.deal, won.at(-1));
        return won.map(({ version }) => version);
    };
    t.deepEqual(await versionsOf(ifMatch('"1"')), [2]);
    const all = Array.from({ length: 20 }, (_, i) => i + 2);
    t.deepEqual(await versionsOf({}), all);
});

test('a deal that is known already is 304, until it has moved', async (t) => {
    const fixtures = await salesFixtures(t);
    const id = await fixtures.make();
    const known = async (tag: string) =>
        (
            await fixtures.testApp.server.inject({
                url: `/rest/svc/v1/deals/${id}`,
                headers: { ...fixtures.rep.headers, 'if-none-match': tag }
            })
        ).statusCode;
    t.is(await known('"1"'), 304);
    await sellerMove(fixtures.rep, 'submit', id);
    t.is(await known('"1"'), 200);
});
