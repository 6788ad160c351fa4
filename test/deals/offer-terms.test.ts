// Terms next to the price: the scope, and the last day on which the offer can be accepted.
import test from 'ava';
import { pageOf } from '../support/people/page.ts';
import { salesFixtures, sellerMove, told, withOffer } from '../support/fixtures/sales.ts';

const aDay = 24 * 60 * 60_000;
const terms = {
    scope: 'Ten screens a month.\nOne sage.',
    terms: 'Due in 14 days.',
    valid_until: '2026-01-16'
};

test('a deal has a scope and a last day, which its draft can change; without them they are empty', async (t) => {
    const { rep, make } = await salesFixtures(t);
    const plain = await make();
    const { deal } = (await rep.get(`/deals/${plain}`)).body.data;
    t.deepEqual([deal.scope, deal.terms, deal.valid_until], ['', '', null]);
    const changed = (await rep.send('PATCH', `/deals/${plain}`, terms)).body.data.deal;
    t.like(changed, terms);
    const back = (await rep.send('PATCH', `/deals/${plain}`, { valid_until: null })).body.data.deal;
    t.like(back, { ...terms, valid_until: null });
    const odd = await rep.send('PATCH', `/deals/${plain}`, { valid_until: '2026-02-30' });
    t.deepEqual([odd.statusCode, odd.headers['x-svc-field']], [400, 'valid_until']);
});

test('an offer is accepted on its last day in TIME_ZONE and no later; it is declined still', async (t) => {
    const inLosAngeles = { TIME_ZONE: 'America/Los_Angeles' };
    const { testApp, fixtures, id, customer } = await withOffer(t, terms, inLosAngeles); // on 2026-01-15 at noon
    testApp.pass(2 * aDay);
    const late = await customer.post('accept');
    t.is(late.statusCode, 409);
    t.regex(pageOf(late.body).text, /expired/);
    t.is((await told(fixtures, id)).deal.status, 'ss_customer_sent');
    const page = pageOf((await customer.page()).body);
    t.regex(page.text, /expired/);
    t.deepEqual(page.links(), ['Decline', 'Ask salesRep']);
    t.is((await sellerMove(fixtures.rep, 'remind', id)).statusCode, 409);
    t.is((await customer.post('decline')).statusCode, 200);

    const inTime = await withOffer(t, terms, inLosAngeles);
    inTime.testApp.pass(aDay + aDay / 2 + aDay / 8); // 2026-01-17 03:00 in UTC
    t.is((await inTime.customer.post('accept')).statusCode, 200);
    t.is((await told(inTime.fixtures, inTime.id)).deal.status, 'ss_customer_approved');
    inTime.testApp.pass(aDay);
    t.is((await inTime.customer.post('accept')).statusCode, 200, 'the same reply again');
});

test('the offer shows who offers it, the scope, its date and its expiry', async (t) => {
    const env = { ORGANISATION: 'Northwind Staffing', ORGANISATION_CONTACT: 'sales@northwind.test' };
    const { customer } = await withOffer(t, { ...terms, scope: 'Ten screens <b>a month</b>' }, env);
    const { text } = pageOf((await customer.page()).body);
    t.regex(text, /Northwind Staffing An offer for Customer 1/);
    const dates = ['15 January 2026', '16 January 2026'];
    for (const shown of [
        'Northwind Staffing',
        'Ten screens <b>a month</b>',
        'Due in 14 days.',
        ...dates,
        'sales@northwind.test'
    ])
        t.true(text.includes(shown), shown);
    const bare = await withOffer(t);
    t.notRegex((await bare.customer.page()).body, /Valid until|What you get|<header>/);
});
