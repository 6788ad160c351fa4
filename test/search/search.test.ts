// The search of the header: what a text finds, and for which users.
import test from 'ava';
import { createDeal } from '../../db/sales/deal-drafts.ts';
import { deals } from '../../db/sales/deals.ts';
import { beginsLike } from '../../db/store/query.ts';
import { withJudgedScreen } from '../support/fixtures/judged.ts';
import { pageOf } from '../support/people/page.ts';
import { ask, type Person } from '../support/people/roles.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

async function search(testApp: TestApp, person: Person, text: string) {
    const { headers } = await testApp.as(person);
    const url = `/search?q=${encodeURIComponent(text)}`;
    const { statusCode, body } = await ask(testApp.server, { url, headers });
    const page = pageOf(String(body));
    return { statusCode, page, titles: page.headings().slice(1) };
}

const deal = (customerName: string) => ({
    customerName,
    contactName: 'Ada',
    contactEmail: 'ada@example.test',
    revenue: 1,
    commission: 0,
    marginDeduction: 0,
    referralFee: 0
});

test('a text finds what the user may read, and nothing of others', async (t) => {
    const testApp = await createTestApp(t);
    const { id, council } = await withJudgedScreen(testApp);
    const { candidate } = (await council.get(`/screens/${id}`)).body.data.screen;
    const own = (await testApp.as('salesRep')).user.id;
    const other = (await testApp.as('otherRep')).user.id;
    await testApp.store.write(async (tx) => {
        await createDeal(tx, deal(`${candidate.name} Ltd`), { repId: own, at: testApp.now() });
        await createDeal(tx, deal(`Old ${candidate.name} Ltd`), { repId: other, at: testApp.now() });
    });
    const { name, email }: { name: string; email: string } = candidate;
    const found = async (person: Person, text: string) => (await search(testApp, person, text)).page;
    for (const text of [name, name.slice(1).toUpperCase(), id, email])
        t.is((await found('reviewer', text)).link(name), `/screens/${id}`, text);
    t.deepEqual((await search(testApp, 'salesRep', name)).titles, ['Deals']);
    const [mine, theirs] = [`${name} Ltd`, `Old ${name} Ltd`];
    t.truthy((await found('salesRep', name)).link(mine));
    t.is((await found('salesRep', name)).link(theirs), undefined);
    t.truthy((await found('salesAdmin', name)).link(theirs));
    t.deepEqual((await search(testApp, 'administrator', 'example.test')).titles.at(-1), 'People');
    t.deepEqual((await search(testApp, 'powerUser', name)).titles, []);
    t.deepEqual((await search(testApp, 'support', name)).titles, [], 'emails by address alone');
});

test('an address finds the deals, enquiries, emails and jobs of a customer, each for those who may see it', async (t) => {
    const testApp = await createTestApp(t);
    const rep = await testApp.as('salesRep');
    const other = (await testApp.as('otherRep')).user.id;
    const address = 'ada@example.test';
    await testApp.store.write(async (tx) => {
        await createDeal(tx, deal('Bakery'), { repId: rep.user.id, at: testApp.now() });
        await createDeal(tx, deal('Florist'), { repId: other, at: testApp.now() });
    });
    const asked = { title: 'Two bakers', contact_name: 'Ada', contact_email: address };
    const { id } = (await rep.send('POST', '/intake', asked)).body.data.item;
    await rep.send('POST', `/intake/${id}/answer`, { text: 'Yes.' });
    const mine = await search(testApp, 'salesRep', address);
    t.deepEqual(mine.titles, ['Deals', 'Enquiries']);
    t.deepEqual([mine.page.link('Bakery'), mine.page.link('Two bakers')], ['/deals/1', `/intake/${id}`]);
    t.is(mine.page.link('Florist'), undefined);
    t.deepEqual((await search(testApp, 'otherRep', address)).titles, ['Deals']);
    t.deepEqual((await search(testApp, 'administrator', address)).titles, ['Deals', 'Enquiries', 'Emails']);
    const { titles, page } = await search(testApp, 'support', address.toUpperCase());
    t.deepEqual(titles, ['Emails']);
    const mailId = /mails\/([\da-f-]{36})$/.exec(page.link(/Two bakers/) ?? '')?.[1] ?? '';
    t.deepEqual((await search(testApp, 'support', mailId)).titles, ['Emails', 'Jobs']);
    t.deepEqual((await search(testApp, 'author', address)).titles, []);
});

