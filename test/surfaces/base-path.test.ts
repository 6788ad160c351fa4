// BASE_URL with a path: whatever leads anywhere leads below it, behind a proxy that takes the path off and one that leaves it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { html } from '../../plugins/surfaces/pages/layout.ts';
import { harmless } from '../../plugins/surfaces/pages/parts/harmless.ts';
import { pageBelow } from '../../plugins/surfaces/pages/base-path.ts';
import { createFixtures, type Fixtures } from '../access/fixtures.ts';
import { addressesFor, routeBehind, targetsIn, unescaped, withoutPart } from '../access/shown.ts';
import { startPathProxy } from '../doubles/path-proxy.ts';
import { agentOf } from '../support/clients/agent.ts';
import { linkIn, mailsOf, oneOf, requestReset } from '../support/people/accounts.ts';
import { password, withUser } from '../support/people/people.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { encode } from '../support/people/roles.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import { make } from '../support/fixtures/splash.ts';

const path = '/council';
const site = 'https://host.example';
const env = { BASE_URL: site + path, PORT: '0' };

/** The service behind the proxy. Answers what asks the proxy, as a browser that goes nowhere by itself. */
async function throughProxy(t: ExecutionContext, { server }: TestApp) {
    await server.start();
    t.teardown(() => server.stop());
    const proxy = await startPathProxy(t, path, Number(server.info.port));
    return async (address: string, request: RequestInit = {}) => {
        const answer = await fetch(proxy + address, { redirect: 'manual', ...request });
        const { status, headers } = answer;
        return { status, headers, body: await answer.text(), location: headers.get('location') ?? '' };
    };
}
type Ask = Awaited<ReturnType<typeof throughProxy>>;

/** Without TLS, so that the session has the name that the people of the tests send. */
const plain = { BASE_URL: `http://host.example${path}`, PORT: '0' };
const written = '<p>Please write href="/sages" here</p>';
/** A link to this site in a text of a user stays one. */
const linkOfText = '<a href="/council/';

const post = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
    body: encode(fields)
});

/** Everything in the tags of a page that begins as a path does, but for what a form sends and a key is called. */
const pathsIn = (page: string) =>
    Array.from(page.matchAll(/ ([\w-]+)="(\/[^"]*)"/g), ([, name = '', address = '']) => ({ name, address }))
        .filter(({ name }) => name !== 'value' && name !== 'aria-keyshortcuts')
        .map(({ name, address }) => ({ name, address: withoutPart(unescaped(address)) }));

const followed = new Set(['href', 'src']);

async function walk(t: ExecutionContext, fixtures: Fixtures, ask: Ask, cookie: string) {
    const { server } = fixtures.testApp;
    const statuses = new Map<string, number>();
    const statusOf = async (address: string) => {
        const status = statuses.get(address) ?? (await ask(address, { headers: { cookie } })).status;
        statuses.set(address, status);
        return status;
    };
    let shown = 0;
    const own = await addressesFor(fixtures, fixtures.client('administrator'));
    for (const at of [...own, '/login', '/reset-password', '/nowhere']) {
        const { status, headers, body, location } = await ask(path + at, { headers: { cookie } });
        if (location) t.true(location.startsWith(`${path}/`) && (await statusOf(location)) < 400, location);
        if (status !== 200 || !headers.get('content-type')?.startsWith('text/html')) continue;
        shown += 1;
        for (const { name, address } of pathsIn(body)) {
            t.true(address.startsWith(`${path}/`), `${at}: ${name} is ${address}`);
            if (followed.has(name)) t.not(await statusOf(address), 404, `${at} leads to ${address}`);
        }
        for (const target of targetsIn(body))
            t.truthy(routeBehind(server, target.slice(path.length)), `${at} posts to ${target}`);
    }
    return shown;
}

test('every path on every page is below BASE_URL and works through the proxy', async (t) => {
    const fixtures = await createFixtures(t, { env: plain });
    const ask = await throughProxy(t, fixtures.testApp);
    await make(fixtures.client('administrator'));
    const { cookie } = fixtures.client('administrator').headers;
    const shown = await walk(t, fixtures, ask, cookie);
    t.true(shown > 50, String(shown));
    t.true((await walk(t, fixtures, ask, '')) > 6);
});

