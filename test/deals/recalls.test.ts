// svc_recall_deal and svc_recall_from_customer: both guards, both reasons, and what becomes of the customer's link.
import test from 'ava';
import { type DealStatus, dealStatuses, findDeal } from '../../db/sales/deals.ts';
import { encode, type Person } from '../support/people/roles.ts';
import {
    customerAt,
    dealMails,
    failure,
    noDeal,
    noPermission,
    salesFixtures,
    sellerMove,
    told,
    unlimited
} from '../support/fixtures/sales.ts';
import { createTestApp } from '../support/servers/test-app.ts';

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
        const { deal, history } = await told(fixtures, id);
        t.is(deal.status, to);
        t.like(history.at(-1), {
            by: `user:${fixtures.rep.user.id}`,
            at: '2026-01-15T12:00:00.000Z',
            move,
            from,
            to,
            reason: 'Wrong price'
        });
    });

    test(`${action} of a deal of another rep gets 404; both administrators may do it [57]`, async (t) => {
        const fixtures = await salesFixtures(t);
        const { id } = await fixtures.dealIn(from);
        const refused = await fixtures.other.action(action, { deal_id: id });
        t.deepEqual([refused.statusCode, refused.body], [404, noDeal]);
        const absent = await fixtures.other.action(action, { deal_id: 999 });
        t.deepEqual([absent.statusCode, absent.body], [404, noDeal]);
        t.is((await told(fixtures, id)).deal.status, from);
        t.is((await fixtures.boss.action(action, { deal_id: id })).statusCode, 200);
        const second = await fixtures.dealIn(from);
        t.is((await fixtures.admin.action(action, { deal_id: second.id })).statusCode, 200);
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
    });

    test(`${action} in every other status is 409 and moves nothing [58]`, async (t) => {
        const fixtures = await salesFixtures(t, unlimited);
        for (const status of dealStatuses.filter((one) => one !== from)) {
            const { id } = await fixtures.dealIn(status);
            const before = await told(fixtures, id);
            const { statusCode, headers, body } = await fixtures.rep.action(action, { deal_id: id });
            t.deepEqual([statusCode, headers['x-svc-error']], [409, 'wrong_state'], status);
            t.deepEqual(body, failure(otherwise));
            t.deepEqual(await told(fixtures, id), before);
        }
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
        for (const { statusCode, body } of lost) t.deepEqual([statusCode, body], [409, failure(otherwise)]);
        const rows = (await told(fixtures, id)).history.filter((one) => one.move === move);
        t.deepEqual(
            rows.map(({ reason }) => reason),
            won
        );
    });

    test(`${action} requires login, nonce and capability before it looks for the deal [33, 34, 37]`, async (t) => {
        const testApp = await createTestApp(t);
        const rep = await testApp.as('salesRep');
        const wrong = await rep.action(action, { deal_id: 999, nonce: rep.nonces()['svc_rest'] ?? '' });
        t.deepEqual([wrong.statusCode, wrong.body], [403, failure('Security check failed.')]);
        for (const person of ['councilAdmin', 'author', 'powerUser', 'support'] satisfies Person[]) {
            const { statusCode, body } = await (await testApp.as(person)).action(action, { deal_id: 999 });
            t.deepEqual([statusCode, body], [403, noPermission], person);
        }
        const { statusCode } = await testApp.server.inject({
            method: 'POST',
            url: `/rest/svc/v1/admin/admin-ajax.php?action=${action}`,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: encode({ action, deal_id: 1 })
        });
        t.is(statusCode, 401);
    });
}

const odd = [
    '',
    'x'.repeat(1000),
    '<img src=x onerror=alert(1)>',
    'one\r\nBcc: eve@example.test\r\n\r\ntwo',
    "=cmd|' /C calc'!A0",
    "\u{1F600} '; drop table deals; --"
];

