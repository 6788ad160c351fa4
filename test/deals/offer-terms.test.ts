// Terms next to the price: the scope, and the last day on which the offer can be accepted.
import test from 'ava';
import { findDeal } from '../../db/sales/deals.ts';
import { salesFixtures, told, withOffer } from '../support/fixtures/sales.ts';

const aDay = 24 * 60 * 60_000;
const terms = { scope: 'Ten screens a month.\nOne sage.', valid_until: '2026-01-16' };

test('a deal has a scope and a last day, which its draft can change; without them they are empty', async (t) => {
    const { rep, make } = await salesFixtures(t);
    const plain = await make();
    const { deal } = (await rep.get(`/deals/${plain}`)).body.data;
    t.deepEqual([deal.scope, deal.valid_until], ['', null]);
    const changed = (await rep.send('PATCH', `/deals/${plain}`, terms)).body.data.deal;
    t.deepEqual([changed.scope, changed.valid_until], [terms.scope, terms.valid_until]);
    const back = (await rep.send('PATCH', `/deals/${plain}`, { valid_until: null })).body.data.deal;
    t.deepEqual([back.scope, back.valid_until], [terms.scope, null]);
});

test('a last day is a day of the calendar', async (t) => {
    const { rep, make } = await salesFixtures(t);
    const id = await make();
    for (const valid_until of [
        '2026-02-30',
        '2026-1-5',
        '30.11.2026',
        '0000-01-01',
        '2026-01-05T10:00',
        ''
    ]) {
        const { statusCode, body } = await rep.send('PATCH', `/deals/${id}`, { valid_until });
        t.is(statusCode, 400, valid_until);
        t.regex(body.data.message, /valid_until/);
    }
});

test('an offer can be accepted on its last day and no later; it can be declined still', async (t) => {
    const { testApp, fixtures, id, customer } = await withOffer(t, terms); // made on 2026-01-15 at noon
    testApp.pass(2 * aDay);
    const { statusCode, body } = await customer.post('accept');
    t.is(statusCode, 409);
    t.true(body.includes('This offer has expired and can no longer be accepted.'));
    t.is((await told(fixtures, id)).deal.status, 'ss_customer_sent');
    t.is((await customer.post('decline')).statusCode, 200);

    const inTime = await withOffer(t, terms);
    inTime.testApp.pass(aDay);
    t.is((await inTime.customer.post('accept')).statusCode, 200);
    inTime.testApp.pass(aDay);
    t.is((await inTime.customer.post('accept')).statusCode, 200, 'the same reply again');
});

test('the last day is that of TIME_ZONE', async (t) => {
    const { testApp, id, fixtures, customer } = await withOffer(t, terms, {
        TIME_ZONE: 'America/Los_Angeles'
    });
    testApp.pass(aDay + aDay / 2 + aDay / 8); // 2026-01-17 03:00 in UTC
    t.is((await customer.post('accept')).statusCode, 200);
    t.is((await findDeal(fixtures.testApp.store.read, id))?.status, 'ss_customer_approved');
});

test('the offer shows who offers it, the scope, its date and its expiry', async (t) => {
    const env = { ORGANISATION: 'Northwind Staffing', ORGANISATION_CONTACT: 'sales@northwind.test' };
    const { customer } = await withOffer(t, { ...terms, scope: 'Ten screens <b>a month</b>' }, env);
    const { body } = await customer.page();
    const shown = [
        'Northwind Staffing',
        'Ten screens &lt;b&gt;a month&lt;/b&gt;',
        '15 January 2026',
        '16 January 2026'
    ];
    for (const words of [...shown, 'write to sales@northwind.test']) t.true(body.includes(words), words);
    const bare = await withOffer(t);
    t.notRegex((await bare.customer.page()).body, /Valid until|Scope|<header>/);
});

test('the reason is requested only after the customer chose to decline', async (t) => {
    const { customer } = await withOffer(t);
    const { body } = await customer.page();
    t.regex(body, /<details>\s*<summary[^>]*>Decline<\/summary>[^]*name="reason"[^]*<\/details>/);
    t.true(body.indexOf('name="reason"') > body.indexOf('<details>'));
});

test('after its last day the page shows that the offer expired, and cannot accept it', async (t) => {
    const { testApp, customer, path } = await withOffer(t, terms);
    testApp.pass(2 * aDay);
    const { body } = await customer.page();
    t.true(body.includes('This offer has expired'));
    t.false(body.includes(`${path}/accept`));
    t.true(body.includes(`${path}/decline`));
});

test('a closed offer and an unrecorded reply are shown in the title', async (t) => {
    const { testApp, fixtures, id, customer } = await withOffer(t, terms);
    testApp.pass(2 * aDay);
    t.regex((await customer.post('accept')).body, /<h1>Your reply was not recorded<\/h1>/);
    await fixtures.rep.action('svc_recall_from_customer', { deal_id: id });
    const { body } = await customer.page();
    t.regex(body, /<title>Offer not found<\/title>[^]*<h1>Offer not found<\/h1>/);
    t.true(body.includes('This offer is no longer available.'));
});
