// Intake: worked off by staff, converted or closed once.
import test from 'ava';
import { disableUser } from '../../db/accounts/locking-out.ts';
import { changeUser } from '../../db/accounts/users.ts';
import { intakeItems, intakeStatuses } from '../../db/sales/intake.ts';
import type { Client, Person } from '../support/people/roles.ts';
import { item, leave, rows, whole } from '../support/fixtures/intake.ts';
import { failure, noPermission, salesFixtures, told } from '../support/fixtures/sales.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function made(by: Client, body: object = {}) {
    const answer = await by.send('POST', '/intake', { ...item, ...body });
    if (answer.statusCode !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.data.item as { id: number };
}

const listed = async (by: Client, query = '') => {
    const { items, total } = (await by.get(`/intake${query}`)).body.data;
    return { ids: items.map(({ id }: { id: number }) => id), total };
};

test('POST /intake: staff create their own items', async (t) => {
    const testApp = await createTestApp(t);
    const rep = await testApp.as('salesRep');
    const { statusCode, body } = await rep.send('POST', '/intake', item);
    t.is(statusCode, 201);
    t.deepEqual(body, { success: true, data: { item: { id: 1, owner_id: rep.user.id, ...whole } } });
    const { company: _company, message: _message, ...short } = item;
    t.like((await rep.send('POST', '/intake', short)).body.data.item, { company: '', message: '' });
});

test("GET /intake lists a rep's own items and all for administrators, newest first, by status", async (t) => {
    const { testApp, rep, other, boss, admin } = await salesFixtures(t, { HUMAN_CHECK: 'off' });
    const [first, second, others] = [await made(rep), await made(rep), await made(other)].map(({ id }) => id);
    await leave(testApp, { ...item, recaptcha_token: 'x' });
    await rep.send('POST', `/intake/${first}/close`, { status: 'intake_spam' });
    t.deepEqual(await listed(rep), { ids: [second, first], total: 2 });
    t.deepEqual(await listed(other), { ids: [others], total: 1 });
    for (const by of [boss, admin])
        t.deepEqual(await listed(by), { ids: [4, others, second, first], total: 4 });
    t.deepEqual(await listed(boss, '?status=intake_spam'), { ids: [first], total: 1 });
    t.deepEqual(await listed(boss, '?page=2&per_page=3'), { ids: [first], total: 4 });
    t.is((await boss.get('/intake?status=open')).statusCode, 400);
});

test('GET /intake: a text is looked for among the newest two thousand items', async (t) => {
    const { testApp, boss } = await salesFixtures(t);
    const first = await made(boss, { title: 'Two keepers of a lighthouse' });
    const [row] = await rows(testApp);
    if (!row) throw new Error('there is no item');
    const { id: _id, ...kept } = row;
    const others = Array.from({ length: 1999 }, () => ({ ...kept, title: item.title }));
    await testApp.store.write(async (tx) => {
        for (let at = 0; at < others.length; at += 200)
            await tx.insert(intakeItems).values(others.slice(at, at + 200));
    });
    t.deepEqual(await listed(boss, '?q=keepers'), { ids: [first.id], total: 1 });
    const { id } = await made(boss, { title: 'Two keepers of bees' });
    t.deepEqual(await listed(boss, '?q=keepers'), { ids: [id], total: 1 });
});

test('the staff routes are for the sales side; assigning is for its administrators [37]', async (t) => {
    const testApp = await createTestApp(t);
    const rep = await testApp.as('salesRep');
    const { id } = await made(rep);
    const tried = (by: Client) => [
        by.get('/intake'),
        by.send('POST', '/intake', item),
        by.send('POST', `/intake/${id}/convert`),
        by.send('POST', `/intake/${id}/close`, { status: 'intake_closed' }),
        by.send('POST', `/intake/${id}/assign`, { owner_id: 1 })
    ];
    for (const person of ['author', 'councilAdmin', 'powerUser', 'support'] satisfies Person[])
        for (const { statusCode, body } of await Promise.all(tried(await testApp.as(person))))
            t.deepEqual([statusCode, body], [403, noPermission], person);
    const own = await rep.send('POST', `/intake/${id}/assign`, { owner_id: rep.user.id });
    t.deepEqual([own.statusCode, own.body], [403, noPermission]);
});

test('convert: an item becomes a draft of its owner’s, with its contact and without amounts', async (t) => {
    const fixtures = await salesFixtures(t);
    const other = await made(fixtures.rep);
    const { id } = await made(fixtures.rep);
    const { statusCode, body } = await fixtures.boss.send('POST', `/intake/${id}/convert`);
    t.is(statusCode, 200);
    const rest = (await rows(fixtures.testApp)).filter((one) => one.id !== id);
    t.deepEqual(
        rest.map((one) => [one.id, one.status, one.dealId]),
        [[other.id, 'intake_open', null]]
    );
    const { item: after, deal } = body.data;
    t.deepEqual(Object.keys(body.data), ['item', 'deal']);
    t.like(after, { status: 'intake_converted', deal_id: deal.id });
    t.deepEqual(deal, { id: deal.id, status: 'ss_draft' });
    const shown = await told(fixtures, deal.id);
    t.like(shown.deal, {
        rep_id: fixtures.rep.user.id,
        customer_name: 'Customer 2',
        contact_name: 'Kim Lind',
        contact_email: 'kim@example.test',
        revenue: 0,
        commission: 0
    });
    t.deepEqual(shown.moves, [`user:${fixtures.boss.user.id} create: null > ss_draft`]);
});

