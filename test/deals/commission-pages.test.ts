// The page of the commissions: months that add up, and only what one may see.
import test from 'ava';
import { pageOf } from '../support/people/page.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { type Fixtures, salesFixtures, salesFixturesIn } from '../support/fixtures/sales.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const aDay = 24 * 60 * 60_000;

/** The page as this seller reads it: the row of a month, the customers of the deals below, and all of it. */
async function shownTo({ testApp }: Fixtures, { cookie }: Fixtures['rep'], query = '') {
    const { body } = await plainBrowser(testApp, { svc_session: cookie }).get(`/commissions${query}`);
    const page = pageOf(body);
    return {
        month: (name: string) => Object.values(page.row('Earnings by month', name) ?? {}),
        customers: page.rows('Closed and paid deals').map((row) => row['Customer']),
        page
    };
}

test('each month has what its deals earn, and all months together their sum', async (t) => {
    const testApp = await createTestApp(t, { env: { CURRENCY: 'EUR' } });
    testApp.pass(10 * aDay);
    const fixtures = await salesFixturesIn(testApp); // on 2026-01-25
    const { rep } = fixtures;
    const money = { revenue: 1000, commission: 150, margin_deduction: 40, referral_fee: 10 };
    await fixtures.dealIn('ss_closed', { ...money, customer_name: 'In January' });
    testApp.pass(10 * aDay);
    await fixtures.dealIn('ss_paid', { ...money, customer_name: 'In February' });
    await fixtures.dealIn('ss_closed', { ...money, commission: 50, customer_name: 'In February too' });
    const { month, page } = await shownTo(fixtures, rep);
    for (const row of [
        ['February 2026', '2', '€2,000.00', '€200.00', '€100.00', '5.00%'],
        ['January 2026', '1', '€1,000.00', '€150.00', '€100.00', '10.00%'],
        ['Total', '3', '€3,000.00', '€350.00', '€200.00', '6.67%']
    ])
        t.deepEqual(month(row[0] ?? ''), row);
    t.is(page.rows('Earnings by month').length, 3, 'no month without anything');
    t.regex(page.part('This month').text, /February 2026 so far €100\.00 earnings from 2 closed deals/);
    t.regex(page.text, /Earnings by month in EUR/);
    t.true(page.headings().includes('March 2025 to February 2026'));
    t.is(page.link('Download all (CSV)'), '/rest/svc/v1/commissions.csv');
    t.deepEqual((await shownTo(fixtures, rep, '?month=2026-01')).customers, ['In January']);
    const before = await shownTo(fixtures, rep, '?to=2026-01');
    t.deepEqual([before.customers, before.month('February 2026')], [['In January'], []]);
    t.truthy(before.page.link('Next 12 months'));
    t.is((await shownTo(fixtures, rep, '?month=2026-13')).page.rows('Earnings by month').length, 0);
});

test('a rep reads their own commissions, a sales administrator those of all or of one', async (t) => {
    const fixtures = await salesFixtures(t);
    const { rep, other, boss } = fixtures;
    await fixtures.dealIn('ss_closed', { customer_name: 'Of the rep' });
    await fixtures.dealIn('ss_paid', { customer_name: 'Of the other' }, other);
    const ofTheOther = `?rep_id=${other.user.id}`;
    for (const [seller, query, customers, count] of [
        [rep, '', ['Of the rep'], '1'],
        [rep, ofTheOther, [], '0'],
        [boss, '', ['Of the other', 'Of the rep'], '2'],
        [boss, ofTheOther, ['Of the other'], '1']
    ] as const) {
        const shown = await shownTo(fixtures, seller, query);
        t.deepEqual([shown.customers, shown.month('Total')[1]], [[...customers], count], query);
    }
});

test('a deal counts in the month of TIME_ZONE in which it was closed; the newest is listed first', async (t) => {
    const testApp = await createTestApp(t, { env: { TIME_ZONE: 'America/Los_Angeles' } });
    testApp.pass(Date.UTC(2026, 1, 1, 8) - 1 - testApp.now());
    const fixtures = await salesFixturesIn(testApp);
    await fixtures.dealIn('ss_closed', { customer_name: 'Last of January' });
    testApp.pass(1);
    for (const customer_name of ['First of February', 'Second of February'])
        await fixtures.dealIn('ss_closed', { customer_name });
    const { month, customers } = await shownTo(fixtures, fixtures.rep, '?month=2026-02');
    t.deepEqual([month('January 2026')[1], month('February 2026')[1]], ['1', '2']);
    t.deepEqual(customers, ['Second of February', 'First of February']);
});
