// The search of the header: what a text finds, and for which users.
import test from 'ava';
import { createDeal } from '../../db/sales/deal-drafts.ts';
import { withJudgedScreen } from '../support/fixtures/judged.ts';
import { ask, type Person } from '../support/people/roles.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

async function search(testApp: TestApp, person: Person, text: string) {
    const { headers } = await testApp.as(person);
    const { statusCode, body } = await ask(testApp.server, {
        url: `/search?q=${encodeURIComponent(text)}`,
        headers
    });
    return {
        statusCode,
        page: String(body),
        titles: Array.from(String(body).matchAll(/<h2>(\w+)<\/h2>/g), ([, title]) => title)
    };
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
    const name = String(candidate.name);
    t.true((await search(testApp, 'reviewer', name)).page.includes(`href="/screens/${id}"`));
    t.true(
        (await search(testApp, 'reviewer', name.slice(1).toUpperCase())).page.includes(
            `href="/screens/${id}"`
        )
    );
    t.true((await search(testApp, 'reviewer', id)).page.includes(`href="/screens/${id}"`));
    t.true(
        (await search(testApp, 'reviewer', String(candidate.email))).page.includes(`href="/screens/${id}"`)
    );
    const rep = await search(testApp, 'salesRep', name);
    t.deepEqual(rep.titles, ['Deals']);
    t.true(rep.page.includes(`${name} Ltd`) && !rep.page.includes('Old '));
    t.true((await search(testApp, 'salesAdmin', name)).page.includes('Old '));
    t.deepEqual((await search(testApp, 'powerUser', name)).titles, []);
    t.deepEqual((await search(testApp, 'administrator', 'example.test')).titles.at(-1), 'People');
    t.deepEqual((await search(testApp, 'support', 'example.test')).titles, []);
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

test('a typed text is data: no wildcard, no markup, and not too long', async (t) => {
    const testApp = await createTestApp(t);
    await withJudgedScreen(testApp);
    t.deepEqual((await search(testApp, 'reviewer', '%')).titles, []);
    t.deepEqual((await search(testApp, 'reviewer', '_')).titles, []);
    const hostile = await search(testApp, 'reviewer', '"><script>alert(1)</script>');
    t.is(hostile.statusCode, 200);
    t.notRegex(hostile.page, /<script>alert|value=""><script/);
    t.is((await search(testApp, 'reviewer', 'x'.repeat(201))).statusCode, 400);
    t.true((await search(testApp, 'reviewer', ' ')).page.includes('Search by name'));
    t.regex((await search(testApp, 'reviewer', 'a&b')).page, /type="search" name="q" value="a&amp;b"/);
});

test('a text that is looked for is one line of characters, which every database takes', async (t) => {
    const testApp = await createTestApp(t);
    const { headers } = await testApp.as('administrator');
    for (const path of ['/search', '/people', '/deals', '/intake'])
        for (const [text, status] of [
            ['a%00b', 400],
            ['a%0Ab', 400],
            ['%20a%20b%20', 200]
        ] as const)
            t.is(
                (await ask(testApp.server, { url: `${path}?q=${text}`, headers })).statusCode,
                status,
                path + text
            );
});
