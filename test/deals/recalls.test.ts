// svc_recall_deal and svc_recall_from_customer: what they take, their reasons, and what becomes of the customer's link.
// Who may recall a deal in which state is in deal-moves.test.ts.
import test from 'ava';
import type { DealFacts } from '../../db/jobs/mails.ts';
import { findDeal } from '../../db/sales/deals.ts';
import {
    customerAt,
    dealMails,
    failure,
    noDeal,
    salesFixtures,
    sellerMove,
    told
} from '../support/fixtures/sales.ts';

const recalls = [
    {
        action: 'svc_recall_deal',
        move: 'recall',
        from: 'ss_pending_approval',
        to: 'ss_draft',
        message: 'Moved back to draft.',
        otherwise: 'Only a deal that is awaiting approval can be recalled.'
    },
    {
        action: 'svc_recall_from_customer',
        move: 'recall_from_customer',
        from: 'ss_customer_sent',
        to: 'ss_approved',
        message: 'Offer withdrawn from the customer.',
        otherwise: 'Only a deal that was sent to the customer can be recalled.'
    }
] as const;

for (const { action, move, from, to, message, otherwise } of recalls) {
    test(`${action}: ${from} becomes ${to}, with message and deal_id and nothing else`, async (t) => {
        const fixtures = await salesFixtures(t);
        const { id } = await fixtures.dealIn(from);
        const { statusCode, body } = await fixtures.rep.action(action, {
            deal_id: id,
            reason: 'Wrong price'
        });
        t.is(statusCode, 200);
        t.deepEqual(body, { success: true, data: { message, deal_id: id } });
        const { deal, history } = await told(fixtures, id); // the rest of it is in deal-moves.test.ts
        t.deepEqual([deal.status, history.at(-1)?.at], [to, '2026-01-15T12:00:00.000Z']);
    });

    test(`${action} takes a deal_id of plain digits only [57]`, async (t) => {
        const fixtures = await salesFixtures(t);
        const odd = ['9007199254740992', '12abc', '0', '-1', '1.5', '1e3', ' 1', '', '0x1', '١', "1' OR 1=1"];
        for (const deal_id of odd) {
            const { statusCode, headers, body } = await fixtures.rep.action(action, { deal_id });
            t.deepEqual([statusCode, headers['x-svc-field']], [400, 'deal_id'], deal_id);
            t.deepEqual(body, failure('Invalid request.'));
        }
        t.is((await fixtures.rep.action(action)).headers['x-svc-field'], 'deal_id');
        const absent = await fixtures.rep.action(action, { deal_id: 999 });
        t.deepEqual([absent.statusCode, absent.body], [404, noDeal]);
    });

    test(`of 20 parallel calls of ${action} exactly one succeeds, with one history row [58]`, async (t) => {
        const fixtures = await salesFixtures(t);
        const { id } = await fixtures.dealIn(from);
        const callers = [fixtures.rep, fixtures.boss];
        const answers = await Promise.all(
            Array.from({ length: 20 }, (_, i) =>
                (callers[i % 2] ?? fixtures.rep).action(action, { deal_id: id, reason: `call ${i}` })
            )
        );
        const won = answers.flatMap(({ statusCode }, i) => (statusCode === 200 ? [`call ${i}`] : []));
        t.is(won.length, 1);
        const lost = answers.filter(({ statusCode }) => statusCode !== 200);
        for (const { statusCode, headers, body } of lost)
            t.deepEqual([statusCode, headers['x-svc-error'], body], [409, 'wrong_state', failure(otherwise)]);
        const rows = (await told(fixtures, id)).history.filter((one) => one.move === move);
        t.deepEqual(
            rows.map(({ reason }) => reason),
            won
        );
    });
}

const reasons = [
    '',
    'x'.repeat(1000),
    `${'x'.repeat(99)}\r\n`.repeat(10), // 1,000 characters, as a browser counts them
    '<img src=x onerror=alert(1)>',
    'one\r\nBcc: eve@example.test\r\n\r\ntwo',
    "=cmd|' /C calc'!A0",
    "\u{1F600} '; drop table deals; --"
];

test('a reason of up to 1,000 characters is stored as text, and an absent one as empty [59]', async (t) => {
    const fixtures = await salesFixtures(t);
    for (const reason of [undefined, ...reasons]) {
        const { id } = await fixtures.dealIn('ss_pending_approval');
        const form = { deal_id: id, ...(reason !== undefined && { reason }) };
        t.is((await fixtures.rep.action('svc_recall_deal', form)).statusCode, 200);
        const kept = (reason ?? '').replaceAll('\r\n', '\n').trim();
        t.is((await told(fixtures, id)).history.at(-1)?.reason, kept);
    }
});

test('a longer reason is refused and the deal stays where it is [59]', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id } = await fixtures.dealIn('ss_pending_approval');
    const sent = (reason: string) => fixtures.rep.action('svc_recall_deal', { deal_id: id, reason });
    const long = await sent('x'.repeat(1001));
    t.deepEqual([long.statusCode, long.headers['x-svc-field']], [400, 'reason']);
    t.deepEqual(long.body, failure('Invalid request.'));
    t.is((await sent('x'.repeat(1100 * 1024))).statusCode, 413);
    t.is((await told(fixtures, id)).deal.status, 'ss_pending_approval');
});

test('recalling an offer closes its link for good: sent again, it has another', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp, rep } = fixtures;
    const { id, path } = await fixtures.dealIn('ss_customer_sent');
    const opened = async (link: string) => (await customerAt(testApp, link).page()).statusCode;
    t.is(await opened(path), 200);
    await rep.action('svc_recall_from_customer', { deal_id: id });
    t.is((await findDeal(testApp.store.read, id))?.customerDigest, null);
    t.is(await opened(path), 404);
    const { pathname } = new URL((await sellerMove(rep, 'send', id)).body.data.link);
    t.deepEqual([await opened(path), await opened(pathname)], [404, 200]);
});

test('the email of an offer that was recalled before sending is not sent, nor the copy of one that was reopened', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp } = fixtures;
    const kept = await fixtures.dealIn('ss_customer_sent');
    const recalled = await fixtures.dealIn('ss_customer_sent');
    await fixtures.rep.action('svc_recall_from_customer', { deal_id: recalled.id });
    await sellerMove(fixtures.rep, 'send', recalled.id);
    const accepted = await fixtures.dealIn('ss_customer_approved');
    await sellerMove(fixtures.boss, 'reopen', accepted.id, 'Wrong price');
    await testApp.drain();
    const mails = await dealMails(testApp);
    t.is(mails.find(({ kind }) => kind === 'deal_accepted')?.state, 'dead');
    const offers = mails.filter(
        ({ kind, about }) => kind === 'deal_offer' && (about as DealFacts).dealId !== accepted.id
    );
    t.deepEqual(
        offers.map(({ about, state }) => ({ ...about, state })),
        [
            { dealId: kept.id, customer: 'Customer 1', reason: '', issue: 1, state: 'kept' },
            { dealId: recalled.id, customer: 'Customer 1', reason: '', issue: 1, state: 'dead' },
            { dealId: recalled.id, customer: 'Customer 1', reason: '', issue: 2, state: 'kept' }
        ]
    );
});