test('a reason of up to 1,000 characters is stored as text [59]', async (t) => {
    const fixtures = await salesFixtures(t);
    for (const reason of odd) {
        const { id } = await fixtures.dealIn('ss_pending_approval');
        t.is((await fixtures.rep.action('svc_recall_deal', { deal_id: id, reason })).statusCode, 200);
        const kept = reason.replaceAll('\r\n', '\n').trim();
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
    const huge = await sent('x'.repeat(100 * 1024));
    t.deepEqual([huge.statusCode, huge.body], [413, failure('Request too large.')]);
    t.is((await told(fixtures, id)).deal.status, 'ss_pending_approval');
});

test('1,000 characters in several lines are stored, as a browser counts them', async (t) => {
    const fixtures = await salesFixtures(t);
    for (const { action, from } of recalls) {
        const { id } = await fixtures.dealIn(from);
        const reason = `${'x'.repeat(99)}\r\n`.repeat(10);
        t.is((await fixtures.rep.action(action, { deal_id: id, reason })).statusCode, 200);
        t.like((await told(fixtures, id)).history.at(-1), { reason: reason.replaceAll('\r\n', '\n').trim() });
    }
});

test('a recall without a reason is stored with an empty one', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id } = await fixtures.dealIn('ss_customer_sent');
    await fixtures.rep.action('svc_recall_from_customer', { deal_id: id });
    t.is((await told(fixtures, id)).history.at(-1)?.reason, '');
});

test('recalling an offer clears the token, and its link is 404 with an explanation', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp } = fixtures;
    const { id, path } = await fixtures.dealIn('ss_customer_sent');
    const customer = customerAt(testApp, path);
    t.is((await customer.page()).statusCode, 200);
    await fixtures.rep.action('svc_recall_from_customer', { deal_id: id });
    t.is((await findDeal(testApp.store.read, id))?.customerDigest, null);
    for (const { statusCode, headers, body } of [
        await customer.page(),
        await customer.post('accept'),
        await customer.post('decline', { reason: 'Too late' })
    ]) {
        t.is(statusCode, 404);
        t.regex(String(headers['content-type']), /^text\/html/);
        t.true(body.includes('This offer is no longer available.'));
    }
    t.is((await told(fixtures, id)).deal.status, 'ss_approved');
});

test('sent again, the customer has a new link and the old one stays closed', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp } = fixtures;
    const { id, path } = await fixtures.dealIn('ss_customer_sent');
    await fixtures.rep.action('svc_recall_from_customer', { deal_id: id });
    const again = await sellerMove(fixtures.rep, 'send', id);
    const { pathname } = new URL(again.body.data.link);
    t.not(pathname, path);
    t.is((await customerAt(testApp, path).page()).statusCode, 404);
    t.is((await customerAt(testApp, pathname).page()).statusCode, 200);
});

test('the email of an offer that was recalled before sending is not sent', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp } = fixtures;
    const kept = await fixtures.dealIn('ss_customer_sent');
    const recalled = await fixtures.dealIn('ss_customer_sent');
    await fixtures.rep.action('svc_recall_from_customer', { deal_id: recalled.id });
    await sellerMove(fixtures.rep, 'send', recalled.id);
    await testApp.drain();
    const offers = (await dealMails(testApp)).filter(({ kind }) => kind === 'deal_offer');
    t.deepEqual(
        offers.map(({ about, state }) => ({ ...about, state })),
        [
            { dealId: kept.id, customer: 'Customer 1', reason: '', issue: 1, state: 'kept' },
            { dealId: recalled.id, customer: 'Customer 1', reason: '', issue: 1, state: 'dead' },
            { dealId: recalled.id, customer: 'Customer 1', reason: '', issue: 2, state: 'kept' }
        ]
    );
});

test('a lost deal takes its link along', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp } = fixtures;
    const { id, path } = await fixtures.dealIn('ss_customer_sent');
    t.is((await sellerMove(fixtures.rep, 'lose', id)).statusCode, 200);
    t.is((await customerAt(testApp, path).post('accept')).statusCode, 404);
    t.is((await told(fixtures, id)).deal.status, 'ss_lost' satisfies DealStatus);
});
