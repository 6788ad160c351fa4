// Service tokens: made, seen once, looked at and revoked in a browser, by the rules of the command line.
import test from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf, formOf, opened } from '../support/people/sage-pages.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const create = 'Create token';
const day = 24 * 60 * 60_000;

type Opened = Awaited<ReturnType<typeof opened>>;

/** Makes one by its form; returns the page that shows it. */
const made = async ({ pressAt }: Opened, fields: Record<string, string>) =>
    pressAt('/people/tokens/new', create, { name: 'agent', expires_days: '30', ...fields });

async function acts({ store }: TestApp) {
    const { items } = await listAudit(store.read, { limit: 9, offset: 0 });
    return items.map(({ actor, act, after, note }) => [actor, act, after, note].join(' ')).toReversed();
}

test('a token is created in a browser, shown once, works, and is revoked for good', async (t) => {
    const it = await opened(t, 'administrator');
    const { testApp, browser, client, html } = it;
    const shown = await made(it, { 'scope_tool:task_get': '1', 'scope_admin:jobs': '1' });
    t.is(shown.statusCode, 201);
    t.is(shown.headers['cache-control'], 'no-store');
    const value = /svcs_\w{40}/.exec(shown.body)?.[0] ?? '';
    const tools = async () =>
        (await testApp.server.inject({ url: '/tools/list', headers: { 'x-service-token': value } }))
            .statusCode;
    t.is(await tools(), 200);
    const [row] = (await client.get('/service-tokens')).body.data.items;
    t.like(row, { name: 'agent', scopes: ['tool:task_get', 'admin:jobs'], revoked_at: null });
    t.is(Date.parse(row.expires_at), testApp.now() + 30 * day);
    const path = `/people/tokens/${row.id}`;
    for (const at of ['/people/tokens', path, '/people/tokens/new'])
        t.false((await html(at)).includes('svcs_'), 'nowhere else');
    const asked = await html(path);
    t.deepEqual(
        pageOf(asked)
            .rows('Permissions')
            .map((one) => one['Scope']),
        ['tool:task_get', 'admin:jobs']
    );
    await browser.press(asked, 'Revoke token');
    t.is(await tools(), 401);
    t.truthy(pageOf((await browser.press(asked, 'Revoke token')).body).alert());
    const who = `user:${client.user.id}`;
    t.deepEqual(await acts(testApp), [
        `${who} token.issue tool:task_get admin:jobs agent`,
        `${who} token.revoke  `
    ]);
});

test('a token without scope, name or valid expiry is refused with the typed values', async (t) => {
    const it = await opened(t, 'administrator');
    const typed = { name: 'night watch', expires_days: '365' };
    const without = await made(it, typed);
    t.is(without.statusCode, 400);
    t.is(pageOf(without.body).link(/^Choose at least one permission/), '#scopes');
    t.like(formOf(without.body, create), typed);
    const unnamed = (await made(it, { name: ' ', 'scope_tool:*': '1' })).body;
    t.truthy(pageOf(unnamed).field('Name')?.error);
    t.is(formOf(unnamed, create)['scope_tool:*'], '1');
    for (const scope of ['tool:', 'admin:*', '*', 'ss_admin_all', '"><script>alert(1)</script>']) {
        const { statusCode, body } = await made(it, { [`scope_${scope}`]: '1' });
        t.is(statusCode, 400, scope);
        t.false(body.includes('<script>alert'));
    }
    t.is((await it.client.get('/service-tokens')).body.data.total, 0);
    t.deepEqual(await acts(it.testApp), []);
});

test('the list can be filtered by active and ended tokens, by time as well', async (t) => {
    const it = await opened(t, 'administrator');
    await made(it, { name: 'short', 'scope_tool:*': '1' });
    await made(it, { name: 'long', 'scope_tool:*': '1', expires_days: '' });
    const list = (state: string) => `/service-tokens?state=${state}`;
    t.is((await it.client.get(list('good'))).body.data.total, 2);
    t.is((await it.client.get(list('ended'))).body.data.total, 0);
    it.testApp.pass(30 * day);
    const { client, page } = await browserOf(it.testApp, 'administrator');
    for (const [state, name] of [
        ['ended', 'short'],
        ['good', 'long']
    ] as const) {
        const { items, total } = (await client.get(list(state))).body.data;
        t.deepEqual([items[0].name, total], [name, 1]);
        t.truthy((await page(`/people/tokens?state=${state}`)).row('Service tokens', name));
    }
});