test('with SAGE_ACCESS=owner search hides screens and sages of other owners', async (t) => {
    const testApp = await createTestApp(t, { env: { SAGE_ACCESS: 'owner' } });
    const { council, id } = await withJudgedScreen(testApp);
    const { candidate } = (await council.get(`/screens/${id}`)).body.data.screen;
    for (const person of ['otherAuthor', 'reviewer'] as const) {
        t.deepEqual((await search(testApp, person, candidate.name)).titles, [], person);
        t.deepEqual((await search(testApp, person, 'e')).titles, [], person);
    }
});

test('names are found and put in order whatever their case, marks and apostrophes', async (t) => {
    const testApp = await createTestApp(t);
    const repId = (await testApp.as('salesRep')).user.id;
    const names = ['Zora', 'Äpfel & Öl', 'O’Brien', 'Straße 9', 'Armin', 'ПЁТР', 'Strasse 8', 'Ábel'];
    await testApp.store.write(async (tx) => {
        for (const name of names) await createDeal(tx, deal(name), { repId, at: testApp.now() });
    });
    const rep = await testApp.as('salesRep');
    const found = async (query: string) =>
        (await rep.get(`/deals?${query}`)).body.data.items.map(
            (one: { customer_name: string }) => one.customer_name
        );
    const [äpfel, brien, straße, petr] = ['Äpfel & Öl', 'O’Brien', 'Straße 9', 'ПЁТР'];
    const typed = { äpfel, ÖL: äpfel, "o'brien": brien, 'STRASSE 9': straße, пётр: petr };
    for (const [text, name] of Object.entries(typed))
        t.deepEqual(await found(`q=${encodeURIComponent(text)}`), [name], text);
    const sorted = 'Ábel, Äpfel & Öl, Armin, O’Brien, Strasse 8, Straße 9, Zora, ПЁТР';
    t.is((await found('sort=customer')).join(', '), sorted);
});

test('an index of names finds what they start with, however its letters are written', async (t) => {
    const { store, as } = await createTestApp(t);
    const repId = (await as('salesRep')).user.id;
    const names =
        'Äpfel APFEL Apotheke O’Brien Øresund Муравей МЁД \u200eNora Ｎora Ńina ÆON 李明 50% 500 İpek'.split(
            ' '
        );
    await store.write(async (tx) => {
        for (const name of names) await createDeal(tx, deal(name), { repId, at: 0 });
    });
    for (const [text, found] of Object.entries({
        äpf: 'Äpfel APFEL',
        "o'b": 'O’Brien',
        o: 'O’Brien Øresund',
        мед: 'МЁД',
        NO: '\u200eNora Ｎora',
        ni: 'Ńina',
        ae: 'ÆON',
        李: '李明',
        '50%': '50%',
        ip: 'İpek'
    })) {
        const rows = await store.read
            .select()
            .from(deals)
            .where(beginsLike(deals.customerName, text))
            .orderBy(deals.id);
        t.is(rows.map((one) => one.customerName).join(' '), found, text);
    }
});

test('a typed text is data: no wildcard, no markup, and not too long', async (t) => {
    const testApp = await createTestApp(t);
    await withJudgedScreen(testApp);
    const hostile = '"><script>alert(1)</script>';
    for (const text of ['%', '_', hostile]) {
        const { titles, page } = await search(testApp, 'reviewer', text);
        t.deepEqual(titles, [], text);
        t.true(page.text.includes(`“${text}”`));
    }
    t.deepEqual((await search(testApp, 'reviewer', ' ')).titles, []);
    t.is((await search(testApp, 'reviewer', 'x'.repeat(201))).statusCode, 400);
});

test('a text that is looked for is one line of characters, which every database takes', async (t) => {
    const testApp = await createTestApp(t);
    const { headers } = await testApp.as('administrator');
    for (const path of ['/search', '/people', '/deals', '/intake'])
        for (const [text, status] of Object.entries({ 'a%00b': 200, 'a%0Ab': 400, '%20a%20b%20': 200 })) {
            const url = `${path}?q=${text}`;
            t.is((await ask(testApp.server, { url, headers })).statusCode, status, url);
        }
});