test('convert takes the title as customer without a company, and the converter without an owner', async (t) => {
    const fixtures = await salesFixtures(t, { HUMAN_CHECK: 'off' });
    const { testApp } = fixtures;
    await leave(testApp, { ...item, company: '', recaptcha_token: 'x' });
    const { deal } = (await fixtures.boss.send('POST', '/intake/1/convert')).body.data;
    t.like((await told(fixtures, deal.id)).deal, {
        customer_name: 'Two engineers',
        rep_id: fixtures.boss.user.id
    });
});

test('convert makes the converter the rep when the owner has left or no longer sells', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp, rep, other, boss } = fixtures;
    const [gone, moved] = [await made(rep), await made(other)];
    await testApp.store.write(async (tx) => {
        await disableUser(tx, 'salesRep', { by: { name: 'cli' }, at: testApp.now() });
        await changeUser(tx, 'otherRep', { role: 'sage_author', grants: [] });
    });
    for (const { id } of [gone, moved]) {
        const { deal } = (await boss.send('POST', `/intake/${id}/convert`)).body.data;
        t.like((await told(fixtures, deal.id)).deal, { rep_id: boss.user.id });
        await boss.send('PATCH', `/deals/${deal.id}`, { revenue: 100 });
        t.is((await boss.send('POST', `/deals/${deal.id}/submit`)).statusCode, 200);
    }
});

test('under 20 parallel conversions there is exactly one deal, and the item names it', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id } = await made(fixtures.rep);
    const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
            (i % 2 ? fixtures.boss : fixtures.rep).send('POST', `/intake/${id}/convert`)
        )
    );
    const won = answers.filter(({ statusCode }) => statusCode === 200);
    t.is(won.length, 1);
    for (const { statusCode, body } of answers.filter((one) => !won.includes(one)))
        t.deepEqual([statusCode, body], [409, failure('This item is not open.')]);
    const { items, total } = (await fixtures.boss.get('/deals')).body.data;
    t.is(total, 1);
    t.is((await rows(fixtures.testApp))[0]?.dealId, items[0].id);
});

test('an item can be assigned only to an active user of the sales team', async (t) => {
    const fixtures = await salesFixtures(t);
    const { rep, other, boss, admin, testApp } = fixtures;
    const { id } = await made(rep);
    const assign = (owner_id: unknown) => boss.send('POST', `/intake/${id}/assign`, { owner_id });
    for (const to of [other, admin, boss]) {
        const { statusCode, body } = await assign(to.user.id);
        t.deepEqual([statusCode, body.data.item.owner_id], [200, to.user.id]);
    }
    await testApp.store.write((tx) =>
        disableUser(tx, 'otherRep', { by: { name: 'cli' }, at: testApp.now() })
    );
    const author = await testApp.as('author');
    for (const owner of [other.user.id, author.user.id, 999]) {
        const { statusCode, headers, body } = await assign(owner);
        t.deepEqual([statusCode, headers['x-svc-field']], [400, 'owner_id'], String(owner));
        t.deepEqual(body, failure('owner_id must be a user with a sales role.'));
    }
    for (const owner of [null, '1', 0, 1.5]) t.is((await assign(owner)).statusCode, 400);
    t.is((await rows(testApp))[0]?.ownerId, boss.user.id);
    t.deepEqual(
        (await boss.send('POST', '/intake/9/assign', { owner_id: 1 })).body,
        failure('Item not found.')
    );
});

test('only the new owner of an assigned item can convert it', async (t) => {
    const { rep, other, boss } = await salesFixtures(t);
    const { id } = await made(rep);
    await boss.send('POST', `/intake/${id}/assign`, { owner_id: other.user.id });
    t.deepEqual((await rep.send('POST', `/intake/${id}/convert`)).body, noPermission);
    t.is((await other.send('POST', `/intake/${id}/convert`)).statusCode, 200);
});

test('close: as done or as spam, by its owner or an administrator, once', async (t) => {
    const { rep, other, boss } = await salesFixtures(t);
    const close = (by: Client, id: number, status: string) =>
        by.send('POST', `/intake/${id}/close`, { status });
    for (const [by, status] of [
        [rep, 'intake_closed'],
        [boss, 'intake_spam']
    ] as const) {
        const { id } = await made(rep);
        t.deepEqual((await close(other, id, status)).body, noPermission);
        const { statusCode, body } = await close(by, id, status);
        t.deepEqual([statusCode, body.data.item.status], [200, status]);
        t.deepEqual((await close(by, id, status)).body, failure('This item is not open.'));
    }
    const { id } = await made(rep);
    for (const status of ['intake_open', 'intake_converted', 'closed', ''])
        t.is((await close(rep, id, status)).statusCode, 400, status);
});

test('an item that is no longer open cannot be assigned, converted or closed', async (t) => {
    const { rep, boss } = await salesFixtures(t);
    const ends = [
        ['convert', {}],
        ['close', { status: 'intake_closed' }],
        ['close', { status: 'intake_spam' }]
    ] as const;
    for (const [end, body] of ends) {
        const { id } = await made(rep);
        await rep.send('POST', `/intake/${id}/${end}`, body);
        const tries = [...ends, ['assign', { owner_id: boss.user.id }]] as const;
        for (const [step, given] of tries) {
            const { statusCode, body } = await boss.send('POST', `/intake/${id}/${step}`, given);
            t.deepEqual([statusCode, body], [409, failure('This item is not open.')], `${step} after ${end}`);
        }
    }
});

test('the four statuses of an item are the decided ones', (t) => {
    t.deepEqual([...intakeStatuses], ['intake_open', 'intake_converted', 'intake_closed', 'intake_spam']);
});
