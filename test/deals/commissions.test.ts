// svc_get_commissions: the fields of the contract, who sees which deals, and arithmetic without a lost cent.
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import {
    commissionOf,
    type DealMoney,
    earningsOf,
    effectiveRate,
    fromCents,
    toCents
} from '../../db/sales/commissions.ts';
import { dealStatuses } from '../../db/sales/deals.ts';
import { validated } from '../../plugins/surfaces/http/fields.ts';
import { money } from '../../plugins/shared/money.ts';
import Joi from 'joi';
import { seedSales } from '../../db/installation/demo/data.ts';
import type { Client } from '../support/people/roles.ts';
import { salesFixturesIn, salesFixtures, sellerMove, unlimited } from '../support/fixtures/sales.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const action = 'svc_get_commissions';
const grid = async (client: Client) => (await client.action(action)).body.data as Grid;
const idsOf = async (client: Client) => (await grid(client)).deals.map(({ id }) => id);

interface Grid {
    deals: Record<string, unknown>[];
    is_admin: boolean;
}

test('svc_get_commissions: the ten fields of a deal row, to the letter, and is_admin', async (t) => {
    const fixtures = await salesFixtures(t, { CURRENCY: 'EUR' }); // which changes no number
    const { id } = await fixtures.dealIn('ss_closed');
    const { statusCode, body } = await fixtures.rep.action(action);
    t.is(statusCode, 200);
    const row = {
        id,
        customer_name: 'Customer 1',
        contact_name: 'Contact 1',
        revenue: 12_500.5,
        commission: 1375.25,
        earnings: 1187.5,
        eff_rate: 9.5,
        closed_month: '2026-01',
        closed_at: 'Jan 15, 2026, 12:00 PM',
        status: 'ss_closed'
    };
    t.deepEqual(body, { success: true, data: { deals: [row], is_admin: false } });
});

test('earnings can be negative, the rate without revenue is 0, and amounts have two decimals', async (t) => {
    const fixtures = await salesFixtures(t);
    const loss = { revenue: 100, commission: 0.1, margin_deduction: 0.2, referral_fee: 0.1 };
    const gift = { revenue: 0, commission: 5, margin_deduction: 0, referral_fee: 0 };
    await fixtures.dealIn('ss_closed', loss);
    await fixtures.dealIn('ss_closed', gift);
    const { deals } = await grid(fixtures.rep);
    t.like(deals[0], { revenue: 0, commission: 5, earnings: 5, eff_rate: 0 });
    t.like(deals[1], { revenue: 100, commission: 0.1, earnings: -0.2, eff_rate: -0.2 });
});

test('a rep sees only their own commissions, and administrators all, those of nobody too', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp, rep, other, boss, admin } = fixtures;
    const own = await fixtures.dealIn('ss_closed');
    const others = await fixtures.dealIn('ss_paid', {}, other);
    await testApp.store.write((tx) => seedSales(tx, testApp.now())); // the demo deals have no owner
    for (const [seller, id] of [
        [rep, own.id],
        [other, others.id]
    ] as const) {
        t.deepEqual(await idsOf(seller), [id]);
        t.false((await grid(seller)).is_admin);
    }
    for (const seller of [boss, admin]) {
        const { deals, is_admin } = await grid(seller);
        t.true(is_admin);
        t.deepEqual(deals.map(({ eff_rate }) => eff_rate).sort(), [11.17, 9.5, 9.5, 9.5]);
    }
});

test('only closed and paid deals are commissions, whatever else there is', async (t) => {
    const fixtures = await salesFixtures(t, unlimited);
    for (const status of dealStatuses) await fixtures.dealIn(status);
    const { deals } = await grid(fixtures.boss);
    t.deepEqual(deals.map(({ status }) => status).sort(), ['ss_closed', 'ss_paid']);
});

test('commissions are sorted by closing time, newest first, not by creation or payment', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp } = fixtures;
    const deals = [];
    for (let i = 0; i < 3; i += 1) deals.push(await fixtures.dealIn('ss_customer_approved'));
    const [first = 0, second = 0, third = 0] = deals.map(({ id }) => id);
    for (const id of [second, third, first]) {
        testApp.pass(60_000);
        await sellerMove(fixtures.boss, 'close', id);
    }
    testApp.pass(60_000);
    await sellerMove(fixtures.boss, 'pay', second);
    t.deepEqual(await idsOf(fixtures.rep), [first, third, second]);
});

