// Closings that are reversed: a month that is over stays as it was, and all months together are what is closed now.
import test from 'ava';
import fc from 'fast-check';
import { earningsOf } from '../../db/sales/commissions.ts';
import { createDeal } from '../../db/sales/deal-drafts.ts';
import { moveDeal } from '../../db/sales/deal-moves.ts';
import { type DealRow, deals, findDeal } from '../../db/sales/deals.ts';
import { type EarnedDeal, earnedDeals, sumEarned } from '../../db/sales/earned.ts';
import { eq, inArray } from '../../db/store/drizzle.ts';
import { monthStart } from '../../plugins/surfaces/pages/calendar.ts';
import { pageOf } from '../support/people/page.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import type { Store } from '../../db/store/index.ts';
import {
    type Fixtures,
    salesFixtures,
    salesFixturesIn,
    sellerMove,
    told
} from '../support/fixtures/sales.ts';
import { createTestApp } from '../support/servers/test-app.ts';

type Person = Fixtures['boss'];
const minute = 60_000;
const timeZone = 'America/New_York';
const months = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' });
const step = fc.record({
    place: fc.nat(7),
    passes: fc.oneof(fc.nat(6 * minute), fc.nat(5 * 24 * 60 * minute)),
    amount: fc.nat(1_000_000),
    isAhead: fc.boolean()
});
const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** By a second formula: a line for each closing and each reversal, and none for both in one month. */
function newBook() {
    let lines: { month: string; deal: number; repId: number | null; earnings: number; stands: boolean }[] =
        [];
    return {
        lines: () => lines,
        close: (month: string, deal: DealRow) =>
            lines.push({ month, deal: deal.id, repId: deal.repId, earnings: earningsOf(deal), stands: true }),
        reverse(month: string, deal: number) {
            const line = lines.find((one) => one.deal === deal && one.stands);
            if (!line) throw new Error('not closed');
            line.stands = false;
            if (line.month === month) lines = lines.filter((one) => one !== line);
            else lines.push({ ...line, month, earnings: -line.earnings });
        }
    };
}

const moneyOf = (n: number) => ({ revenue: n, commission: n % 997, marginDeduction: 0, referralFee: n % 7 });

/** An accepted deal of each of these reps; answers their ids. */
async function makeDeals(store: Store, reps: readonly (Person | null)[]) {
    const ids: number[] = [];
    for (const rep of reps) {
        const body = { customerName: '', contactName: '', contactEmail: '', ...moneyOf(1) };
        const state = { repId: rep && rep.user.id, status: 'ss_customer_approved', at: 0 } as const;
        ids.push((await store.write((tx) => createDeal(tx, body, state))).id);
    }
    return ids;
}

/** Whether a seller sees a line, as the boss sees all. */
const isSeenBy = (seller: Person, boss: Person) => (line: { repId: number | null }) =>
    seller === boss || line.repId === seller.user.id;

test('over 2,000 closings and reversals no month changes once it is over, and all are what is closed now', async (t) => {
    const { testApp, rep, other, boss } = await salesFixtures(t);
    const { store } = testApp;
    const sellers = [boss, rep, other];
    const ids = await makeDeals(store, [rep, other, rep, other, rep, other, rep, null]);
    const earned = async (start: number, next: number) => {
        const sums = sellers.map(({ actor: seller }) => sumEarned(store.read, { start, next }, { seller }));
        return (await Promise.all(sums)).map(earningsOf);
    };
    const book = newBook();
    const over: [month: string, start: number, next: number, then: number[]][] = [];
    let at = testApp.now();
    for (const { place, passes, amount, isAhead } of fc.sample(step, { numRuns: 2000, seed: 57 })) {
        const [start, now] = [monthStart(timeZone, at), monthStart(timeZone, at + passes)];
        if (start < now) over.push([months.format(at), start, now, await earned(start, now)]);
        at += passes;
        const month = months.format(at);
        const deal = await findDeal(store.read, ids[place] ?? 0);
        if (!deal) throw new Error('no deal');
        const { id, status } = deal;
        if (status === 'ss_customer_approved')
            await store.write((tx) => tx.update(deals).set(moneyOf(amount)).where(eq(deals.id, id)));
        const closed = isAhead ? 'pay' : 'undo_close';
        const name = { ss_customer_approved: 'close', ss_closed: closed, ss_paid: 'undo_pay' } as const;
        const move = name[status as keyof typeof name];
        const acting = { seller: boss.actor, by: { name: 'user:1' }, secret: '', reason: 'because' };
        await store.write((tx) => moveDeal(tx, id, move, { ...acting, at, monthStart: now }));
        if (move === 'close') book.close(month, { ...deal, ...moneyOf(amount) });
        if (move === 'undo_close') book.reverse(month, id);
    }
    const booked = book.lines();
    t.true(over.length > 50 && booked.filter(({ earnings }) => earnings < 0).length > 100);
    for (const [month, start, next, before] of over) {
        const then = booked.filter((line) => line.month === month);
        const expected = sellers.map((one) =>
            total(then.filter(isSeenBy(one, boss)).map(({ earnings }) => earnings))
        );
        t.deepEqual([await earned(start, next), before], [expected, expected], month);
    }
    const isNow = inArray(deals.status, ['ss_closed', 'ss_paid']);
    const now = await store.read.select().from(deals).where(isNow);
    const sums = await sumEarned(store.read, { start: 0, next: at + 1 }, { seller: boss.actor });
    t.deepEqual([sums.deals, sums.count], [now.length, booked.length]);
    for (const one of sellers) {
        const rows: EarnedDeal[] = [];
        for await (const part of earnedDeals(store.read, one.actor)) rows.push(...part);
        t.true(rows.every(isSeenBy(one, boss)));
        t.is(
            new Set(rows.map(({ id, correction }) => `${id} ${correction}`)).size,
            booked.filter(isSeenBy(one, boss)).length
        );
        t.is(total(rows.map(earningsOf)), total(now.filter(isSeenBy(one, boss)).map(earningsOf)));
    }
});

