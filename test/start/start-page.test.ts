// The Start page: what waits, by role, made of the lists behind it; and the path of a new installation.
import test from 'ava';
import { createDeal } from '../../db/sales/deal-drafts.ts';
import { monthStart } from '../../plugins/surfaces/pages/calendar.ts';
import { withJudgedScreen } from '../support/fixtures/judged.ts';
import { pageOf } from '../support/people/page.ts';
import { ask, type Person } from '../support/people/roles.ts';
import { startedBuild } from '../support/people/support-staff.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const people: Person[] = [
    'administrator',
    'councilAdmin',
    'author',
    'reviewer',
    'salesRep',
    'salesAdmin',
    'support',
    'powerUser'
];

async function startOf(testApp: TestApp, person: Person) {
    const { headers } = await testApp.as(person);
    const { statusCode, body } = await ask(testApp.server, {
        url: '/',
        headers: { ...headers, accept: 'text/html' }
    });
    return { statusCode, headers, html: String(body), page: pageOf(String(body)) };
}

const deal = {
    customerName: 'Customer A',
    contactName: 'Ada',
    contactEmail: 'ada@example.test',
    revenue: 100_000,
    commission: 10_000,
    marginDeduction: 500,
    referralFee: 1000
};

test('each role sees only what waits for it, and every link leads to an allowed page', async (t) => {
    const testApp = await createTestApp(t);
    await withJudgedScreen(testApp);
    const { user } = await testApp.as('salesRep');
    await testApp.store.write((tx) =>
        createDeal(tx, deal, {
            repId: user.id,
            at: testApp.now(),
            closedAt: testApp.now(),
            status: 'ss_closed'
        })
    );
    const roles: Partial<Record<Person, string>> = {
        reviewer: 'Sages',
        salesRep: 'This month',
        support: 'Health',
        powerUser: ''
    };
    for (const person of people) {
        const { statusCode, headers, html, page } = await startOf(testApp, person);
        t.is(statusCode, 200, person);
        const own = roles[person];
        for (const title of own === undefined ? [] : ['Sages', 'This month', 'Health'])
            t.is(page.headings().includes(title), title === own, `${person} ${title}`);
        for (const [, href = ''] of html.matchAll(/<a href="(\/[^"]*)"/g))
            t.is(
                (await ask(testApp.server, { url: href.replaceAll('&amp;', '&'), headers })).statusCode,
                200,
                `${person} ${href}`
            );
    }
});

test('an author sees own sages, and the council sees all', async (t) => {
    const testApp = await createTestApp(t);
    await (await testApp.as('author')).send('POST', '/sages', { ...engineer, criteria: [] });
    for (const [person, isSeen] of [
        ['author', true],
        ['otherAuthor', false],
        ['councilAdmin', true]
    ] as const)
        t.is((await startOf(testApp, person)).page.headings().includes('Sages'), isSeen, person);
});

test('a running build has its bar, which fetches itself again until the build has ended', async (t) => {
    const testApp = await createTestApp(t);
    await startedBuild(testApp);
    for (let step = 1; step <= 3; step += 1) await testApp.runOne();
    const { html, headers } = await startOf(testApp, 'author');
    t.regex(html, /id="builds" data-hx-get="\/".*<progress value="3" max="8"/s);
    const part = { url: '/', headers: { ...headers, 'hx-request': 'true', 'hx-target': 'builds' } };
    const fragment = await ask(testApp.server, part);
    t.regex(String(fragment.body), /^<div id="builds" data-hx-get/);
    await testApp.drain();
    const ended = await ask(testApp.server, part);
    t.is(ended.headers['hx-refresh'], 'true');
    t.notRegex((await startOf(testApp, 'author')).html, /data-hx-get/);
    const elsewhere = { url: '/screens', headers: { 'hx-request': 'true', 'hx-target': 'card' } };
    t.is((await ask(testApp.server, elsewhere)).headers['hx-refresh'], 'true');
});

test('sales read what this month earns: their own, or all', async (t) => {
    const testApp = await createTestApp(t);
    const at = testApp.now();
    const closed = { status: 'ss_closed' as const };
    const own = (await testApp.as('salesRep')).user.id;
    const other = (await testApp.as('otherRep')).user.id;
    await testApp.store.write(async (tx) => {
        await createDeal(tx, deal, { repId: own, at, closedAt: at, ...closed });
        await createDeal(tx, deal, { repId: other, at, closedAt: monthStart('UTC', at), ...closed });
        await createDeal(tx, deal, { repId: own, at, closedAt: monthStart('UTC', at) - 1, ...closed });
    });
    t.truthy((await startOf(testApp, 'salesRep')).page.link('85.00'));
    t.truthy((await startOf(testApp, 'salesAdmin')).page.link('170.00'));
});

test('a month starts at midnight of the zone, across a change of the clocks as well', (t) => {
    const at = Date.UTC(2026, 3, 15);
    t.is(monthStart('UTC', at), Date.UTC(2026, 3, 1));
    t.is(monthStart('Europe/Berlin', at), Date.UTC(2026, 2, 31, 22));
    t.is(monthStart('America/New_York', Date.UTC(2026, 10, 15)), Date.UTC(2026, 10, 1, 4));
    t.is(monthStart('Pacific/Auckland', Date.UTC(2026, 2, 31, 12)), Date.UTC(2026, 2, 31, 11));
});

test('a new installation shows first steps until all are done, to administrators only', async (t) => {
    const testApp = await createTestApp(t, { credits: 0, env: { SMTP_URL: 'smtp://mail.example.test' } });
    const done = async (person: Person) =>
        /(\d of \d) needed/.exec((await startOf(testApp, person)).page.part('First steps').text)?.[1];
    t.is(await done('administrator'), '0 of 3');
    t.is((await startOf(testApp, 'councilAdmin')).page.link('Add credits'), undefined);
    t.truthy((await startOf(testApp, 'administrator')).page.link('Add credits'));
    const council = await createTestApp(t);
    t.is((await startOf(council, 'administrator')).page.link('Add credits'), undefined);
});

test('a visitor sees what the service is and a link to log in', async (t) => {
    const testApp = await createTestApp(t);
    await testApp.as('reviewer');
    const page = pageOf(String((await ask(testApp.server, { url: '/' })).body));
    t.is(page.link('Sign in'), '/login');
    t.is(page.link('Start'), undefined);
    const { server } = await createTestApp(t);
    t.is(
        pageOf(String((await ask(server, { url: '/' })).body)).link('Sign in'),
        undefined,
        'before there is a user'
    );
});
