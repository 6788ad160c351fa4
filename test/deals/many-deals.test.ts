// The deals of a customer, and the search for deals.
import test from 'ava';
import { dealsNamed } from '../../db/sales/deal-list.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { salesFixtures } from '../support/fixtures/sales.ts';

test('the deals of a customer are a list with its sums, which search leads to, each of the deals that they see', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp, rep, other, make } = fixtures;
    const first = await make({ customer_name: 'Äpfel & Co', revenue: 10 });
    await fixtures.dealIn('ss_lost', { customer_name: 'Äpfel & CO' });
    await fixtures.dealIn('ss_paid', { customer_name: 'Äpfel & Co', revenue: 2000 });
    await make({ customer_name: 'Äpfel & Co' }, other);
    const single = await make({ customer_name: 'Äpfel & Company', contact_name: 'Ada' });
    const listed = async (by: typeof rep, customer: string) =>
        (await by.get(`/deals?customer=${encodeURIComponent(customer)}`)).body.data.items.length;
    t.deepEqual([await listed(rep, 'Äpfel & CO'), await listed(other, 'Äpfel & Co')], [3, 1]);
    const page = async (path: string) => (await browserOf(testApp, 'salesRep')).page(path);
    const list = '/deals?customer=%C3%84pfel+%26+Co';
    for (const path of ['/deals', `/deals/${first}`, '/search?q=%C3%84pfel'])
        t.is((await page(path)).link('3 deals') ?? (await page(path)).link('Äpfel & Co'), list, path);
    t.is((await page('/search?q=ada')).link('Äpfel & Company'), `/deals/${single}`);
    t.is((await page(list)).heading(), 'Äpfel & Co');
    t.regex((await page(list)).text, /3 deals: 10\.00 open, 2,000\.00 closed/);
});

test('search finds only their own deals for a rep, and all deals for an administrator', async (t) => {
    const fixtures = await salesFixtures(t);
    const { rep, other, boss, make, testApp } = fixtures;
    const [own, others] = [await make(), await make({}, other)];
    const found = async (seller: typeof rep, text: string) =>
        (await dealsNamed(testApp.store.read, seller.actor, text, 10)).toSorted((a, b) => a - b);
    for (const text of ['Customer', 'ustomer 1']) {
        t.deepEqual(await found(rep, text), [own]);
        t.deepEqual(await found(boss, text), [own, others]);
    }
    t.deepEqual(await found(rep, `#${others}`), []);
    t.deepEqual(await found(boss, `#${others}`), [others]);
});
