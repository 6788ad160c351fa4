// An offer is answered once: sending the same again is harmless, anything else comes too late.
import test from 'ava';
import {
    customerAt,
    dealMails,
    type Fixtures,
    salesFixtures,
    sellerMove,
    told,
    withOffer
} from '../support/fixtures/sales.ts';

test('a customer accepts once, without login and nonce', async (t) => {
    const { fixtures, id, customer } = await withOffer(t);
    const accepted = await customer.post('accept');
    t.is(accepted.statusCode, 200);
    t.true(accepted.body.includes('You have accepted the offer.'));
    const { deal, history } = await told(fixtures, id);
    t.is(deal.status, 'ss_customer_approved');
    t.like(history.at(-1), { by: 'customer', move: 'accept', reason: '', at: '2026-01-15T12:00:00.000Z' });
});

const both = [
    ['accept', 'decline', 'You have accepted the offer.'],
    ['decline', 'accept', 'You have declined the offer.']
] as const;

for (const [answer, other, words] of both) {
    test(`${answer}: sending it again and opening the link show the same, and change nothing`, async (t) => {
        const { testApp, fixtures, id, customer } = await withOffer(t);
        const first = await customer.post(answer, { reason: 'Because' });
        t.true(first.body.includes(words));
        for (const shown of ['Customer 1', '12,500.50']) t.true(first.body.includes(shown), shown);
        t.notRegex(first.body, /<form|<button/);
        const before = [await told(fixtures, id), await dealMails(testApp)];
        for (const again of [
            await customer.post(answer, { reason: 'Another reason' }),
            await customer.post(answer),
            await customer.page()
        ])
            t.deepEqual([again.statusCode, again.body], [200, first.body]);
        t.deepEqual([await told(fixtures, id), await dealMails(testApp)], before);
    });

    test(`${answer}: the other answer is too late, and the link still shows the first`, async (t) => {
        const { testApp, fixtures, id, customer } = await withOffer(t);
        await customer.post(answer);
        const before = [await told(fixtures, id), await dealMails(testApp)];
        const late = await customer.post(other);
        t.is(late.statusCode, 409);
        t.true(late.body.includes('This offer has already been answered or is no longer available.'));
        t.deepEqual([await told(fixtures, id), await dealMails(testApp)], before);
        t.true((await customer.page()).body.includes(words));
    });
}

test('a closed and a paid deal still show that the offer was accepted', async (t) => {
    const { fixtures, id, customer } = await withOffer(t);
    await customer.post('accept');
    for (const move of ['close', 'pay'] as const) {
        t.is((await sellerMove(fixtures.boss, move, id)).statusCode, 200);
        for (const { statusCode, body } of [await customer.page(), await customer.post('accept')]) {
            t.is(statusCode, 200);
            t.true(body.includes('You have accepted the offer.'));
        }
        t.is((await customer.post('decline')).statusCode, 409);
    }
});

test('50 parallel acceptances count once: all see the thanks, one history row, one email', async (t) => {
    const { testApp, fixtures, id, customer } = await withOffer(t, {}, { RATE_DEMO_UNKNOWN: '0' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => customer.post('accept')));
    t.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [200]);
    t.is(new Set(answers.map(({ body }) => body)).size, 1);
    const { history } = await told(fixtures, id);
    t.is(history.filter(({ by }) => by === 'customer').length, 1);
    t.is((await dealMails(testApp)).filter(({ kind }) => kind === 'deal_answered').length, 1);
});

test('a customer declines once, with an optional reason', async (t) => {
    const { fixtures, id, customer } = await withOffer(t);
    const declined = await customer.post('decline', { reason: ' Too <b>dear</b>\r\nfor us\r\n' });
    t.is(declined.statusCode, 200);
    t.true(declined.body.includes('You have declined the offer.'));
    const { deal, history } = await told(fixtures, id);
    t.is(deal.status, 'ss_customer_declined');
    t.like(history.at(-1), { by: 'customer', move: 'decline', reason: 'Too <b>dear</b>\nfor us' });
});

