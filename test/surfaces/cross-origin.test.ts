// Pages of ALLOWED_ORIGINS may write and read what is answered; those of any other origin may do neither.
import type { ServerInjectOptions } from '@hapi/hapi';
import test, { type ExecutionContext } from 'ava';
import { failure, formType, publicNonce } from '../support/people/accounts.ts';
import { ask, encode } from '../support/people/roles.ts';
import { paths } from '../support/clients/client.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const desk = { origin: 'https://desk.example', 'sec-fetch-site': 'same-site' };
const afar = { ...desk, 'sec-fetch-site': 'cross-site' };
const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
const env = { ALLOWED_ORIGINS: 'https://desk.example, https://other.example', HUMAN_CHECK: 'off' };
const open = (t: ExecutionContext) => createTestApp(t, { env });

type Answer = Awaited<ReturnType<typeof ask>>;

const corsOf = ({ headers }: Answer) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
const granted = {
    'access-control-allow-origin': 'https://desk.example',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'X-Svc-Error, X-Svc-Field, X-Request-Id, Retry-After, ETag'
};

const preflight = (
    { server }: TestApp,
    url: string,
    method: string,
    headers: Record<string, string> = desk
) =>
    ask(server, {
        method: 'OPTIONS',
        url,
        headers: {
            ...headers,
            'access-control-request-method': method,
            'access-control-request-headers': 'content-type,x-svc-nonce'
        }
    });

const inviting = { sage_id: 1, candidate: { name: 'Robin', email: 'robin@example.test' } };
const item = { title: 'A request', contact_name: 'Sam', contact_email: 'sam@example.test' };
const post = (url: string, payload: object, headers: Record<string, string>): ServerInjectOptions => ({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload)
});

test('an allowed origin can send JSON and a nonce after preflight, to actions and JSON routes', async (t) => {
    const testApp = await open(t);
    for (const [url, method] of [
        [`${paths.ajax}?action=svc_get_commissions`, 'POST'],
        [`${paths.rest}/session`, 'GET'],
        [`${paths.rest}/screens`, 'POST'],
        [`${paths.rest}/tasks`, 'PUT'],
        [`${paths.rest}/sages/1`, 'PATCH']
    ] as const) {
        const answer = await preflight(testApp, url, method);
        t.is(answer.statusCode, 204, url);
        t.is(answer.body, '');
        t.deepEqual(corsOf(answer), {
            ...granted,
            'access-control-allow-methods': 'GET, POST, PATCH, PUT',
            'access-control-allow-headers': 'Content-Type, X-Svc-Nonce, If-Match',
            'access-control-max-age': '600'
        });
        t.regex(String(answer.headers['vary']), /origin/);
    }
});

test('it reads the session with its nonces, and writes with them', async (t) => {
    const testApp = await open(t);
    const { headers: badge } = await testApp.as('salesRep');
    const session = await ask(testApp.server, {
        url: `${paths.rest}/session`,
        headers: { ...badge, ...desk }
    });
    t.is(session.statusCode, 200);
    t.like(corsOf(session), granted);
    const { svc_rest, svc_frontend_nonce } = session.body.data.nonces;
    const made = await ask(
        testApp.server,
        post(`${paths.rest}/intake`, item, { ...badge, ...desk, 'x-svc-nonce': svc_rest })
    );
    t.is(made.statusCode, 201);
    t.deepEqual(corsOf(made), granted);
    const form = { action: 'svc_get_commissions', nonce: svc_frontend_nonce };
    const reported = await ask(testApp.server, {
        method: 'POST',
        url: `${paths.ajax}?action=svc_get_commissions`,
        headers: { ...badge, ...desk, ...formType },
        payload: encode(form)
    });
    t.is(reported.statusCode, 200);
    t.deepEqual(corsOf(reported), granted);
});

test('an allowed origin can read refusals: logged out, unknown action, unknown route, bad field', async (t) => {
    const testApp = await open(t);
    const { server } = testApp;
    const { headers: badge, nonces } = await testApp.as('author');
    const nonce = { 'x-svc-nonce': nonces()['svc_rest'] ?? '' };
    for (const [request, code] of [
        [{ url: `${paths.rest}/session`, headers: desk }, 'not_logged_in'],
        [{ method: 'POST', url: `${paths.ajax}?action=svc_nothing`, headers: desk }, 'unknown_action'],
        [{ url: `${paths.rest}/nothing`, headers: desk }, 'not_found'],
        [post(`${paths.rest}/screens`, inviting, { ...badge, ...desk }), 'bad_nonce'],
        [post(`${paths.rest}/screens`, { sage_id: 'x' }, { ...badge, ...desk, ...nonce }), 'invalid_field']
    ] as const) {
        const answer = await ask(server, request);
        t.is(answer.headers['x-svc-error'], code);
        t.deepEqual(corsOf(answer), granted, code);
    }
});

