// The Start page: what waits, by role, made of the lists behind it; and the path of a new installation.
import test, { type ExecutionContext } from 'ava';
import { createDeal } from '../../db/sales/deal-drafts.ts';
import { enqueue, jobs, markJobDead } from '../../db/jobs/ledger.ts';
import { monthOf, monthStart } from '../../plugins/surfaces/pages/calendar.ts';
import { withJudgedScreen } from '../support/fixtures/judged.ts';
import { ask, type Person } from '../support/people/roles.ts';
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
    return { statusCode, headers, page: String(body) };
}

const titlesIn = (page: string) =>
    Array.from(page.matchAll(/<h2>([^<]+)<\/h2>/g), ([, title]) => title ?? '');

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
    await testApp.store.write((tx) => createDeal(tx, deal, { repId: user.id, at: testApp.now() }));
    const seen = {
        Sages: /^Sages$/,
        Deals: /This month/,
        Health: /Health/
    };
    const roles: Partial<Record<Person, (keyof typeof seen)[]>> = {
        reviewer: ['Sages'],
        salesRep: ['Deals'],
        support: ['Health'],
        powerUser: []
    };
    for (const person of people) {
        const { statusCode, headers, page } = await startOf(testApp, person);
        t.is(statusCode, 200, person);
        for (const [name, title] of Object.entries(seen))
            if (roles[person])
                t.is(
                    titlesIn(page).some((one) => title.test(one)),
                    roles[person].some((one) => one === name),
                    `${person} ${name}`
                );
        for (const [, href = ''] of page.matchAll(/<a href="(\/[^"]*)"/g))
            t.is(
                (await ask(testApp.server, { url: href.replaceAll('&amp;', '&'), headers })).statusCode,
                200,
                `${person} ${href}`
            );
    }
});

test('a reviewer sees waiting candidates and their waiting time until a decision', async (t) => {
    const testApp = await createTestApp(t);
    const { id, council } = await withJudgedScreen(testApp);
    testApp.pass(3 * 60 * 60_000);
    const before = (await startOf(testApp, 'reviewer')).page;
    t.true(before.includes(`href="/screens/${id}"`) && before.includes('has waited for 3 hours'));
    await council.send('POST', `/screens/${id}/decide`, { decision: 'rejected' });
    const after = (await startOf(testApp, 'reviewer')).page;
    t.true(after.includes('none need review') && !after.includes(id));
});

test('an author sees own sages with missing parts, and the council sees all', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    await author.send('POST', '/sages', { ...engineer, criteria: [] });
    const { page } = await startOf(testApp, 'author');
    t.true(page.includes('Not ready to check. Add at least one question.'), page);
    t.false(titlesIn((await startOf(testApp, 'otherAuthor')).page).includes('Sages'));
    t.true(titlesIn((await startOf(testApp, 'councilAdmin')).page).includes('Sages'));
});

test('a running build has its bar, which fetches itself again until the build has ended', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { id } = (await author.send('POST', '/sages', engineer)).body.data.sage;
    await author.action('svc_start_full_sage_build', { sage_id: id });
    for (let step = 1; step <= 3; step += 1) await testApp.runOne();
    const { page, headers } = await startOf(testApp, 'author');
    t.regex(page, /id="builds" data-hx-get="\/" data-hx-trigger="every 5s".*<progress value="3" max="8"/s);
    const part = { url: '/', headers: { ...headers, 'hx-request': 'true', 'hx-target': 'builds' } };
    const fragment = await ask(testApp.server, part);
    t.regex(String(fragment.body), /^<div id="builds" data-hx-get/);
    t.false(String(fragment.body).includes('<html'));
    await testApp.drain();
    const ended = await ask(testApp.server, part);
    t.is(ended.headers['hx-refresh'], 'true');
    t.notRegex((await startOf(testApp, 'author')).page, /htmx|data-hx-get/);
    const stranger = await ask(testApp.server, {
        ...part,
        headers: { 'hx-request': 'true', 'hx-target': 'card' },
        url: '/screens'
    });
    t.is(stranger.headers['hx-refresh'], 'true');
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
    t.true((await startOf(testApp, 'salesRep')).page.includes('>85.00</a>'));
    t.true((await startOf(testApp, 'salesAdmin')).page.includes('>170.00</a>'));
});

test('a month starts at midnight of the zone, across a change of the clocks as well', (t) => {
    const at = Date.UTC(2026, 3, 15);
    t.is(monthStart('UTC', at), Date.UTC(2026, 3, 1));
    t.is(monthStart('Europe/Berlin', at), Date.UTC(2026, 2, 31, 22));
    t.is(monthStart('America/New_York', Date.UTC(2026, 10, 15)), Date.UTC(2026, 10, 1, 4));
    t.is(monthStart('Pacific/Auckland', Date.UTC(2026, 2, 31, 12)), Date.UTC(2026, 2, 31, 11));
});

test('support users see which jobs failed finally, with the error', async (t) => {
    const testApp = await createTestApp(t);
    await testApp.store.write((tx) => enqueue(tx, 'send-mail', { mailId: 'none' }, testApp.now()));
    t.false(titlesIn((await startOf(testApp, 'support')).page).includes('Failed jobs'));
    await dead(t, testApp);
    const { page } = await startOf(testApp, 'support');
    t.true(titlesIn(page).includes('Failed jobs') && page.includes('It crashed.'));
});

async function dead(t: ExecutionContext, { store, now }: TestApp) {
    const [job] = await store.read.select().from(jobs);
    if (!job) return t.fail('there is no job');
    await store.write((tx) => markJobDead(tx, job.id, 'crashed', now(), { words: 'It crashed.' }));
}

test('a new installation shows first steps until all are done, to administrators only', async (t) => {
    const testApp = await createTestApp(t, { credits: 0, env: { SMTP_URL: 'smtp://mail.example.test' } });
    const path = async () =>
        /First steps<\/h2>\s*(\d of \d) done/.exec((await startOf(testApp, 'administrator')).page)?.[1];
    t.is(await path(), '1 of 7');
    t.false((await startOf(testApp, 'councilAdmin')).page.includes('Add credits'));
    t.is(await path(), '2 of 7', 'there is a second user now');
    t.regex(
        (await startOf(testApp, 'administrator')).page,
        /Create a sage.*To do.*Choose a language model.*Optional/s
    );
    const council = await createTestApp(t);
    const done = await startOf(council, 'administrator');
    t.regex(done.page, /Add credits<\/b>.{0,200}>Done</s);
});

test('a visitor sees what the service is and a link to log in', async (t) => {
    const testApp = await createTestApp(t);
    await testApp.as('reviewer');
    const { statusCode, body } = await ask(testApp.server, { url: '/' });
    t.is(statusCode, 200);
    t.true(String(body).includes('Sage Council is running') && String(body).includes('href="/login"'));
    t.false(String(body).includes('class="console"'));
});

test('the month of each moment of a year matches the calendar of its time zone', (t) => {
    for (const timeZone of ['UTC', 'Europe/Berlin', 'Pacific/Auckland']) {
        const month = monthOf(timeZone);
        const calendar = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', timeZone });
        for (let at = Date.UTC(2026, 11, 31); at > Date.UTC(2025, 11, 31); at -= 5_400_000)
            t.is(month(at), calendar.format(at));
        t.is(month(Date.UTC(2026, 11, 31)), calendar.format(Date.UTC(2026, 11, 31)));
    }
});
