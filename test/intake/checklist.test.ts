// POST /intake/toggle-checklist, to the letter of the contract.
import test, { type ExecutionContext } from 'ava';
import { checklistSteps, createIntake } from '../../db/sales/intake.ts';
import { ask, type Client, type Person } from '../support/people/roles.ts';
import { failure, noPermission, salesFixtures } from '../support/fixtures/sales.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const path = '/intake/toggle-checklist';
const item = { title: 'Two engineers', contact_name: 'Kim', contact_email: 'kim@example.test' };

async function withItem(t: ExecutionContext, env: Record<string, string> = {}) {
    const fixtures = await salesFixtures(t, env);
    const made = await fixtures.rep.send('POST', '/intake', item);
    const id: number = made.body.data.item.id;
    const toggle = (body: object = {}, by: Client = fixtures.rep) =>
        by.send('POST', path, { item_id: id, step: 'reviewed', ...body });
    const shown = async () => {
        const { items } = (await fixtures.boss.get('/intake')).body.data;
        return items.find((one: { id: number }) => one.id === id);
    };
    return { ...fixtures, id, toggle, shown };
}

test('each step flips on and off again, and done_at is the time of this flip in both directions', async (t) => {
    const { testApp, toggle, shown } = await withItem(t);
    for (const step of checklistSteps) {
        const on = await toggle({ step });
        t.is(on.statusCode, 200);
        const since = (await shown()).checklist[step];
        t.true(since.done);
        const reported = new Intl.DateTimeFormat('en-US', {
            dateStyle: 'medium',
            timeStyle: 'short',
            timeZone: 'UTC'
        });
        const words = () => reported.format(testApp.now()).replaceAll('\u202F', ' ');
        t.deepEqual(on.body, { success: true, data: { step, done: true, done_at: words() } });
        testApp.pass(61_000);
        t.deepEqual((await toggle({ step })).body, {
            success: true,
            data: { step, done: false, done_at: words() }
        });
        t.deepEqual((await shown()).checklist[step], {
            done: false,
            done_at: new Date(testApp.now()).toISOString()
        });
    }
});

test('done_at reads like `Nov 20, 2026, 3:04 PM`, in TIME_ZONE', async (t) => {
    for (const [TIME_ZONE, done_at] of [
        ['UTC', 'Nov 20, 2026, 3:04 PM'],
        ['Asia/Tokyo', 'Nov 21, 2026, 12:04 AM'],
        ['America/New_York', 'Nov 20, 2026, 10:04 AM']
    ] as const) {
        const testApp = await createTestApp(t, { env: { TIME_ZONE } });
        testApp.pass(Date.UTC(2026, 10, 20, 15, 4, 59) - testApp.now());
        const rep = await testApp.as('salesRep');
        const { id } = (await rep.send('POST', '/intake', item)).body.data.item;
        const { body } = await rep.send('POST', path, { item_id: id, step: 'priced' });
        t.is(body.data.done_at, done_at);
    }
});

test('a flip leaves the other three steps as they were', async (t) => {
    const { toggle, shown } = await withItem(t);
    await toggle({ step: 'priced' });
    const { checklist } = await shown();
    const none = { done: false, done_at: null };
    t.deepEqual(checklist, {
        reviewed: none,
        priced: { done: true, done_at: '2026-01-15T12:00:00.000Z' },
        approved: none,
        responded: none
    });
});

test('a missing nonce and one of another kind or session get 403 and change nothing [72]', async (t) => {
    const { testApp, rep, id, shown } = await withItem(t);
    const before = await shown();
    const other = (await testApp.as('salesRep')).nonces()['svc_rest'] ?? '';
    const { svc_frontend_nonce: frontend = '', svc_sales_calc: calc = '' } = rep.nonces();
    for (const nonce of [undefined, '', frontend, calc, other]) {
        const { statusCode, body } = await ask(testApp.server, {
            method: 'POST',
            url: `/rest/svc/v1${path}`,
            headers: {
                ...rep.headers,
                'content-type': 'application/json',
                ...(nonce !== undefined && { 'x-svc-nonce': nonce })
            },
            payload: JSON.stringify({ item_id: id, step: 'reviewed' })
        });
        t.deepEqual([statusCode, body], [403, failure('Security check failed.')], nonce);
    }
    t.deepEqual(await shown(), before);
});

test('a "simple" request without preflight is not JSON [72]', async (t) => {
    const { testApp, rep, id } = await withItem(t);
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
    for (const type of types) {
        const { statusCode, body } = await ask(testApp.server, {
            method: 'POST',
            url: `/rest/svc/v1${path}`,
            headers: { ...rep.headers, 'x-svc-nonce': rep.nonces()['svc_rest'] ?? '', 'content-type': type },
            payload: JSON.stringify({ item_id: id, step: 'reviewed' })
        });
        t.deepEqual([statusCode, body], [415, failure('Unsupported content type.')], type);
    }
});

const oddFields: [object, string][] = [
    [{ step: 'paid' }, 'step'],
    [{ step: '__proto__' }, 'step'],
    [{ step: 'constructor' }, 'step'],
    [{ step: 'Reviewed' }, 'step'],
    [{ step: '' }, 'step'],
    [{ step: null }, 'step'],
    [{ step: ['reviewed'] }, 'step'],
    [{ step: undefined }, 'step'],
    [{ item_id: '1e3' }, 'item_id'],
    [{ item_id: '1' }, 'item_id'],
    [{ item_id: 1.5 }, 'item_id'],
    [{ item_id: 0 }, 'item_id'],
    [{ item_id: -1 }, 'item_id'],
    [{ item_id: 2 ** 53 }, 'item_id'],
    [{ item_id: null }, 'item_id'],
    [{ item_id: undefined }, 'item_id'],
    [{ done: true }, 'done']
];

