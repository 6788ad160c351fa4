// The link of a candidate who has not started: shown to those who may invite, by a request of its own, and stored nowhere.
import { Writable } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import pino from 'pino';
import { account } from '../../db/accounts/credits.ts';
import * as schema from '../../db/migrations/schema.ts';
import { findScreen } from '../../db/screens/screens.ts';
import type { SQLiteTable } from '../../db/store/drizzle.ts';
import { day } from '../../db/store/time.ts';
import { readMails } from '../../jobs/mail/text.ts';
import { invited, mailsTo, withActiveSage } from '../support/fixtures/council.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const candidate = { name: 'Rosa <b>', email: 'rosa@example.test' };

async function prepared(t: ExecutionContext, env: Record<string, string> = {}) {
    const lines: string[] = [];
    const sink = new Writable({
        write: (line, _, done) => {
            lines.push(String(line));
            done();
        }
    });
    const testApp = await createTestApp(t, { env, log: pino({ level: 'trace' }, sink), alone: true });
    const fixtures = await withActiveSage(testApp);
    const browser = plainBrowser(testApp, { svc_session: (await testApp.as('author')).cookie });
    const { id: sageId } = fixtures.sage;
    const made = async (fields: Record<string, string>) => {
        const page = (await browser.get(`/screens/invite?sage_id=${sageId}`)).body as string;
        const hidden = hiddenFields(page, 'name="sage_id"');
        return browser.submit('/rest/svc/v1/screens', { ...hidden, ...candidate, ...fields });
    };
    return { testApp, ...fixtures, browser, made, lines };
}

const linkIn = (page: string) => /id="link" type="url" readonly value="([^"]+)"/.exec(page)?.[1] ?? '';
const idOf = (page: string) => /href="\/screens\/([\da-f-]{36})">Done/.exec(page)?.[1] ?? '';

test('a link is made without an email, and is shown with a message, for whom and until when', async (t) => {
    const { testApp, made, council } = await prepared(t);
    const { body, headers, statusCode } = await made({ send: 'link', personal_line: 'See you <i>soon</i>!' });
    t.is(statusCode, 201);
    t.is(headers['cache-control'], 'no-store');
    t.deepEqual(await mailsTo(testApp), []);
    const link = linkIn(body);
    t.is((await ask(testApp.server, { url: new URL(link).pathname })).statusCode, 200);
    t.true(body.includes('Send Rosa &lt;b&gt; this link'));
    t.regex(body, /No email was sent\..* They can start until 29 January 2026/s);
    t.false(body.includes('class="toast"'), 'nothing covers the link');
    const message = /<textarea id="message"[^>]*>\n(.*?)<\/textarea>/s.exec(body)?.[1] ?? '';
    t.true(message.startsWith('Hello Rosa &lt;b&gt;,\n\nSee you &lt;i&gt;soon&lt;/i&gt;!\n\n'));
    t.true(message.includes(link));
    t.true(body.includes(`mailto:rosa@example.test?subject=`));
    t.true(body.includes(encodeURIComponent(link)));
    const id = idOf(body);
    const { status, expiresAt, invitedAt } = (await findScreen(testApp.store.read, id)) ?? {};
    t.deepEqual([status, invitedAt, expiresAt], ['ss_invited', testApp.now(), testApp.now() + 14 * day]);
    t.is((await account(testApp.store.read)).balance, 10 - 1 - 1);
    t.is((await council.send('POST', `/screens/${id}/remind`)).statusCode, 200);
    t.deepEqual(await mailsTo(testApp), ['screen_reminder rosa@example.test']);
    t.is((await council.send('POST', `/screens/${id}/cancel`, { reason: '' })).statusCode, 200);
    await testApp.drain();
    t.is((await account(testApp.store.read)).balance, 10 - 1);
});

test('a repeated click on the button shows the same link, and charges once', async (t) => {
    const { testApp, made } = await prepared(t);
    const key = 'a-key-of-sixteen';
    const [one, two] = [await made({ send: 'link', key }), await made({ send: 'link', key })];
    t.is(linkIn(one.body), linkIn(two.body));
    t.is((await account(testApp.store.read)).balance, 10 - 1 - 1);
    const path = new URL(linkIn(one.body)).pathname;
    await ask(testApp.server, {
        method: 'POST',
        url: `${path}/start`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'consent=1'
    });
    const late = await made({ send: 'link', key });
    t.false(late.body.includes(path), 'the candidate has started');
    t.regex(late.body, /The candidate is invited/);
});

test('the page of an invited candidate leads to the link, until the candidate starts', async (t) => {
    const fixtures = await prepared(t, { SMTP_URL: 'smtp://127.0.0.1:9' });
    const { testApp, browser, council } = fixtures;
    const one = await invited(testApp, fixtures, 1);
    const url = `/rest/svc/v1/screens/${one.id}/link`;
    const asked = (await browser.get(`/screens/${one.id}?ask=link`)).body as string;
    t.regex(asked, /We record that you saw it/);
    const hidden = hiddenFields(asked, '/link"');
    const shown = await browser.post(url, hidden);
    t.deepEqual([shown.statusCode, shown.headers['cache-control']], [200, 'no-store']);
    t.is(new URL(linkIn(shown.body)).pathname, one.path);
    t.is((await council.send('POST', `/screens/${one.id}/link`)).body.data.link, linkIn(shown.body));
    t.is((await browser.post(url, { ...hidden, nonce: 'x' })).statusCode, 303);
    await one.post('start', { consent: '1' });
    const late = await council.send('POST', `/screens/${one.id}/link`);
    t.deepEqual([late.statusCode, late.headers['x-svc-error']], [409, 'wrong_state']);
    t.false(((await browser.get(`/screens/${one.id}`)).body as string).includes('Copy link'));
    t.regex((await browser.submit(url, hidden)).body, /You can see the link only until the candidate starts/);
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
    for (const id of [draft.screen.id, one.id, two.id])
        t.is((await later.send('POST', `/screens/${id}/link`)).statusCode, 409);
    t.is((await later.send('POST', `/screens/${crypto.randomUUID()}/link`)).statusCode, 404);
});

