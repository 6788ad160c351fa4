// The page of the commissions: months that add up, a chart with its table, and only what one may see.
import test from 'ava';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { type Fixtures, salesFixtures, salesFixturesIn } from '../support/fixtures/sales.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const aDay = 24 * 60 * 60_000;
const browserOf = ({ testApp }: Fixtures, { cookie }: Fixtures['rep']) =>
    plainBrowser(testApp, { svc_session: cookie });

/** The cells of the row that begins with this text. */
const rowOf = (page: string, first: string) =>
    page
        .split('<tr>')
        .find((row) =>
            row
                .replaceAll(/<[^>]*>/g, '')
                .trim()
                .startsWith(first)
        )
        ?.split('</tr>')[0]
        ?.split('</td>')
        .map((cell) => cell.replaceAll(/<[^>]*>/g, '').trim())
        .filter((text) => text !== '');

test('each month has what its deals earn, and all months together their sum', async (t) => {
    const testApp = await createTestApp(t, { env: { CURRENCY: 'EUR' } });
    testApp.pass(10 * aDay);
    const fixtures = await salesFixturesIn(testApp); // on 2026-01-25
    const money = { revenue: 1000, commission: 150, margin_deduction: 40, referral_fee: 10 };
    await fixtures.dealIn('ss_closed', { ...money, customer_name: 'In January' });
    testApp.pass(10 * aDay);
    await fixtures.dealIn('ss_paid', { ...money, customer_name: 'In February' });
    await fixtures.dealIn('ss_closed', { ...money, commission: 50, customer_name: 'In February too' });
    const rep = browserOf(fixtures, fixtures.rep);
    const { body } = await rep.get('/commissions');
    t.true(body.includes('March 2025 to February 2026'));
    t.deepEqual(rowOf(body, 'February 2026'), [
        'February 2026',
        '2',
        '€2,000.00',
        '€200.00',
        '€100.00',
        '5.00%'
    ]);
    t.deepEqual(rowOf(body, 'January 2026'), [
        'January 2026',
        '1',
        '€1,000.00',
        '€150.00',
        '€100.00',
        '10.00%'
    ]);
    t.deepEqual(rowOf(body, 'Total'), ['Total', '3', '€3,000.00', '€350.00', '€200.00', '6.67%']);
    t.regex(body, /<svg class="chart columns-chart"[^>]*role="img"[^]*February 2026: €100\.00/);
    t.is(body.match(/<rect/g)?.length, 2);
    t.regex(body, /href="\/rest\/svc\/v1\/commissions\.csv"/);

    const one = (await rep.get('/commissions?month=2026-01')).body;
    t.true(one.includes('In January') && !one.includes('In February'));
    const before = (await rep.get('/commissions?to=2026-01')).body;
    t.true(before.includes('February 2025 to January 2026') && before.includes('Next 12 months'));
    t.false(before.includes('In February'));
    t.is((await rep.get('/commissions?month=2026-13')).statusCode, 400);
});

test('a rep reads their own commissions, a sales administrator those of all or of one', async (t) => {
    const fixtures = await salesFixtures(t);
    await fixtures.dealIn('ss_closed', { customer_name: 'Of the rep' });
    await fixtures.dealIn('ss_paid', { customer_name: 'Of the other' }, fixtures.other);
    const own = (await browserOf(fixtures, fixtures.rep).get(`/commissions?rep_id=${fixtures.other.user.id}`))
        .body;
    t.notRegex(own, /Of the other|Of the rep/, 'a rep sees none of another');
    const boss = browserOf(fixtures, fixtures.boss);
    const all = (await boss.get('/commissions')).body;
    t.true(all.includes('Of the rep') && all.includes('Of the other'));
    const one = (await boss.get(`/commissions?rep_id=${fixtures.other.user.id}`)).body;
    t.true(one.includes('Of the other') && !one.includes('Of the rep'));
});

test('a month starts at midnight in TIME_ZONE', async (t) => {
    const testApp = await createTestApp(t, { env: { TIME_ZONE: 'America/Los_Angeles' } });
    testApp.pass(16 * aDay + 15 * 60 * 60_000); // 2026-02-01 03:00 in UTC, still January there
    const fixtures = await salesFixturesIn(testApp);
    await fixtures.dealIn('ss_closed');
    const { body } = await browserOf(fixtures, fixtures.rep).get('/commissions');
    t.is(rowOf(body, 'January 2026')?.[1], '1');
    t.true(body.includes('February 2025 to January 2026'));
});

test('a deal counts in the month it was closed, and of two at the same time the newer is first', async (t) => {
    const testApp = await createTestApp(t);
    testApp.pass(Date.UTC(2026, 1, 1) - 1 - testApp.now());
    const fixtures = await salesFixturesIn(testApp);
    await fixtures.dealIn('ss_closed', { customer_name: 'Last of January' });
    testApp.pass(1);
    for (const customer_name of ['First of February', 'Second of February'])
        await fixtures.dealIn('ss_closed', { customer_name });
    const rep = browserOf(fixtures, fixtures.rep);
    const { body } = await rep.get('/commissions');
    t.is(rowOf(body, 'January 2026')?.[1], '1');
    t.is(rowOf(body, 'February 2026')?.[1], '2');
    const february = (await rep.get('/commissions?month=2026-02')).body;
    t.false(february.includes('Last of January'));
    t.regex(february, /Second of February.*First of February/s);
});
