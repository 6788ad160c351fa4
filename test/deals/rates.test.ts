// Commission rates: which one counts, who sets it, and what it makes of a price where no commission is entered.
import test from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { pageOf } from '../support/people/page.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { type Fixtures, salesFixtures, told } from '../support/fixtures/sales.ts';

const path = '/commission-rates';
const setting =
    ({ boss, rep }: Fixtures) =>
    async (valid_from: string, rate: number, more: object = {}) => {
        const set = { rep_id: rep.user.id, valid_from, rate, ...more };
        const { statusCode, headers } = await boss.send('POST', path, set);
        return headers['x-svc-field'] ?? statusCode;
    };

test('the rate of the day counts on which a deal was created in the time zone, and a replaced one no more', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp, rep, make, admin, other } = fixtures;
    const set = setting(fixtures);
    const commissionOf = async (id: number) => (await told(fixtures, id)).deal.commission;
    const madeNow = async (sent = {}) =>
        commissionOf(await make({ revenue: 0.15, commission: undefined, ...sent }));
    await set('2026-01-16', 20);
    for (const sent of [{}, { commission: null }])
        await t.throwsAsync(madeNow(sent), { message: /commission is required/ });
    for (const [rate, amount] of Object.entries({ 0: 0, 9.99: 0.01, 10: 0.02, 100: 0.15 })) {
        t.is(await set('2026-01-02', Number(rate)), 200);
        t.is(await madeNow(), amount, 'half a cent is rounded up');
    }
    await set('2026-01-02', 100);
    testApp.pass(Date.UTC(2026, 0, 16, 8) - 1 - testApp.now());
    for (const [time_zone, amount] of Object.entries({ UTC: 0.03, 'America/Los_Angeles': 0.15 })) {
        await admin.send('PATCH', '/settings', { time_zone });
        t.is(await madeNow(), amount, time_zone);
    }
    const old = await make({ commission: 7 });
    testApp.pass(1);
    t.is(await madeNow(), 0.03);
    const line = { text: 'x', quantity: 3, unit_price: 10 };
    for (const [amount, body] of Object.entries({
        7: { revenue: 100 },
        30: { lines: [line], commission: null },
        40.5: { commission: 40.5 },
        50: { lines: [], revenue: 50, commission: null }
    })) {
        await rep.send('PATCH', `/deals/${old}`, body);
        t.is(await commissionOf(old), Number(amount));
    }
    const none = await other.send('PATCH', `/deals/${await make({}, other)}`, { commission: null });
    t.deepEqual([none.statusCode, none.headers['x-svc-field']], [400, 'commission']);
});

test('sales administrators set the rates of those who sell, each is audited, and a rep reads only their own', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp, rep, other, boss, admin } = fixtures;
    const set = setting(fixtures);
    const support = await testApp.as('support');
    const [rep_id, valid_from] = [rep.user.id, '2026-01-15'];
    const own = { rep_id, valid_from, rate: 10 };
    for (const wrong of [support.user.id, 999]) t.is(await set(valid_from, 10, { rep_id: wrong }), 'rep_id');
    for (const rate of [100.01, 9.999, -1]) t.is(await set(valid_from, rate), 'rate');
    t.is(await set('2026-02-30', 10), 'valid_from');
    for (const by of [rep, support]) t.is((await by.send('POST', path, own)).statusCode, 403);
    for (const rate of [12.5, 10]) await set(valid_from, rate);
    await set('2026-01-16', 11, { rep_id: other.user.id });
    const seen = async ({ get }: Fixtures['rep']) => (await get(path)).body.data.items;
    t.deepEqual(await seen(rep), [own]);
    for (const by of [boss, admin]) t.is((await seen(by)).length, 2);
    const found = { act: 'commission-rate.set', target: `user:${rep_id}`, limit: 9, offset: 0 };
    const { items } = await listAudit(testApp.store.read, found);
    const set10 = { actor: `user:${boss.user.id}`, after: '10% from 2026-01-15' };
    t.like(items, [set10, { ...set10, after: '12.5% from 2026-01-15' }]);
});

test('a rate is set by a form; an empty commission is its share, which the page of the deal compares', async (t) => {
    const fixtures = await salesFixtures(t, { CURRENCY: 'EUR' });
    const browserOf = ({ cookie }: Fixtures['rep']) =>
        plainBrowser(fixtures.testApp, { svc_session: cookie });
    const [boss, rep] = [browserOf(fixtures.boss), browserOf(fixtures.rep)];
    const blank = (await boss.get('/commissions/rates')).body;
    const set = async (rate: string, valid_from: string) => {
        const typed = { rep_id: String(fixtures.rep.user.id), rate, valid_from };
        return pageOf((await boss.press(blank, 'Set rate', typed)).body);
    };
    const refused = await set('ten', '2026-01-10');
    t.deepEqual([refused.field(/Percent/)?.value, refused.field('Valid from')?.value], ['ten', '2026-01-10']);
    t.truthy(refused.field(/Percent/)?.error);
    await set('7,5 %', '2026-01-01');
    await set('10%', '2026-01-10');
    await set('12', '2026-01-16');
    const own = pageOf((await rep.get('/commissions/rates')).body);
    const shown = (caption: string) => own.rows(caption).map((row) => row['Commission']);
    t.deepEqual(shown('Commission rates'), ['12% of the price', '10% of the price']);
    t.deepEqual(shown('Past rates'), ['7.5% of the price']);
    t.is(own.button('Set rate'), undefined);
    const fields = { customer_name: 'A', contact_name: 'B', contact_email: 'c@example.test', revenue: '900' };
    await rep.press((await rep.get('/deals/new')).body, 'Create deal', fields);
    const [{ id }] = (await fixtures.rep.get('/deals')).body.data.items;
    const page = async (below = '') => pageOf((await rep.get(`/deals/${id}${below}`)).body);
    for (const [typed, commission, shown, says] of [
        [{}, 90, '', /10% of €900\.00 is €90\.00\. Customer/],
        [{ revenue: '1500' }, 150, '', /10% of €1,500\.00 is €150\.00\. Customer/],
        [{ commission: '170' }, 170, '170.00', /is €150\.00\. .* €20\.00 higher/],
        [{ revenue: '1800' }, 170, '170.00', /is €180\.00\. .* €10\.00 lower/],
        [{ commission: '' }, 180, '', /is €180\.00\. Customer/]
    ] as const) {
        await rep.press((await rep.get(`/deals/${id}/edit`)).body, 'Save', typed);
        t.is((await told(fixtures, id)).deal.commission, commission);
        t.is((await page('/edit')).field('Commission')?.value, shown);
        t.regex((await page()).text, says);
    }
});
