// The customer's page: it shows the offer and nothing of what it earns, and only its link opens it.
import test from 'ava';
import { setCurrency } from '../../db/installation/installation.ts';
import { findDeal } from '../../db/sales/deals.ts';
import { ask } from '../support/people/roles.ts';
import { customerAt, sellerMove, told, withOffer } from '../support/fixtures/sales.ts';

test('/deal/<token> shows the customer, the amount, one accept button and one decline button', async (t) => {
    const { customer, path } = await withOffer(t);
    const { statusCode, headers, body } = await customer.page();
    t.is(statusCode, 200);
    t.is(headers['content-type'], 'text/html; charset=utf-8');
    for (const shown of ['Customer 1', 'Hello Contact 1', '12,500.50']) t.true(body.includes(shown), shown);
    t.true(body.includes(`action="${path}/accept"`));
    t.true(body.includes(`action="${path}/decline"`));
    t.is(body.match(/<button/g)?.length, 2);
});

const prices = [
    ['', '12,500.50'],
    ['EUR', '€12,500.50'],
    ['CHF', 'CHF\u00A012,500.50'],
    ['CAD', 'CA$12,500.50']
] as const;

test('the price is in the currency that was chosen at setup; the setting CURRENCY wins', async (t) => {
    for (const [env, price] of [
        [{}, '€'],
        [{ CURRENCY: 'USD' }, '$']
    ] as const) {
        const { fixtures, customer } = await withOffer(t, {}, env);
        await fixtures.testApp.store.write((tx) => setCurrency(tx, 'EUR', { by: { name: 'cli' }, at: 1 }));
        t.true((await customer.page()).body.includes(`<dd class="amount">${price}`));
    }
});

for (const [CURRENCY, price] of prices) {
    test(`the price is ${price} ${CURRENCY ? `with CURRENCY=${CURRENCY}` : 'without CURRENCY'}`, async (t) => {
        const { fixtures, id, customer } = await withOffer(t, {}, { CURRENCY });
        for (const { body } of [await customer.page(), await customer.post('accept'), await customer.page()])
            t.true(body.includes(`<dd class="amount">${price}</dd>`), body);
        t.is((await told(fixtures, id)).deal.revenue, 12_500.5);
        await sellerMove(fixtures.boss, 'close', id);
        const [row] = (await fixtures.rep.action('svc_get_commissions')).body.data.deals;
        t.is(row.revenue, 12_500.5);
        t.true((await fixtures.rep.get('/commissions.csv')).body.includes(',12500.5,'));
    });
}

test('the offer page shows no commission, no deductions and no names of staff or product', async (t) => {
    const { customer, fixtures } = await withOffer(t);
    const { body } = await customer.page();
    const hidden = [/1,?375/, /1,?187/, /125\.5/, /62\.25/, /9\.5\b/, /commission|margin|referral|earn/i];
    for (const secret of hidden) t.notRegex(body, secret);
    for (const { user } of [fixtures.rep, fixtures.boss, fixtures.admin]) {
        t.false(body.includes(user.displayName), user.displayName);
        t.false(body.includes(user.email), user.email);
    }
    t.notRegex(body, /sage council|sam@example\.test/i);
});

test('the page and what comes of it are not stored by any browser or proxy, and not framed', async (t) => {
    const { customer } = await withOffer(t);
    for (const { headers } of [await customer.page(), await customer.post('accept'), await customer.page()]) {
        t.is(headers['cache-control'], 'no-store');
        t.is(headers['referrer-policy'], 'no-referrer');
        t.regex(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
    }
});

test('an address gets 429 after 30 unknown links a minute, and a valid link still works', async (t) => {
    const { testApp, customer } = await withOffer(t);
    const wrong = (n: number) => customerAt(testApp, `/deal/${String(n).padStart(43, 'A')}`);
    for (let n = 0; n < 30; n += 1) {
        const { statusCode, body } = n % 2 ? await wrong(n).page() : await wrong(n).post('accept');
        t.is(statusCode, 404);
        t.true(body.includes('This offer is no longer available.'));
    }
    const { statusCode, headers, body } = await wrong(30).page();
    t.is(statusCode, 429);
    t.regex(String(headers['retry-after']), /^\d+$/);
    t.true(body.includes('Too many requests.'));
    t.is((await wrong(31).post('decline')).statusCode, 429);
    t.is((await customer.page()).statusCode, 200);
});

test('a link that is cut short, longer, in another case or odd is an unknown one', async (t) => {
    const { testApp, path } = await withOffer(t, {}, { RATE_DEMO_UNKNOWN: '0' });
    const token = path.slice('/deal/'.length);
    const flipped = token.replace(/[a-z]/, (letter) => letter.toUpperCase());
    const odd = [token.slice(0, -1), `${token}A`, flipped, '%00', "'%20OR%201=1", '..%2f', 'x'.repeat(5000)];
    for (const one of odd) {
        const { statusCode, headers } = await ask(testApp.server, { url: `/deal/${one}` });
        t.is(statusCode, 404, one.slice(0, 60));
        t.regex(String(headers['content-type']), /^text\/html/);
    }
});

test('HTML in names is text on the page, in its title and in its attributes', async (t) => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\'';
    const { customer } = await withOffer(t, { customer_name: hostile, contact_name: hostile });
    const { body } = await customer.page();
    t.notRegex(body, /<script|<img/);
    const escaped =
        '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;&amp;amp;&#39;';
    t.is(body.split(escaped).length - 1, 3, 'in the heading, the greeting and the list');
});

test('a page of another site cannot answer for the customer', async (t) => {
    const { fixtures, id, customer } = await withOffer(t);
    const foreign = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' }
    ];
    for (const headers of foreign) {
        const { statusCode, body } = await customer.post('accept', {}, headers);
        t.is(statusCode, 403, JSON.stringify(headers));
        t.true(body.includes('This request came from another website.'));
    }
    t.is((await told(fixtures, id)).deal.status, 'ss_customer_sent');
    const own = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    t.is((await customer.post('accept', {}, own)).statusCode, 200);
});

test('looking at the page answers nothing: neither GET nor HEAD of its addresses moves the deal', async (t) => {
    const { testApp, fixtures, id, path } = await withOffer(t);
    for (const method of ['GET', 'HEAD'] as const)
        for (const url of [path, `${path}/accept`, `${path}/decline`])
            await ask(testApp.server, { method, url });
    t.is((await told(fixtures, id)).deal.status, 'ss_customer_sent');
});

test('the link is stored only as a digest, and sellers cannot read it', async (t) => {
    const { testApp, fixtures, id, path } = await withOffer(t);
    const token = path.slice('/deal/'.length);
    t.is(token.length, 43);
    t.false(JSON.stringify(await findDeal(testApp.store.read, id)).includes(token));
    t.false(JSON.stringify((await fixtures.boss.get(`/deals/${id}`)).body).includes(token));
});
