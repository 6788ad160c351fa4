// Intake: worked off by staff, converted or closed once.
import test from 'ava';
import { disableUser } from '../../db/accounts/locking-out.ts';
import { changeUser } from '../../db/accounts/users.ts';
import { intakeItems } from '../../db/sales/intake.ts';
import { letters, named } from '../support/people/accounts.ts';
import type { Client } from '../support/people/roles.ts';
import { item, leave, rows, whole } from '../support/fixtures/intake.ts';
import { failure, salesFixtures, told } from '../support/fixtures/sales.ts';
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

test('convert: an item becomes a draft of its owner’s, with its contact and without amounts', async (t) => {
    const fixtures = await salesFixtures(t);
    const other = await made(fixtures.rep);
    const { id } = await made(fixtures.rep);
    const { statusCode, body } = await fixtures.boss.send('POST', `/intake/${id}/convert`);
    t.is(statusCode, 200);
    const rest = (await rows(fixtures.testApp)).find((one) => one.id !== id);
    t.like(rest, { id: other.id, status: 'intake_open', dealId: null });
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
    const create = { by: `user:${fixtures.boss.user.id}`, move: 'create', from: null, to: 'ss_draft' };
    t.is(shown.history.length, 1);
    t.like(shown.history[0], create);
});

test('convert: the contact is the customer without a company, the converter the rep without a seller', async (t) => {
    const fixtures = await salesFixtures(t, { HUMAN_CHECK: 'off' });
    const { testApp, rep, other, boss } = fixtures;
    const left = await leave(testApp, { ...item, company: '', recaptcha_token: 'x' });
    const [gone, moved] = [await made(rep), await made(other)];
    await testApp.store.write(async (tx) => {
        await disableUser(tx, 'salesRep', { by: { name: 'cli' }, at: testApp.now() });
        await changeUser(tx, 'otherRep', { role: 'sage_author', grants: [] });
    });
    for (const [{ id }, customer_name] of [
        [left.body.data.item, item.contact_name],
        [gone, 'Customer 2'],
        [moved, 'Customer 2']
    ]) {
        const { deal } = (await boss.send('POST', `/intake/${id}/convert`)).body.data;
        t.like((await told(fixtures, deal.id)).deal, { customer_name, rep_id: boss.user.id });
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
    const toldTo = [admin, other].map(({ user }) => `intake_assigned ${user.email}`);
    t.deepEqual(named(await letters(testApp)), toldTo);
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

test('close takes no other end than done or spam', async (t) => {
    const { rep } = await salesFixtures(t);
    const { id } = await made(rep);
    for (const status of ['intake_open', 'intake_converted', 'closed', ''])
        t.is((await rep.send('POST', `/intake/${id}/close`, { status })).statusCode, 400, status);
});

test('an item that was converted or closed cannot be assigned, converted or closed', async (t) => {
    const { rep, boss } = await salesFixtures(t);
    const ends = [
        ['convert', {}, 'intake_converted'],
        ['close', { status: 'intake_closed' }, 'intake_closed'],
        ['close', { status: 'intake_spam' }, 'intake_spam']
    ] as const;
    for (const [end, body, status] of ends) {
        const { id } = await made(rep);
        t.is((await rep.send('POST', `/intake/${id}/${end}`, body)).body.data.item.status, status);
        const tries = [...ends, ['assign', { owner_id: boss.user.id }]] as const;
        for (const [step, given] of tries) {
            const { statusCode, body } = await boss.send('POST', `/intake/${id}/${step}`, given);
            t.deepEqual([statusCode, body], [409, failure('This item is not open.')], `${step} after ${end}`);
        }
    }
});