test('a closing of an earlier month is reversed on the page of the deal, and both months say so', async (t) => {
    const testApp = await createTestApp(t, { env: { CURRENCY: 'EUR' } });
    testApp.pass(Date.UTC(2026, 0, 31, 23) - testApp.now());
    const fixtures = await salesFixturesIn(testApp);
    const { rep, other, boss } = fixtures;
    const { id } = await fixtures.dealIn('ss_paid');
    await sellerMove(boss, 'undo_pay', id);
    testApp.pass(60 * minute + 1);
    const browser = plainBrowser(testApp, { svc_session: boss.cookie });
    const page = (await browser.get(`/deals/${id}`)).body;
    const refused = pageOf((await browser.press(page, 'Reverse closing', { reason: ' ' })).body);
    t.deepEqual([refused.heading(), !!refused.field('Why')?.error], ['Reverse closing this deal?', true]);
    t.regex(refused.text, /January 2026 keeps its commissions\. .* €1,187\.50/);
    await browser.press(page, 'Reverse closing', { reason: 'A refund' });
    t.like((await told(fixtures, id)).deal, { status: 'ss_customer_approved', closed_at: null });
    const rows = async (by = rep) => (await by.action('svc_get_commissions')).body.data.deals;
    const figures = { id, customer_name: 'Customer 1', eff_rate: 9.5, status: 'ss_closed' };
    t.like(await rows(), [
        { ...figures, revenue: -12_500.5, commission: -1375.25, earnings: -1187.5, closed_month: '2026-02' },
        { ...figures, revenue: 12_500.5, commission: 1375.25, earnings: 1187.5, closed_month: '2026-01' }
    ]);
    t.deepEqual(await rows(other), []);
    const file = (await browser.get('/rest/svc/v1/commissions.csv')).body.trim().split('\n');
    t.deepEqual(
        file.slice(1).map((line: string) => line.includes(',-1187.5,')),
        [true, false]
    );
    const shown = pageOf((await browser.get('/commissions')).body);
    t.deepEqual(
        shown.rows('Closed and paid deals').map((row) => row['State']),
        ['Reversed', 'Closed']
    );
    t.like(shown.row('Earnings by month', 'February 2026'), { Deals: '-1', Earnings: '-€1,187.50' });
    t.like(shown.row('Earnings by month', 'January 2026'), { Deals: '1', Earnings: '€1,187.50' });
    await sellerMove(boss, 'close', id);
    await sellerMove(boss, 'pay', id);
    const paid = (await browser.get('/rest/svc/v1/commissions.csv')).body.trim().split('\r\n');
    t.deepEqual(
        paid.slice(1).map((line: string) => line.endsWith(',')),
        [true, false, true],
        'only what is paid has a time'
    );
    t.deepEqual(
        (await rows()).map(({ earnings }: { earnings: number }) => earnings),
        [-1187.5, 1187.5, 1187.5]
    );
});