test('without a cookie another site can submit items and request a new password', async (t) => {
    const testApp = await open(t);
    const left = await ask(
        testApp.server,
        post(`${paths.rest}/intake/public`, { ...item, recaptcha_token: 'none' }, afar)
    );
    t.is(left.statusCode, 201);
    t.deepEqual(corsOf(left), granted);
    const action = 'svc_request_password_reset';
    const fields = {
        action,
        login: 'ada',
        recaptcha_token: 'none',
        reset_password_nonce: publicNonce(testApp)
    };
    const asked = await ask(testApp.server, {
        method: 'POST',
        url: `${paths.ajax}?action=${action}`,
        headers: { ...afar, ...formType },
        payload: encode(fields)
    });
    t.is(asked.statusCode, 200);
    t.deepEqual(corsOf(asked), granted);
});

test('a page of any other origin may neither ask nor write, and reads nothing', async (t) => {
    const testApp = await open(t);
    const { headers: badge, nonces } = await testApp.as('salesRep');
    const nonce = { 'x-svc-nonce': nonces()['svc_rest'] ?? '' };
    for (const origin of [
        'https://evil.example',
        'null',
        '*',
        'http://desk.example',
        'https://desk.example:444',
        'https://desk.example.evil.example',
        'https://DESK.example',
        'https://desk.example, https://other.example'
    ]) {
        const headers = { ...evil, origin };
        const first = await preflight(testApp, `${paths.rest}/intake`, 'POST', headers);
        t.is(first.statusCode, 403, origin);
        t.deepEqual(first.body, failure('This request came from another website.'));
        t.deepEqual(corsOf(first), {});
        const write = post(`${paths.rest}/intake`, item, { ...badge, ...headers, ...nonce });
        const written = await ask(testApp.server, write);
        t.is(written.statusCode, 403, origin);
        t.deepEqual(corsOf(written), {});
        const read = await ask(testApp.server, {
            url: `${paths.rest}/session`,
            headers: { ...badge, ...headers }
        });
        t.deepEqual(corsOf(read), {});
        t.regex(String(read.headers['vary']), /origin/);
    }
    const bare = await preflight(testApp, `${paths.rest}/intake`, 'POST', {});
    t.is(bare.statusCode, 403);
});

test('pages, the backend API, the tools and what operations ask for are open to no other origin', async (t) => {
    const testApp = await open(t);
    for (const url of [
        '/',
        '/login',
        '/reset-password',
        '/pl/results/1',
        '/tools/list',
        '/tools/task_get',
        '/mcp',
        '/healthz',
        '/openapi.json',
        `${paths.rest}x/session`
    ])
        for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
            const headers = { ...desk, 'access-control-request-method': 'POST' };
            const answer = await ask(testApp.server, { method, url, headers });
            t.is(answer.headers['access-control-allow-origin'], undefined, `${method} ${url}`);
            t.not(answer.statusCode, 204);
            t.true(answer.statusCode < 500);
        }
});

test('a page of an allowed origin of the same site shows avatars, and nothing else of ours', async (t) => {
    const policyOf = async (setting: Record<string, string>, path: (id: number) => string) => {
        const testApp = await createTestApp(t, { env: setting });
        const { headers, actor } = await testApp.as('author');
        const answer = await ask(testApp.server, { url: path(actor.id), headers: { ...desk, ...headers } });
        t.is(answer.statusCode, 200);
        return answer.headers['cross-origin-resource-policy'];
    };
    const avatar = (id: number) => `/avatars/${id}`;
    t.is(await policyOf(env, avatar), 'same-site');
    t.is(await policyOf({}, avatar), 'same-origin');
    for (const path of ['/profile', '/public/styles/base.css', `${paths.rest}/session`, '/openapi.json'])
        t.is(await policyOf(env, () => path), 'same-origin', path);
});

test('a preflight that is odd breaks nothing', async (t) => {
    const testApp = await open(t);
    for (const url of [
        '/%zz',
        '/%ff',
        '/sages/%ff',
        `/${'x'.repeat(5000)}`,
        '/admin/admin-ajax.php?action=%00'
    ])
        for (const method of ['POST', '', 'constructor', '*']) {
            const { statusCode } = await preflight(testApp, paths.rest + url, method);
            t.true(statusCode < 500, `${method} ${url}`);
        }
});

test('without ALLOWED_ORIGINS no answer contains origin headers', async (t) => {
    const testApp = await createTestApp(t);
    const url = `${paths.rest}/session`;
    for (const origin of ['https://desk.example', 'null', 'http://localhost:3000']) {
        const first = await preflight(testApp, url, 'GET', { origin });
        t.true(first.statusCode >= 400);
        const read = await ask(testApp.server, { url, headers: { origin } });
        for (const answer of [first, read]) {
            t.deepEqual(corsOf(answer), {});
            t.notRegex(String(answer.headers['vary']), /origin/);
        }
    }
});
