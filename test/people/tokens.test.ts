// Service tokens: made, seen once, looked at and revoked in a browser, by the rules of the command line.
import test from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { browserOf, opened } from '../support/people/sage-pages.ts';
import type { TestApp } from '../support/servers/test-app.ts';
import { payloads } from '../support/fixtures/xss-payloads.ts';

const to = '/rest/svc/v1/service-tokens';
const day = 24 * 60 * 60_000;

type Opened = Awaited<ReturnType<typeof opened>>;

/** Makes one by its form; returns the page that shows it. */
async function made({ browser }: Pick<Opened, 'browser'>, fields: Record<string, string>) {
    const form = hiddenFields((await browser.get('/people/tokens/new')).body, 'name="name"');
    return browser.submit(to, { ...form, name: 'agent', expires_days: '30', ...fields });
}

const valueOn = (page: string) => /svcs_\w{40}/.exec(page)?.[0] ?? '';

const toolsFor = async ({ server }: TestApp, token: string) =>
    (await server.inject({ url: '/tools/list', headers: { 'x-service-token': token } })).statusCode;

async function acts({ store }: TestApp) {
    const { items } = await listAudit(store.read, { limit: 9, offset: 0 });
    return items.map(({ actor, act, after, note }) => [actor, act, after, note].join(' ')).toReversed();
}

test('a token is created in a browser, shown once, works, and is revoked for good', async (t) => {
    const it = await opened(t, 'administrator');
    const { testApp, browser, client } = it;
    const page = await made(it, { 'scope_tool:task_get': '1', 'scope_admin:jobs': '1' });
    t.is(page.statusCode, 201);
    t.is(page.headers['cache-control'], 'no-store');
    const value = valueOn(page.body);
    t.is(await toolsFor(testApp, value), 200);
    const [row] = (await client.get('/service-tokens')).body.data.items;
    t.like(row, { name: 'agent', scopes: ['tool:task_get', 'admin:jobs'], revoked_at: null });
    t.is(Date.parse(row.expires_at), testApp.now() + 30 * day);
    const path = `/people/tokens/${row.id}`;
    const seen = await Promise.all(
        ['/people/tokens', path, '/people/tokens/new'].map((url) => browser.get(url))
    );
    t.false(
        seen.some(({ body }) => body.includes('svcs_')),
        'nowhere else'
    );
    t.regex(seen[1]?.body ?? '', /Get a task linkage row.*Fetches one task.*Support/s);
    const asked = (await browser.get(`${path}?ask=revoke`)).body;
    t.regex(asked, /lose access immediately.*just now/s);
    const ended = await browser.submit(`${to}/${row.id}/revoke`, hiddenFields(asked, '/revoke"'));
    t.regex(ended.body, /Revoked<\/span>.*It no longer works/s);
    t.is(await toolsFor(testApp, value), 401);
    const again = await browser.submit(`${to}/${row.id}/revoke`, hiddenFields(asked, '/revoke"'));
    t.regex(again.body, /Token not found/);
    const who = `user:${client.user.id}`;
    t.deepEqual(await acts(testApp), [
        `${who} token.issue tool:task_get admin:jobs agent`,
        `${who} token.revoke  `
    ]);
});

test('a token without scope, name or valid expiry is refused with the typed values', async (t) => {
    const it = await opened(t, 'administrator');
    const without = await made(it, { name: 'night watch', expires_days: '365' });
    t.is(without.statusCode, 400);
    t.regex(
        without.body,
        /href="#scopes">Choose at least one permission.*value="night watch".*value="365" selected/s
    );
    t.regex((await made(it, { name: ' ', 'scope_tool:*': '1' })).body, /href="#name".*checked/s);
    for (const scope of ['tool:', 'admin:*', '*', 'ss_admin_all', ...payloads.slice(0, 5)]) {
        const { statusCode, body } = await made(it, { [`scope_${scope}`]: '1' });
        t.is(statusCode, 400, scope);
        t.false(body.includes(payloads[0] ?? ''));
    }
    t.is((await it.client.get('/service-tokens')).body.data.total, 0);
    t.deepEqual(await acts(it.testApp), []);
});

test('without a nonce no token is created or revoked', async (t) => {
    const it = await opened(t, 'administrator');
    await made(it, { 'scope_tool:*': '1' });
    const fields = { name: 'agent', 'scope_tool:*': '1' };
    t.is((await it.browser.submit(to, fields)).statusCode, 400);
    t.is((await it.browser.post(`${to}/1/revoke`, {})).statusCode, 303);
    t.like((await it.client.get('/service-tokens')).body.data, { total: 1, items: [{ revoked_at: null }] });
});

test('the list can be filtered by active and ended tokens, by time as well', async (t) => {
    const it = await opened(t, 'administrator');
    await made(it, { name: 'short', 'scope_tool:*': '1' });
    await made(it, { name: 'long', 'scope_tool:*': '1', expires_days: '' });
    const names = async (state: string) =>
        (await it.client.get(`/service-tokens?state=${state}`)).body.data.items
            .map(({ name }: { name: string }) => name)
            .join(' ');
    t.deepEqual([await names('good'), await names('ended')], ['long short', '']);
    it.testApp.pass(30 * day);
    const { browser } = await browserOf(it.testApp, 'administrator');
    t.regex((await browser.get('/people/tokens?state=ended')).body, />short<.*>Expired</s);
    t.regex((await browser.get('/people/tokens?state=good')).body, />long<.*never/s);
});

test('only an administrator sees and creates tokens', async (t) => {
    const { browser } = await opened(t, 'support');
    for (const path of ['', '/new', '/1']) t.is((await browser.get(`/people/tokens${path}`)).statusCode, 403);
    t.notRegex((await browser.get('/')).body, /people\/tokens/);
});
