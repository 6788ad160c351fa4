// The link of a candidate who has not started: shown to those who may invite, by a request of its own, and stored nowhere.
import test, { type ExecutionContext } from 'ava';
import { account } from '../../db/accounts/credits.ts';
import * as schema from '../../db/migrations/schema.ts';
import { findScreen } from '../../db/screens/screens.ts';
import type { SQLiteTable } from '../../db/store/drizzle.ts';
import { day } from '../../db/store/time.ts';
import { invited, mailsTo, withActiveSage, visitorAt } from '../support/fixtures/council.ts';
import { letters } from '../support/people/accounts.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { consent } from '../support/people/visitors.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { openLog } from '../support/runs/log.ts';

const candidate = { name: 'Rosa <b>', email: 'rosa@example.test' };

async function prepared(t: ExecutionContext, env: Record<string, string> = {}) {
    const { log, lines } = openLog();
    const testApp = await createTestApp(t, { env, log, alone: true });
    const fixtures = await withActiveSage(testApp);
    const { browser } = await browserOf(testApp, 'author');
    const form = async (query = `?sage_id=${fixtures.sage.id}`) =>
        (await browser.get(`/screens/invite${query}`)).body as string;
    const made = async (fields: Record<string, string>) =>
        browser.press(await form(), 'Create a link', { ...candidate, ...fields });
    const balance = async () => (await account(testApp.store.read)).balance;
    return { testApp, ...fixtures, browser, form, made, lines, balance };
}

const linkIn = (page: string) => pageOf(page).field(/^Link for/)?.value ?? '';
const idOf = (page: string) => pageOf(page).link('Done')?.split('/').at(-1) ?? '';

test('a link is made without an email, and is shown with a message, for whom and until when', async (t) => {
    const { testApp, browser, form, made, council, balance } = await prepared(t);
    const { body, headers, statusCode } = await made({ personal_line: 'See you <i>soon</i>!' });
    t.is(statusCode, 201);
    const { action = '' } = pageOf(await form()).button('Create a link') ?? {};
    t.is(pageOf((await browser.get(action)).body).heading(), 'Invite', 'it stands at the address of a page');
    t.is(headers['cache-control'], 'no-store');
    t.deepEqual(await mailsTo(testApp), []);
    const [link, shown] = [linkIn(body), pageOf(body)];
    t.is((await visitorAt(testApp, new URL(link).pathname).page()).statusCode, 200);
    t.is(shown.heading(), 'Send Rosa <b> this link');
    t.regex(shown.text, /No email was sent\..* They can start until 29 January 2026/);
    t.is(shown.status(), undefined, 'nothing covers the link');
    const message = shown.field('A message you can send with it')?.value ?? '';
    t.true(message.startsWith('Hello Rosa <b>,\n\nSee you <i>soon</i>!\n\n'));
    t.true(message.includes(link));
    const mailto = shown.link('Open in your email program') ?? '';
    t.true(
        mailto.startsWith('mailto:rosa@example.test?subject=') && mailto.includes(encodeURIComponent(link))
    );
    const id = idOf(body);
    const { status, expiresAt, invitedAt } = (await findScreen(testApp.store.read, id)) ?? {};
    t.deepEqual([status, invitedAt, expiresAt], ['ss_invited', testApp.now(), testApp.now() + 14 * day]);
    t.is(await balance(), 10 - 1 - 1);
    t.is((await council.send('POST', `/screens/${id}/remind`)).statusCode, 200);
    t.deepEqual(await mailsTo(testApp), ['screen_reminder rosa@example.test']);
    t.is((await council.send('POST', `/screens/${id}/cancel`, { reason: '' })).statusCode, 200);
    await testApp.drain();
    t.is(await balance(), 10 - 1);
});

test('a repeated click on the button shows the same link, and charges once', async (t) => {
    const { testApp, made, balance } = await prepared(t);
    const click = async () => linkIn((await made({ key: 'a-key-of-sixteen' })).body);
    const link = await click();
    t.is(await click(), link);
    t.is(await balance(), 10 - 1 - 1);
    await visitorAt(testApp, new URL(link).pathname).post('start', consent);
    t.is(await click(), '', 'the candidate has started');
});

test('the page of an invited candidate leads to the link, until the candidate starts', async (t) => {
    const fixtures = await prepared(t, { SMTP_URL: 'smtp://127.0.0.1:9' });
    const { testApp, browser, council } = fixtures;
    const one = await invited(testApp, fixtures, 1);
    const page = async () => (await browser.get(`/screens/${one.id}?ask=link`)).body as string;
    const asked = await page();
    const shown = await browser.press(asked, 'Show link');
    t.deepEqual([shown.statusCode, shown.headers['cache-control']], [200, 'no-store']);
    t.is(new URL(linkIn(shown.body)).pathname, one.path);
    const link = () => council.send('POST', `/screens/${one.id}/link`);
    t.is((await link()).body.data.link, linkIn(shown.body));
    t.is(linkIn((await browser.press(asked, 'Show link', { nonce: 'x' })).body), '');
    await one.post('start', { consent: '1' });
    const late = await link();
    t.deepEqual([late.statusCode, late.headers['x-svc-error']], [409, 'wrong_state']);
    t.is(pageOf(await page()).button('Show link'), undefined);
    t.truthy(pageOf((await browser.press(asked, 'Show link')).body).alert());
    t.is((await council.send('POST', `/screens/${one.id}/remind`)).statusCode, 200);
});