test('only users who may invite see a link', async (t) => {
    const fixtures = await prepared(t, { SAGE_ACCESS: 'owner' });
    const { testApp, council, sage } = fixtures;
    const one = await invited(testApp, fixtures, 1);
    const status = async (who: 'reviewer' | 'author' | 'salesRep') =>
        (await (await testApp.as(who)).send('POST', `/screens/${one.id}/link`)).statusCode;
    t.deepEqual([await status('author'), await status('salesRep')], [404, 403]);
    const { user } = await testApp.as('reviewer');
    await council.send('PATCH', `/sages/${sage.id}`, { reviewers: [user.id] });
    t.is(await status('reviewer'), 403, 'who reviews does not invite');
});

test('each showing is recorded, and no page, export, log or table contains a link', async (t) => {
    const { testApp, made, browser, lines, sage } = await prepared(t);
    const { body } = await made({ send: 'link' });
    const [link, id] = [linkIn(body), idOf(body)];
    const token = link.split('/').at(-1) ?? '';
    t.true(token.length > 40);
    const admin = await testApp.as('administrator');
    await admin.send('POST', `/screens/${id}/link`);
    await admin.send('POST', `/screens/${id}/remind`);
    await testApp.drain();
    const { items } = (await admin.get('/admin/audit?act=screen.show-link')).body.data;
    t.deepEqual(
        items.map(({ target }: { target: string }) => target),
        [`screen:${id}`, `screen:${id}`]
    );
    const staff = plainBrowser(testApp, { svc_session: admin.cookie });
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

test('without a mail server the page offers a link alone, and with one both ways', async (t) => {
    const show = async (env: Record<string, string>) => {
        const { browser, sage } = await prepared(t, env);
        return (await browser.get(`/screens/invite?sage_id=${sage.id}`)).body as string;
    };
    const without = await show({});
    t.regex(without, /No mail server is set up, so nothing is emailed\./);
    t.regex(without, />Create a link</);
    t.false(without.includes('>Send invitation<'));
    const both = await show({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Harbour <jobs@harbour.example>' });
    t.false(both.includes('No mail server'));
    t.regex(both, /<button type="submit">Send invitation<.*class="secondary">Only create a link</s);
    t.regex(both, /From Harbour &lt;jobs@harbour\.example&gt;/);
    t.regex(both, /Hello \[name\],.*\[your personal line\].*\[the personal link\]/s);
    t.regex(both, /14 days to start, 60 minutes to answer/);
});

test('the personal line is in the email as its author wrote it, and one that is too long stays', async (t) => {
    const { testApp, made, council, sage } = await prepared(t);
    const long = 'é'.repeat(501);
    const refused = await made({ personal_line: long });
    t.regex(refused.body, /href="#personal_line">Enter a personal line of up to 500 characters/);
    t.true(refused.body.includes(long));
    await made({ personal_line: 'Good to meet you.\nUntil <soon>', name: 'One' });
    const list = { sage_id: sage.id, candidates: [{ name: 'Two', email: 'two@example.test' }] };
    const more = { key: 'a-key-of-sixteen', personal_line: 'To all of you.' };
    t.is((await council.send('POST', '/screens/invitations', { ...list, ...more })).statusCode, 201);
    await testApp.drain();
    const { baseUrl, paths } = testApp.app.config;
    const { items } = await readMails(testApp.store.read, {
        baseUrl,
        restPath: paths.rest,
        links: undefined
    });
    const [two, one] = items.map(({ text }) => text);
    t.regex(one ?? '', /^Hello One,\n\nGood to meet you\.\nUntil <soon>\n\nPlease answer/);
    t.regex(two ?? '', /^Hello Two,\n\nTo all of you\.\n\nPlease answer/);
});

test('a page for one sage names it, and says what to do where it cannot invite', async (t) => {
    const { browser, sage, toggle } = await prepared(t);
    const at = async (query: string) => browser.get(`/screens/invite${query}`);
    const { body } = await at(`?sage_id=${sage.id}`);
    t.regex(body, new RegExp(`<nav class="crumbs".*href="/sages/${sage.id}"`, 's'));
    t.regex(body, new RegExp(`href="/screens/invite/list\\?sage_id=${sage.id}"`));
    t.is((await at('?sage_id=999')).statusCode, 404);
    t.is((await at('?sage_id=x')).statusCode, 400);
    await toggle();
    t.regex((await at(`?sage_id=${sage.id}`)).body, /is not open yet\. Open it first\./);
    const none = (await at('')).body as string;
    t.regex(none, /No sage is open yet\. Open one first\..*href="\/sages">Go to the sages/s);
});