test('login by form works below the base path, and the cookie stays on the host', async (t) => {
    const testApp = await createTestApp(t, { env });
    const ask = await throughProxy(t, testApp);
    await withUser(testApp);
    const sent = await ask(`${path}/sages?page=2`);
    t.deepEqual([sent.status, sent.location], [303, `${path}/login?next=/sages%3Fpage%3D2`]);
    const form = (await ask(sent.location)).body;
    const [action = ''] = targetsIn(form);
    const typed = { ...hiddenFields(form), login: 'ada', password };
    const foreign = await ask(action, post(typed, { origin: 'https://evil.example' }));
    t.notRegex(foreign.headers.getSetCookie().join(), /session/, 'another origin is refused as ever');
    const done = await ask(action, post(typed, { origin: site }));
    t.deepEqual([done.status, done.location], [303, `${path}/sages?page=2`]);
    const [session = ''] = done.headers.getSetCookie();
    t.regex(session, /^__Host-svc_session=[^;]+;.*; Path=\/(;|$)/);
    const cookie = session.replace(/;.*/, '');
    const page = await ask(done.location, { headers: { cookie } });
    t.is(page.status, 200);
    const { body } = page;
    const out = targetsIn(body).find((target) => target.endsWith('/logout')) ?? '';
    const ended = await ask(out, post(hiddenFields(body, '/logout'), { cookie, origin: site }));
    t.is(ended.location, `${path}/login`);
});

test('a form action is sent below the path, and leads back to the page that it was sent from', async (t) => {
    const testApp = await createTestApp(t, { env: plain });
    const ask = await throughProxy(t, testApp);
    const admin = await testApp.as('administrator');
    await make(admin, { cta_link: '/sages?new=1', content: written });
    const { cookie } = admin.headers;
    const { body } = await ask(`${path}/people?q=a`, { headers: { cookie } });
    t.true(body.includes('href="/council/sages?new=1"'), 'a path of this site that an administrator named');
    t.true(body.includes('write href="/sages" here'), 'text stays as it was written');
    const close = targetsIn(body).find((target) => target.includes('svc_mark_splash_seen')) ?? '';
    t.true(close.startsWith(`${path}/rest/svc/v1/admin/admin-ajax.php?`));
    const done = await ask(close, post(hiddenFields(body, 'svc_mark_splash_seen'), { cookie }));
    t.deepEqual([done.status, done.location], [303, `${path}/people?q=a`]);
    t.notRegex((await ask(done.location, { headers: { cookie } })).body, /class="news"/);
});

test('emails, JSON, headers, API documents and tools use addresses below the path', async (t) => {
    const testApp = await createTestApp(t, { env: { ...plain, HUMAN_CHECK: 'off' } });
    const ask = await throughProxy(t, testApp);
    const author = await testApp.as('author');
    const link = linkIn(
        oneOf(await mailsOf(testApp, () => requestReset(testApp, 'author')), 'password_reset')
    );
    t.is(link.pathname, `${path}/reset-password`);
    t.is((await ask(link.pathname + link.search)).status, 200);
    const { avatar_url: picture } = (await author.get('/profile')).body.data.user;
    t.is(picture, `${path}/avatars/${author.user.id}`);
    t.is((await ask(picture, { headers: author.headers })).status, 200);
    const document = JSON.parse((await ask(`${path}/openapi.json`)).body);
    t.deepEqual(document.servers, [{ url: plain.BASE_URL }]);
    const { headers } = await agentOf(testApp);
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const accept = 'application/json, text/event-stream';
    const listed = await ask(`${path}/mcp`, {
        method: 'POST',
        headers: {
            ...headers,
            accept,
            origin: new URL(plain.BASE_URL).origin,
            'content-type': 'application/json'
        },
        body: message
    });
    t.is(listed.status, 200);
    t.true(listed.body.includes('task_get'));
});

test('a candidate can do everything below the path, from the link to the end, with human check', async (t) => {
    const testApp = await createTestApp(t, { env: plain });
    const ask = await throughProxy(t, testApp);
    const { council, sage } = await withActiveSage(testApp);
    const candidate = { name: 'Ada', email: 'ada@example.test' };
    const { body } = await council.send('POST', '/screens', { sage_id: sage.id, candidate, invite: true });
    const { pathname } = new URL(body.data.link);
    const [start = ''] = targetsIn((await ask(pathname)).body);
    t.deepEqual([pathname.startsWith(`${path}/screen/`), start], [true, `${pathname}/start`]);
    const begun = await ask(start, post({ consent: '1' }));
    t.is(begun.location, pathname);
    const question = pathsIn((await ask(pathname)).body);
    t.deepEqual(
        question.filter(({ name }) => ['data-then', 'action'].includes(name)),
        [
            { name: 'data-then', address: pathname },
            { name: 'action', address: `${pathname}/answer` }
        ]
    );
    const reset = pathsIn((await ask(`${path}/reset-password`)).body);
    const challenge = reset.find(({ name }) => name === 'data-proof-of-work')?.address ?? '';
    t.is((await ask(challenge)).status, 200);
});