test('a reason of more than 1,000 characters is refused and the offer stays open', async (t) => {
    const { fixtures, id, customer } = await withOffer(t);
    const long = await customer.post('decline', { reason: 'x'.repeat(1001) });
    t.is(long.statusCode, 400);
    t.is((await customer.post('decline', { reason: 'x'.repeat(70_000) })).statusCode, 413);
    t.is((await customer.post('accept', {}, { 'content-type': 'text/plain' })).statusCode, 415);
    t.is((await told(fixtures, id)).deal.status, 'ss_customer_sent');
    const lines = `${'x'.repeat(99)}\r\n`.repeat(10); // as a browser sends 1,000 characters
    t.is((await customer.post('decline', { reason: lines })).statusCode, 200);
});

/** Who answered what: the statuses, and the rows of the history beyond that of sending. */
async function outcome(fixtures: Fixtures, id: number, statuses: number[]) {
    const { deal, history } = await told(fixtures, id);
    const since = history.slice(history.findIndex(({ move }) => move === 'send') + 1);
    return { status: deal.status, won: statuses.filter((one) => one === 200).length, since };
}

const orders = ['the answer first', 'the recall first'] as const;
for (const order of orders) {
    test(`of a recall and an answer at the same instant, ${order}, exactly one wins`, async (t) => {
        const fixtures = await salesFixtures(t, { RATE_DEMO_UNKNOWN: '0' });
        const { testApp } = fixtures;
        for (const answer of ['accept', 'decline'] as const) {
            const { id, path } = await fixtures.dealIn('ss_customer_sent');
            const answering = () => customerAt(testApp, path).post(answer);
            const recalling = () => fixtures.rep.action('svc_recall_from_customer', { deal_id: id });
            const both = order === 'the answer first' ? [answering, recalling] : [recalling, answering];
            const statuses = (await Promise.all(both.map((one) => one()))).map(
                ({ statusCode }) => statusCode
            );
            const { status, won, since } = await outcome(fixtures, id, statuses);
            t.is(won, 1, statuses.join());
            t.is(since.length, 1);
            t.is(since[0]?.to, status);
            const winner =
                both[statuses.indexOf(200)] === answering ? 'customer' : `user:${fixtures.rep.user.id}`;
            t.is(since[0]?.by, winner);
            const lost = statuses.find((one) => one !== 200);
            t.is(lost, winner === 'customer' ? 409 : 404);
        }
    });
}

const rivals = ['accept', 'recall_from_customer', 'decline'] as const;

for (const [turn, first] of rivals.entries()) {
    test(`of 50 parallel answers and recalls, ${first} first, one counts and others get a conflict`, async (t) => {
        const { fixtures, id, customer } = await withOffer(t, {}, { RATE_DEMO_UNKNOWN: '0' });
        const names = Array.from({ length: 50 }, (_, i) => rivals[(turn + i) % 3] ?? first);
        const act = (name: (typeof rivals)[number]) =>
            name === 'recall_from_customer' ? sellerMove(fixtures.rep, name, id) : customer.post(name);
        const statuses = (await Promise.all(names.map(act))).map(({ statusCode }) => statusCode);
        const { status, won, since } = await outcome(fixtures, id, statuses);
        t.is(since.length, 1);
        t.is(since[0]?.to, status);
        const winners = new Set(names.filter((_, i) => statuses[i] === 200));
        t.deepEqual([...winners].join(), since[0]?.move);
        // Saying the same again is no other answer; a recall is one only once.
        const same = names.filter((name) => winners.has(name)).length;
        t.is(won, winners.has('recall_from_customer') ? 1 : same);
        t.deepEqual(
            statuses.filter((one) => ![200, 404, 409].includes(one)),
            []
        );
    });
}
