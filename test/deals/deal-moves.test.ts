// How deals move: the whole table, every status by every move by every role; anything else is refused.
import test from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { acceptancesOf } from '../../db/sales/acceptances.ts';
import { movesOpenTo } from '../../db/sales/deal-moves.ts';
import { moves, type SellerMove, sellerMoves, whoseMove } from '../../db/sales/moves.ts';
import { type DealStatus, deals, dealStatuses, findDeal } from '../../db/sales/deals.ts';
import { eq } from '../../db/store/drizzle.ts';
import type { Client } from '../support/people/roles.ts';
import {
    customerAt,
    type Fixtures,
    failure,
    noDeal,
    noPermission,
    salesFixtures,
    sellerMove,
    told,
    unlimited
} from '../support/fixtures/sales.ts';

test('the table of moves is the specified one, and any open state can be lost', (t) => {
    const table = Object.entries(moves).map(([name, { from, to, by }]) => [name, from.join(' '), to, by]);
    t.deepEqual(table, [
        ['submit', 'ss_draft', 'ss_pending_approval', 'rep'],
        ['approve', 'ss_pending_approval', 'ss_approved', 'admin'],
        ['reject', 'ss_pending_approval', 'ss_draft', 'admin'],
        ['recall', 'ss_pending_approval', 'ss_draft', 'either'],
        ['send', 'ss_approved', 'ss_customer_sent', 'either'],
        ['recall_from_customer', 'ss_customer_sent', 'ss_approved', 'either'],
        ['remind', 'ss_customer_sent', 'ss_customer_sent', 'either'],
        ['accept', 'ss_customer_sent', 'ss_customer_approved', 'customer'],
        ['decline', 'ss_customer_sent', 'ss_customer_declined', 'customer'],
        ['close', 'ss_customer_approved', 'ss_closed', 'admin'],
        ['pay', 'ss_closed', 'ss_paid', 'admin'],
        ['undo_close', 'ss_closed', 'ss_customer_approved', 'admin'],
        ['undo_pay', 'ss_paid', 'ss_closed', 'admin'],
        ['lose', dealStatuses.slice(0, 6).join(' '), 'ss_lost', 'either'],
        ['reopen', 'ss_approved ss_customer_declined ss_customer_approved', 'ss_draft', 'either']
    ]);
    t.deepEqual(
        dealStatuses.filter((status) => !Object.values(moves).some(({ from }) => includes(from, status))),
        ['ss_lost']
    );
});

const includes = (statuses: readonly DealStatus[], status: DealStatus) => statuses.includes(status);

const people = ['rep', 'other', 'boss', 'admin'] as const;
type Person = (typeof people)[number];

/** What the rules say, in their order: capability, whether the deal is seen, whose move it is, the status. */
function expected(name: SellerMove, status: DealStatus, person: Person) {
    const { from, by, otherwise } = moves[name];
    const whose = whoseMove(name, status);
    const isAdmin = person === 'boss' || person === 'admin';
    if (by === 'admin' && !isAdmin) return { statusCode: 403, body: noPermission };
    if (person === 'other') return { statusCode: 404, body: noDeal };
    if (whose === 'rep' ? person !== 'rep' : whose === 'admin' && !isAdmin)
        return { statusCode: 403, body: noPermission };
    return includes(from, status) ? undefined : { statusCode: 409, body: failure(otherwise) };
}

for (const status of dealStatuses) {
    test(`${status}: every move by the rep, another rep and both administrators, and which are offered [58]`, async (t) => {
        const fixtures = await salesFixtures(t, unlimited);
        let { id } = await fixtures.dealIn(status);
        const row = await findDeal(fixtures.testApp.store.read, id);
        for (const person of people) {
            const open = sellerMoves.filter((name) => !expected(name, status, person));
            t.deepEqual(row && movesOpenTo(fixtures[person].actor, row), open, `on the page of ${person}`);
        }
        for (const name of sellerMoves) {
            for (const person of people) {
                const what = `${name} by ${person}`;
                const refused = expected(name, status, person);
                const before = await told(fixtures, id);
                const { statusCode, body } = await sellerMove(fixtures[person], name, id, 'because');
                const after = await told(fixtures, id);
                if (refused) {
                    t.deepEqual({ statusCode, body }, refused, what);
                    t.deepEqual(after, before, `${what} changed something`);
                    continue;
                }
                t.is(statusCode, 200, what);
                t.is(after.deal.status, moves[name].to, what);
                t.like(after.history.at(-1), {
                    by: `user:${fixtures[person].user.id}`,
                    move: name,
                    from: status,
                    to: moves[name].to,
                    reason: 'because'
                });
                t.is(after.history.length, before.history.length + 1, what);
                ({ id } = await fixtures.dealIn(status));
            }
        }
    });
}