test('scripts and styles take their addresses from the page or from where they lie themselves', (t) => {
    const folder = join(import.meta.dirname, '../../plugins/surfaces/public');
    const files = globSync('*.{js,css}', { cwd: folder });
    t.true(files.length > 10);
    for (const file of files) t.notRegex(readFileSync(join(folder, file), 'utf8'), /['"`(]\/[a-z]/, file);
});

test('with a path, pages differ from those without one by the path alone', async (t) => {
    const pages = ['/', '/login', '/reset-password', '/docs', '/intake/form', '/nowhere'];
    const [at, below] = await Promise.all(
        ['http://host.example', 'http://host.example/a-path'].map((BASE_URL) =>
            createTestApp(t, { env: { BASE_URL } })
        )
    );
    for (const page of pages) {
        const [body = '', moved = ''] = await Promise.all(
            [at, below].map(async (one) => (await plainBrowser(one as TestApp).get(page)).body as string)
        );
        t.true(moved.includes('"/a-path/public/'), page);
        t.is(moved.replaceAll('/a-path', ''), body, page);
    }
});

const pieces = [
    '<a href="/x">',
    ' href="/x"',
    ' action="/x" ',
    '"',
    "'",
    '<',
    '>',
    '/x',
    'href=',
    '/>',
    '<b ',
    ' '
];

test('nothing that people write is taken for an address', (t) => {
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((some) => some.join(''));
    fc.assert(
        fc.property(texts, texts, (text, value) => {
            const page = html`<p title="${value}" data-words="${text}">${text}</p><input value="${value}"/>
                <div>${{ html: harmless(text) }}</div>`.html;
            const moved = pageBelow(path, page);
            t.is(moved.replaceAll(linkOfText, '<a href="/'), page);
        })
    );
});

test('no address in a request leads to another site', async (t) => {
    const browser = plainBrowser(await createTestApp(t, { env }));
    for (const back of ['//evil.example', '/\\evil.example', 'https://evil.example/', '/\t/evil.example']) {
        const { headers } = await browser.post('/theme', { theme: 'dark', back });
        t.is(headers.location, `${path}/`, back);
    }
});

/** Asks the service itself, as a proxy does that hands paths on as they come. */
async function direct(t: ExecutionContext, { server }: TestApp) {
    await server.start();
    t.teardown(() => server.stop());
    return async (address: string, headers: Record<string, string> = {}) => {
        const answer = await fetch(server.info.uri + address, { redirect: 'manual', headers });
        const body = (await answer.text()).replaceAll(/"[^"]*nonce[^"]*" value="[^"]*"/g, '');
        return [answer.status, answer.headers.get('location'), body];
    };
}

test('with the path left on it a request gets what it gets without', async (t) => {
    const testApp = await createTestApp(t, { env: { ...plain, ALLOWED_ORIGINS: 'http://desk.example' } });
    const ask = await direct(t, testApp);
    const { cookie } = (await testApp.as('administrator')).headers;
    for (const at of '/ /login /people?q=a /sages/ /public/styles/base.css /healthz /no/where'.split(' '))
        t.deepEqual(await ask(path + at, { cookie }), await ask(at, { cookie }), at);
    for (const at of ['', '?q=1'])
        t.deepEqual(await ask(path + at, { cookie }), await ask(`/${at}`, { cookie }), at);
    t.deepEqual((await ask(`${path}/sages?page=2`)).slice(0, 2), [
        303,
        `${path}/login?next=/sages%3Fpage%3D2`
    ]);
    for (const at of [
        's/login',
        '/council/login',
        '//login',
        '//evil.example/',
        '/_actions/svc_logout',
        '%2Flogin'
    ])
        t.is((await ask(path + at, { cookie }))[0], 404, at);
});

test('a path that a route starts with is not taken off', async (t) => {
    const ask = await direct(
        t,
        await createTestApp(t, { env: { BASE_URL: `${site}/login/desk`, PORT: '0' } })
    );
    t.is((await ask('/login'))[0], 200);
    t.is((await ask('/login/desk/login'))[0], 404);
});
