// The search of the header: what a text finds, and for whom.
import test from 'ava';
import { createDeal } from '../../db/sales/deals.ts';
import { withJudgedScreen } from '../support/judged.ts';
import { ask, type Person } from '../support/roles.ts';
import { createWorld, type World } from '../support/world.ts';

async function search(world: World, person: Person, text: string) {
    const { headers } = await world.as(person);
    const { statusCode, body } = await ask(world.server, {
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
    const world = await createWorld(t);
    const { id, council } = await withJudgedScreen(world);
    const { candidate } = (await council.get(`/screens/${id}`)).body.data.screen;
    const own = (await world.as('salesRep')).user.id;
    const other = (await world.as('otherRep')).user.id;
    await world.store.write(async (tx) => {
        await createDeal(tx, deal(`${candidate.name} Ltd`), { repId: own, at: world.now() });
        await createDeal(tx, deal(`Old ${candidate.name} Ltd`), { repId: other, at: world.now() });
    });
    const name = String(candidate.name);
    t.true((await search(world, 'reviewer', name)).page.includes(`href="/screens/${id}"`));
    t.true(
        (await search(world, 'reviewer', name.slice(1).toUpperCase())).page.includes(`href="/screens/${id}"`)
    );
    t.true((await search(world, 'reviewer', id)).page.includes(`href="/screens/${id}"`));
    t.true((await search(world, 'reviewer', String(candidate.email))).page.includes(`href="/screens/${id}"`));
    const rep = await search(world, 'salesRep', name);
    t.deepEqual(rep.titles, ['Deals']);
    t.true(rep.page.includes(`${name} Ltd`) && !rep.page.includes('Old '));
    t.true((await search(world, 'salesAdmin', name)).page.includes('Old '));
    t.deepEqual((await search(world, 'powerUser', name)).titles, []);
    t.deepEqual((await search(world, 'administrator', 'example.test')).titles.at(-1), 'People');
    t.deepEqual((await search(world, 'support', 'example.test')).titles, []);
});

test('with SAGE_ACCESS=owner nobody finds the screens and sages of others', async (t) => {
    const world = await createWorld(t, { env: { SAGE_ACCESS: 'owner' } });
    const { council, id } = await withJudgedScreen(world);
    const { candidate } = (await council.get(`/screens/${id}`)).body.data.screen;
    for (const person of ['otherAuthor', 'reviewer'] as const) {
        t.deepEqual((await search(world, person, candidate.name)).titles, [], person);
        t.deepEqual((await search(world, person, 'e')).titles, [], person);
    }
});

test('a typed text is data: no wildcard, no markup, and not too long', async (t) => {
    const world = await createWorld(t);
    await withJudgedScreen(world);
    t.deepEqual((await search(world, 'reviewer', '%')).titles, []);
    t.deepEqual((await search(world, 'reviewer', '_')).titles, []);
    const hostile = await search(world, 'reviewer', '"><script>alert(1)</script>');
    t.is(hostile.statusCode, 200);
    t.notRegex(hostile.page, /<script>alert|value=""><script/);
    t.is((await search(world, 'reviewer', 'x'.repeat(201))).statusCode, 400);
    t.true((await search(world, 'reviewer', ' ')).page.includes('Type a name'));
    t.regex((await search(world, 'reviewer', 'a&b')).page, /type="search" name="q" value="a&amp;b"/);
});
