// The customer's page: it shows the offer and nothing of what it earns, and only its link opens it.
import test from 'ava';
import { setCurrency } from '../../db/installation/installation.ts';
import { disableUser } from '../../db/accounts/locking-out.ts';
import { findDeal } from '../../db/sales/deals.ts';
import { updateProfile } from '../support/people/accounts.ts';
import { pageOf } from '../support/people/page.ts';
import { ask } from '../support/people/roles.ts';
import { customerAt, sellerMove, told, withOffer } from '../support/fixtures/sales.ts';

test('/deal/<token> shows the customer, the price and a page for each reply', async (t) => {
    const { customer, path } = await withOffer(t);
    const { statusCode, headers, body } = await customer.page();
    t.is(statusCode, 200);
    t.is(headers['content-type'], 'text/html; charset=utf-8');
    const page = pageOf(body);
    for (const shown of ['Customer 1', 'Contact 1', '12,500.50']) t.true(page.text.includes(shown), shown);
    t.deepEqual([page.link('Accept'), page.link('Decline')], [`${path}/accept`, `${path}/decline`]);
});

test('the price is in the currency that was chosen at setup; the setting CURRENCY wins', async (t) => {
    for (const [CURRENCY, chosen, price] of [
        ['', undefined, '12,500.50'],
        ['', 'EUR', '€12,500.50'],
        ['USD', 'EUR', '$12,500.50'],
        ['CHF', undefined, 'CHF 12,500.50'],
        ['CAD', undefined, 'CA$12,500.50']
    ] as const) {
        const { testApp, customer } = await withOffer(t, {}, { CURRENCY });
        if (chosen)
            await testApp.store.write((tx) => setCurrency(tx, chosen, { by: { name: 'cli' }, at: 1 }));
        for (const { body } of [await customer.page(), await customer.post('accept')])
            t.true(pageOf(body).text.includes(`Price ${price}`), body);
    }
});

test('the offer page shows no commission or deductions, and of staff and product the rep alone', async (t) => {
    const contact = { contact_phone: '+49 30 555', contact_address: 'Harbour Street 1' };
    const { testApp, customer, fixtures, id } = await withOffer(t, contact);
    await updateProfile(testApp, fixtures.rep, { display_name: 'Robin' });
    const { body } = await customer.page();
    t.notRegex(
        body,
        /1,?375|1,?187|125\.5|62\.25|9\.5\b|555|Harbour Street|commission|margin|referral|earn/i
    );
    t.is(
        pageOf(body).link('Ask Robin'),
        `mailto:${fixtures.rep.user.email}?subject=Question%20about%20offer%20${id}%3A%20Customer%201`
    );
    for (const { user } of [fixtures.boss, fixtures.admin])
        t.false(body.includes(user.displayName), user.displayName);
    t.notRegex(body.replace(fixtures.rep.user.email, ''), /sage council|@|salesRep/i);
    await testApp.store.write((tx) => disableUser(tx, 'salesRep', { by: { name: 'cli' }, at: 1 }));
    t.notRegex((await customer.page()).body, /Robin|mailto/);
});

test('the page and what comes of it are not stored by any browser or proxy, and not framed', async (t) => {
    const { customer } = await withOffer(t);
    for (const { headers } of [await customer.page(), await customer.post('accept'), await customer.page()]) {
        t.is(headers['cache-control'], 'no-store');
        t.is(headers['referrer-policy'], 'same-origin');
        t.regex(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
    }
});

test('an address gets 429 after 30 unknown links a minute, and a valid link still works', async (t) => {
    const { testApp, customer } = await withOffer(t);
    const wrong = (n: number) => customerAt(testApp, `/deal/${String(n).padStart(43, 'A')}`);
    for (let n = 0; n < 30; n += 1)
        t.is((n % 2 ? await wrong(n).page() : await wrong(n).post('accept')).statusCode, 404);
    const { statusCode, headers } = await wrong(30).page();
    t.is(statusCode, 429);
    t.regex(String(headers['retry-after']), /^\d+$/);
    t.is((await wrong(31).post('decline')).statusCode, 429);
    t.is((await customer.page()).statusCode, 200);
});

test('a link that is cut short, longer, in another case or odd is an unknown one', async (t) => {
    const { testApp, path } = await withOffer(t);
    const token = path.slice('/deal/'.length);
    const flipped = token.replace(/[a-z]/, (letter) => letter.toUpperCase());
    const odd = [token.slice(0, -1), `${token}A`, flipped, '%00', "'%20OR%201=1", '..%2f', 'x'.repeat(5000)];
    for (const one of odd) {
        const { statusCode, headers } = await ask(testApp.server, { url: `/deal/${one}` });
        t.is(statusCode, 404, one.slice(0, 60));
        t.regex(String(headers['content-type']), /^text\/html/);
    }
});

test('looking at the page moves nothing; the first look of the customer is noted, of no program and no staff', async (t) => {
    const { testApp, fixtures, id, path } = await withOffer(t);
    const { deal } = await told(fixtures, id);
    const addresses = [path, `${path}/accept`, `${path}/decline`];
    const look = async (method: 'GET' | 'HEAD', headers = {}) => {
        for (const url of addresses) await ask(testApp.server, { method, url, headers });
        testApp.pass(60_000);
        return (await told(fixtures, id)).deal;
    };
    t.deepEqual(await look('HEAD'), deal);
    t.deepEqual(await look('GET', { cookie: `svc_session=${fixtures.rep.cookie}` }), deal);
    for (let n = 0; n < 2; n += 1)
        t.deepEqual(await look('GET'), { ...deal, opened_at: '2026-01-15T12:02:00.000Z' });
    await sellerMove(fixtures.rep, 'recall_from_customer', id);
    await sellerMove(fixtures.rep, 'send', id);
    t.is((await told(fixtures, id)).deal.opened_at, null, 'of a new link');
});

test('the link is stored only as a digest, and sellers cannot read it', async (t) => {
    const { testApp, fixtures, id, path } = await withOffer(t);
    const token = path.slice('/deal/'.length);
    t.is(token.length, 43);
    t.false(JSON.stringify(await findDeal(testApp.store.read, id)).includes(token));
    t.false(JSON.stringify((await fixtures.boss.get(`/deals/${id}`)).body).includes(token));
});
