// POST /intake/toggle-checklist, to the letter of the contract. Who may toggle what is in the access matrix.
import test, { type ExecutionContext } from 'ava';
import { checklistSteps, createIntake } from '../../db/sales/intake.ts';
import type { Client } from '../support/people/roles.ts';
import { item } from '../support/fixtures/intake.ts';
import { failure, noPermission, salesFixtures } from '../support/fixtures/sales.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const path = '/intake/toggle-checklist';

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

test('each step flips on and off again, at the time of each flip, and no other step changes', async (t) => {
    const { testApp, toggle, shown } = await withItem(t);
    for (const step of checklistSteps)
        for (const done of [true, false]) {
            const before = (await shown()).checklist;
            testApp.pass(61_000);
            const { statusCode, body } = await toggle({ step });
            t.like({ statusCode, ...body.data }, { statusCode: 200, step, done });
            const done_at = new Date(testApp.now()).toISOString();
            t.deepEqual((await shown()).checklist, { ...before, [step]: { done, done_at } });
        }
});

test('done_at reads like `Nov 20, 2026, 3:04 PM`, in TIME_ZONE', async (t) => {
    const testApp = await createTestApp(t, { env: { TIME_ZONE: 'America/New_York' } });
    testApp.pass(Date.UTC(2026, 10, 20, 15, 4, 59) - testApp.now());
    const rep = await testApp.as('salesRep');
    const { id } = (await rep.send('POST', '/intake', item)).body.data.item;
    const { body } = await rep.send('POST', path, { item_id: id, step: 'priced' });
    const done_at = 'Nov 20, 2026, 10:04 AM';
    t.deepEqual(body, { success: true, data: { step: 'priced', done: true, done_at } });
});

const oddFields: [field: string, values: unknown[]][] = [
    ['step', ['paid', '__proto__', 'constructor', 'Reviewed', '', null, ['reviewed'], undefined]],
    ['item_id', ['1e3', '1', 1.5, 0, -1, 2 ** 53, null, undefined]],
    ['done', [true]]
];

test('an unknown step, item_id or key gets 400 with its name in X-Svc-Field [73]', async (t) => {
    const { toggle, shown } = await withItem(t);
    const before = await shown();
    for (const [field, values] of oddFields)
        for (const value of values) {
            const { statusCode, headers, body } = await toggle({ [field]: value });
            const what = `${field}: ${JSON.stringify(value)}`;
            t.deepEqual([statusCode, body], [400, failure('Invalid request.')], what);
            t.deepEqual([headers['x-svc-error'], headers['x-svc-field']], ['invalid_field', field], what);
        }
    const odd = await toggle({ '<script>': 1 });
    t.deepEqual([odd.statusCode, odd.headers['x-svc-field']], [400, undefined]);
    t.notRegex(JSON.stringify(odd.body), /script/, 'the name is not echoed');
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