test('a draft without a rep, as of the demo data, is submitted by an administrator', async (t) => {
    const { testApp, rep, boss, make } = await salesFixtures(t);
    const id = await make();
    await boss.send('POST', `/deals/${id}/note`, { text: 'Seen' });
    t.is((await rep.send('POST', `/deals/${id}/delete`)).statusCode, 409, 'the note of someone else is kept');
    await testApp.store.write((tx) => tx.update(deals).set({ repId: null }).where(eq(deals.id, id)));
    t.deepEqual(
        [(await sellerMove(rep, 'submit', id)).statusCode, (await sellerMove(boss, 'submit', id)).statusCode],
        [404, 200]
    );
});

test('the customer can answer only in ss_customer_sent, wherever the deal is later', async (t) => {
    const fixtures = await salesFixtures(t, unlimited);
    const { testApp } = fixtures;
    const onwards = [
        ['ss_customer_approved', [], [200, 409]],
        ['ss_customer_declined', [], [409, 200]],
        ['ss_closed', [], [200, 409]],
        ['ss_paid', [], [200, 409]],
        ['ss_customer_sent', ['recall_from_customer'], [404, 404]],
        ['ss_customer_sent', ['lose'], [404, 404]],
        ['ss_customer_approved', ['lose'], [404, 404]],
        ['ss_customer_declined', ['lose'], [404, 404]],
        ['ss_customer_declined', ['reopen'], [404, 404]],
        ['ss_customer_approved', ['reopen'], [404, 404]],
        ['ss_customer_sent', ['recall_from_customer', 'reopen'], [404, 404]]
    ] as const;
    for (const [status, then, expected] of onwards) {
        const { id, path } = await fixtures.dealIn(status);
        for (const name of then) t.is((await sellerMove(fixtures.boss, name, id, 'because')).statusCode, 200);
        const before = await told(fixtures, id);
        const customer = customerAt(testApp, path);
        const [accepted, declined] = [await customer.post('accept'), await customer.post('decline')];
        t.deepEqual([accepted.statusCode, declined.statusCode], [...expected], `${status} ${then.join()}`);
        if (expected[0] === 200) {
            t.regex(accepted.body, /You have accepted the offer/);
            t.is((await customer.page()).body, accepted.body);
        }
        t.deepEqual(await told(fixtures, id), before);
    }
});

for (const [from, who] of [
    ['ss_customer_declined', 'rep'],
    ['ss_customer_approved', 'boss']
] as const)
    test(`${from}: the ${who} reopens the deal with a reason; it is changed, sent again and accepted`, async (t) => {
        const fixtures = await salesFixtures(t);
        const { rep, boss, testApp } = fixtures;
        const { id } = await fixtures.dealIn(from);
        const { id: other } = await fixtures.dealIn('ss_customer_approved');
        for (const reason of [undefined, '', ' ']) {
            const refused = await sellerMove(fixtures[who], 'reopen', id, reason);
            t.deepEqual([refused.statusCode, refused.headers['x-svc-field']], [400, 'reason']);
        }
        const reopen = () => sellerMove(fixtures[who], 'reopen', id, 'The price was for a year.');
        t.deepEqual(
            (await Promise.all([reopen(), reopen()])).map(({ statusCode }) => statusCode).sort(),
            [200, 409]
        );
        t.truthy((await told(fixtures, other)).acceptance, 'of another deal');
        await fixtures.dealIn('ss_customer_approved');
        t.is((await told(fixtures, id)).acceptance, null);
        t.is((await rep.send('PATCH', `/deals/${id}`, { revenue: 12_000 })).statusCode, 200);
        await sellerMove(rep, 'submit', id);
        await sellerMove(boss, 'approve', id);
        const { link } = (await sellerMove(rep, 'send', id)).body.data;
        const again = customerAt(testApp, new URL(link).pathname);
        t.notRegex((await again.page()).body, /SHA-256/);
        t.is((await again.post('accept', { name: 'Kim Case' })).statusCode, 200);
        const { deal, acceptance } = await told(fixtures, id);
        t.deepEqual([deal.status, acceptance?.name], ['ss_customer_approved', 'Kim Case']);
        const kept = await acceptancesOf(testApp.store.read, id);
        const prices = kept.map(({ offer }) => offer.price);
        t.deepEqual(prices, from === 'ss_customer_approved' ? ['12500.50', '12000.00'] : ['12000.00']);
    });