test('closed_at and closed_month use the time zone in force on both sides of midnight', async (t) => {
    const zones = [
        ['UTC', '2026-02', 'Feb 1, 2026, 5:30 AM'],
        ['America/Los_Angeles', '2026-01', 'Jan 31, 2026, 9:30 PM'],
        ['Pacific/Kiritimati', '2026-02', 'Feb 1, 2026, 7:30 PM'],
        ['Asia/Kathmandu', '2026-02', 'Feb 1, 2026, 11:15 AM']
    ] as const;
    const testApp = await createTestApp(t);
    testApp.pass(Date.UTC(2026, 1, 1, 5, 30) - testApp.now());
    const fixtures = await salesFixturesIn(testApp);
    await fixtures.dealIn('ss_closed');
    const administrator = await testApp.as('administrator');
    for (const [time_zone, closed_month, closed_at] of zones) {
        await administrator.send('PATCH', '/settings', { time_zone });
        t.like((await grid(fixtures.rep)).deals[0], { closed_month, closed_at }, time_zone);
    }
});

const most = 100_000_000_000;
const cents = fc.integer({ min: 0, max: most });
const deal = fc.record({ revenue: cents, commission: cents, marginDeduction: cents, referralFee: cents });
const decimals = (amount: number) => /^-?\d+(\.\d{1,2})?$/.test(JSON.stringify(amount));

/** Asserts this of 10,000 cases. */
const always = <Case>(t: ExecutionContext, cases: fc.Arbitrary<Case>, assert: (one: Case) => void) =>
    t.notThrows(() => fc.assert(fc.property(cases, assert), { numRuns: 10_000 }));

test('every amount is returned in the same cents, over 10,000 cases', (t) => {
    always(t, fc.integer({ min: -2 * most, max: most }), (amount) => {
        t.is(toCents(fromCents(amount)), amount);
        t.true(decimals(fromCents(amount)), String(amount));
    });
});

test('earnings have no float dust: they are the sum of what was typed, over 10,000 cases', (t) => {
    always(t, deal, (one) => {
        const exact = BigInt(one.commission) - BigInt(one.marginDeduction) - BigInt(one.referralFee);
        t.is(BigInt(earningsOf(one)), exact);
        t.true(decimals(fromCents(earningsOf(one))));
    });
});

test('a rate makes the exact share of a price, half a cent rounded up, over 10,000 cases', (t) => {
    always(t, fc.tuple(cents, fc.nat({ max: 10_000 })), ([revenue, rate]) => {
        const share = BigInt(revenue) * BigInt(rate);
        t.is(BigInt(commissionOf(revenue, rate)), share / 10_000n + (share % 10_000n < 5000n ? 0n : 1n));
    });
});

/** Exact, and rounded half up: what the rate must be, in hundredths of a percent. */
function exactRate(earnings: bigint, revenue: bigint) {
    const doubled = 2n * earnings * 10_000n + revenue;
    const floor = doubled / (2n * revenue);
    return doubled < 0n && doubled % (2n * revenue) !== 0n ? floor - 1n : floor;
}

test('the effective rate is the exact quotient rounded to two decimals, over 10,000 cases', (t) => {
    const agrees = (one: DealMoney) => {
        const rate = effectiveRate(one);
        t.true(decimals(rate), String(rate));
        t.false(Object.is(rate, -0));
        const exact = one.revenue === 0 ? 0n : exactRate(BigInt(earningsOf(one)), BigInt(one.revenue));
        t.is(rate, Number(exact) / 100, JSON.stringify(one));
    };
    always(t, deal, agrees);
    const halves = fc.record({
        half: fc.integer({ min: -9999, max: 9999 }),
        scale: fc.integer({ min: 1, max: 5000 })
    });
    always(t, halves, ({ half, scale }) => {
        const earnings = (2 * half + 1) * scale;
        const [commission, referralFee] = earnings > 0 ? [earnings, 0] : [0, -earnings];
        agrees({ revenue: 20_000 * scale, commission, marginDeduction: 0, referralFee });
    });
});

test('money is taken with two decimals at most, exactly as typed, up to a thousand million', (t) => {
    const body = Joi.object({ amount: money });
    const taken = (amount: unknown) =>
        validated<{ amount: number }>(body, { amount }, { convert: false }).amount;
    always(t, cents, (amount) => t.is(toCents(taken(fromCents(amount))), amount));
    for (const odd of [0.001, 1.005, 0.1 + 0.2, 1e-9, -0.01, 1e9 + 0.01, '1', null, NaN, Infinity, [1]])
        t.throws(() => taken(odd), undefined, String(odd));
});