test('an unknown step, item_id or key gets 400 with its name in X-Svc-Field [73]', async (t) => {
    const { toggle, shown } = await withItem(t);
    const before = await shown();
    for (const [fields, field] of oddFields) {
        const { statusCode, headers, body } = await toggle(fields);
        const what = JSON.stringify(fields);
        t.deepEqual([statusCode, body], [400, failure('Invalid request.')], what);
        t.deepEqual([headers['x-svc-error'], headers['x-svc-field']], ['invalid_field', field], what);
    }
    const odd = await toggle({ '<script>': 1 });
    t.deepEqual([odd.statusCode, odd.headers['x-svc-field']], [400, undefined]);
    t.notRegex(JSON.stringify(odd.body), /script/, 'the name is not echoed');
    t.deepEqual(await shown(), before);
});

test('a body that is not an object, or has the key __proto__, gets 400 [73]', async (t) => {
    const { testApp, rep, id } = await withItem(t);
    for (const payload of [
        '[]',
        'null',
        '1',
        '{',
        '\uFEFF{}',
        `{"item_id":${id},"step":"reviewed","__proto__":{"done":true}}`,
        `{"item_id":${id},"step":"reviewed\u0000"}`
    ]) {
        const { statusCode, body } = await ask(testApp.server, {
            method: 'POST',
            url: `/rest/svc/v1${path}`,
            headers: {
                ...rep.headers,
                'x-svc-nonce': rep.nonces()['svc_rest'] ?? '',
                'content-type': 'application/json'
            },
            payload
        });
        t.deepEqual([statusCode, body], [400, failure('Invalid request.')], payload);
    }
});

test('the owner and both administrators may, anyone else may not [74]', async (t) => {
    const { testApp, boss, admin, other, toggle, shown } = await withItem(t);
    for (const by of [undefined, boss, admin]) t.is((await toggle({}, by)).statusCode, 200);
    const before = await shown();
    const parts = ['councilAdmin', 'author', 'powerUser', 'support'] satisfies Person[];
    for (const by of [other, ...(await Promise.all(parts.map(testApp.as)))]) {
        const { statusCode, body } = await toggle({}, by);
        t.deepEqual([statusCode, body], [403, noPermission], by.user.login);
    }
    t.deepEqual(await shown(), before);
});

test('an item from outside has no owner: only administrators edit it until it is assigned [74]', async (t) => {
    const { testApp, rep, boss } = await withItem(t);
    const body = { title: 'x', contactName: 'x', contactEmail: 'x@example.test', company: '', message: '' };
    const { id } = await testApp.store.write((tx) =>
        createIntake(tx, body, { ownerId: null, by: { name: 'public' }, at: 1 })
    );
    const toggle = (by: Client) => by.send('POST', path, { item_id: id, step: 'approved' });
    t.deepEqual((await toggle(rep)).body, noPermission);
    t.is((await toggle(boss)).statusCode, 200);
    await boss.send('POST', `/intake/${id}/assign`, { owner_id: rep.user.id });
    t.is((await toggle(rep)).statusCode, 200);
});

test('an item that is not intake_open is 409, and nothing flips [74]', async (t) => {
    const { rep, shown, id, toggle } = await withItem(t);
    await toggle();
    await rep.send('POST', `/intake/${id}/close`, { status: 'intake_closed' });
    const before = await shown();
    for (const step of checklistSteps) {
        const { statusCode, headers, body } = await toggle({ step });
        t.deepEqual([statusCode, body], [409, failure('This item is not open.')], step);
        t.is(headers['x-svc-error'], 'wrong_state');
    }
    t.deepEqual(await shown(), before);
});

test('the owner of an item is checked before its state, and an unknown item gets 404 [74]', async (t) => {
    const { rep, other, id, toggle } = await withItem(t);
    await rep.send('POST', `/intake/${id}/close`, { status: 'intake_spam' });
    t.deepEqual((await toggle({}, other)).body, noPermission);
    const { statusCode, body } = await toggle({ item_id: 999 });
    t.deepEqual([statusCode, body], [404, failure('Item not found.')]);
});

test('of 21 parallel flips every one counts: the answers alternate, and the last one stays', async (t) => {
    const { rep, boss, toggle, shown } = await withItem(t);
    const answers = await Promise.all(Array.from({ length: 21 }, (_, i) => toggle({}, i % 2 ? boss : rep)));
    t.true(answers.every(({ statusCode }) => statusCode === 200));
    t.is(answers.filter(({ body }) => body.data.done).length, 11);
    t.true((await shown()).checklist.reviewed.done);
});

test('parallel flips of the four steps do not overwrite one another', async (t) => {
    const { toggle, shown } = await withItem(t);
    await Promise.all(checklistSteps.map((step) => toggle({ step })));
    const done = Object.values<{ done: boolean }>((await shown()).checklist).map(({ done }) => done);
    t.deepEqual(done, [true, true, true, true]);
});