test('closing and payment are undone by an administrator, after five minutes with a reason, and by one at a time', async (t) => {
    const fixtures = await salesFixtures(t, unlimited);
    const { testApp, rep, boss } = fixtures;
    const earned = async () => (await boss.action('svc_get_commissions')).body.data.deals.length;
    for (const [move, before] of [
        ['close', 'ss_customer_approved'],
        ['pay', 'ss_closed']
    ] as const) {
        const { id } = await fixtures.dealIn(before);
        const { deal } = await told(fixtures, id);
        const count = await earned();
        const undo = (reason = '', by = boss) => sellerMove(by, `undo_${move}`, id, reason);
        await sellerMove(boss, move, id);
        t.is((await undo('', rep)).statusCode, 403);
        testApp.pass(5 * 60_000);
        t.deepEqual([(await undo()).statusCode, (await undo()).statusCode], [200, 409]);
        t.like((await told(fixtures, id)).deal, { status: before, closed_at: deal.closed_at });
        t.is(await earned(), count);
        await sellerMove(boss, move, id);
        testApp.pass(5 * 60_000 + 1);
        t.is((await undo('A refund', rep)).statusCode, 403);
        const stored = await told(fixtures, id);
        for (const reason of ['', ' \n']) {
            const { statusCode, headers } = await undo(reason);
            t.deepEqual(
                [statusCode, headers['x-svc-error'], headers['x-svc-field']],
                [400, 'invalid_field', 'reason']
            );
        }
        t.deepEqual(await told(fixtures, id), stored);
        const answers = await Promise.all(Array.from({ length: 5 }, () => undo('A refund')));
        t.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409, 409, 409, 409]);
        t.is((await told(fixtures, id)).history.at(-1)?.reason, 'A refund');
        t.is(await earned(), count);
    }
});

test('a draft is deleted with its history, unless it was ever submitted', async (t) => {
    const fixtures = await salesFixtures(t);
    const { rep, other, testApp } = fixtures;
    const remove = (id: number, by = rep) => by.send('POST', `/deals/${id}/delete`, {});
    for (const [status, back] of [
        ['ss_pending_approval', ''],
        ['ss_approved', 'reopen'],
        ['ss_customer_declined', 'reopen']
    ] as const) {
        const { id } = await fixtures.dealIn(status);
        if (back) await sellerMove(rep, back, id, { reason: 'because' });
        t.is((await remove(id)).statusCode, 409);
        t.truthy((await told(fixtures, id)).history.length);
    }
    const enquiry = {
        title: 'T',
        contact_name: 'C',
        contact_email: 'c@example.test',
        company: 'A',
        message: 'M'
    };
    const { item } = (await rep.send('POST', '/intake', enquiry)).body.data;
    const { deal } = (await rep.send('POST', `/intake/${item.id}/convert`, {})).body.data;
    await rep.send('PATCH', `/deals/${deal.id}`, { lines: [{ text: 'L', quantity: 1, unit_price: 1 }] });
    t.is((await remove(deal.id, other)).statusCode, 404);
    t.is((await remove(deal.id)).statusCode, 200);
    t.is((await rep.get(`/deals/${deal.id}`)).statusCode, 404);
    const [again] = (await rep.get('/intake')).body.data.items;
    t.like(again, { id: item.id, status: 'intake_open' });
    const { items } = await listAudit(testApp.store.read, { target: `deal:${deal.id}`, limit: 1, offset: 0 });
    t.is(items[0]?.act, 'deal.delete');
});

async function edits({ rep, other, boss, admin }: Fixtures, id: number) {
    const by = (client: Client) => client.send('PATCH', `/deals/${id}`, { revenue: 999.99 });
    const answers = [await by(rep), await by(other), await by(boss), await by(admin)];
    return answers.map(({ statusCode }) => statusCode);
}

test('its rep or a sales admin can edit a deal while it is a draft, and not later', async (t) => {
    const fixtures = await salesFixtures(t, unlimited);
    for (const status of dealStatuses) {
        const { id } = await fixtures.dealIn(status);
        const answer = status === 'ss_draft' ? 200 : 409;
        t.deepEqual(await edits(fixtures, id), [answer, 404, answer, answer], status);
        t.is((await told(fixtures, id)).deal.revenue, status === 'ss_draft' ? 999.99 : 12_500.5, status);
    }
});