test('no link is shown of a draft, after the time to start, or after a cancellation', async (t) => {
    const fixtures = await prepared(t);
    const { testApp, council, sage } = fixtures;
    const draft = (await council.send('POST', '/screens', { sage_id: sage.id, candidate })).body.data;
    const [one, two] = [await invited(testApp, fixtures, 1), await invited(testApp, fixtures, 2)];
    await council.send('POST', `/screens/${two.id}/cancel`, { reason: '' });
    testApp.pass(14 * day);
    const later = await testApp.as('councilAdmin');
    const statusOf = async (id: string) => (await later.send('POST', `/screens/${id}/link`)).statusCode;
    for (const id of [draft.screen.id, one.id, two.id]) t.is(await statusOf(id), 409);
    t.is(await statusOf(crypto.randomUUID()), 404);
});

test('each showing is recorded, and no page, export, log or table contains a link', async (t) => {
    const { testApp, made, browser, lines, sage } = await prepared(t);
    const { body } = await made({});
    const [link, id] = [linkIn(body), idOf(body)];
    const token = link.split('/').at(-1) ?? '';
    t.true(token.length > 40);
    const { client: admin, browser: staff } = await browserOf(testApp, 'administrator');
    await admin.send('POST', `/screens/${id}/link`);
    await admin.send('POST', `/screens/${id}/remind`);
    await testApp.drain();
    const { items } = (await admin.get('/admin/audit?act=screen.show-link')).body.data;
    t.is(items.length, 2);
    for (const { target } of items) t.is(target, `screen:${id}`);
    const pages = `/screens /screens?state=invited /screens/${id} /screens/${id}?ask=link /screens/${id}/data
        /screens/invite /search?q=rosa /sages/${sage.id} / /jobs/mails /audit /jobs`;
    const routes = `/screens /screens/${id} /screens/${id}/candidate-data /admin/audit`;
    const seen = [...pages.split(/\s+/), ...routes.split(' ').map((route) => `/rest/svc/v1${route}`)];
    for (const url of seen) {
        const answer = await staff.get(url);
        t.is(answer.statusCode, 200, url);
        for (const { body } of [answer, await browser.get(url)])
            t.false(JSON.stringify(body).includes(token), url);
    }
    t.true(lines.length > 0);
    t.false(lines.join('').includes(token));
    for (const table of Object.values(schema) as SQLiteTable[])
        t.false(JSON.stringify(await testApp.store.read.select().from(table)).includes(token));
});

test('without a mail server the page offers a link alone, and with one both ways and the email', async (t) => {
    const ways = ['Create a link', 'Send invitation', 'Only create a link'];
    const without = pageOf(await (await prepared(t)).form()).buttons();
    t.deepEqual(
        ways.filter((way) => without.includes(way)),
        ways.slice(0, 1)
    );
    const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Harbour <jobs@harbour.example>' };
    const both = pageOf(await (await prepared(t, smtp)).form());
    t.deepEqual(
        ways.filter((way) => both.buttons().includes(way)),
        ways.slice(1)
    );
    const { text } = both.part('The email as it is sent');
    t.regex(text, /From Harbour <jobs@harbour\.example>.*Hello \[name\],.*line\].*link\]/);
    t.regex(both.text, /14 days to start, 60 minutes to answer/);
});

test('the personal line is in the email as its author wrote it, and one that is too long stays', async (t) => {
    const { testApp, made, council, sage } = await prepared(t);
    const long = 'é'.repeat(501);
    const refused = pageOf((await made({ personal_line: long })).body);
    t.truthy(refused.alert());
    t.is(refused.field('Personal line')?.value, long);
    const line = 'Good to meet you.\nUntil <soon>';
    const one = { sage_id: sage.id, candidate: { ...candidate, name: 'One' }, invite: true };
    await council.send('POST', '/screens', { ...one, personal_line: line });
    const list = { sage_id: sage.id, candidates: [{ name: 'Two', email: 'two@example.test' }] };
    const more = { key: 'a-key-of-sixteen', personal_line: 'To all of you.' };
    t.is((await council.send('POST', '/screens/invitations', { ...list, ...more })).statusCode, 201);
    const texts = (await letters(testApp)).map(({ text }) =>
        text.slice(0, text.indexOf('\n\nPlease answer'))
    );
    t.deepEqual(texts.toSorted(), [`Hello One,\n\n${line}`, 'Hello Two,\n\nTo all of you.']);
});

test('a page for one sage names it, and says what to do where it cannot invite', async (t) => {
    const { browser, sage, toggle, form } = await prepared(t);
    const of = `?sage_id=${sage.id}`;
    const toSage = `/sages/${sage.id}`;
    const open = pageOf(await form(of));
    t.is(open.link('Backend engineer'), toSage);
    t.is(open.link('A list'), `/screens/invite/list${of}`);
    t.is((await browser.get('/screens/invite?sage_id=999')).statusCode, 404);
    t.is((await browser.get('/screens/invite?sage_id=x')).statusCode, 400);
    await toggle();
    t.is(pageOf(await form(of)).link('Go to Backend engineer'), toSage);
    t.is(pageOf(await form('')).link('Go to the sages'), '/sages');
});
