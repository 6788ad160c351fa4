// cms_get_page over a WordPress: row 27, and what a content system may answer.
import test, { type ExecutionContext } from 'ava';
import { ConfigError, loadConfig } from '../../config/index.ts';
import { listToolCalls } from '../../db/agents/calls.ts';
import { createServer } from '../../server.ts';
import { callerOf, rawService, service } from '../doubles/outside-services.ts';
import { withExpiredTimeout } from '../doubles/other-server.ts';
import '../support/runs/turns.ts';
import { typed } from '../support/servers/command-line.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { openLog } from '../support/runs/log.ts';

const page = {
    id: 5,
    slug: 'about',
    status: 'publish',
    title: { rendered: 'About' },
    content: { rendered: '<p>We screen.</p>' },
    excerpt: { rendered: '' },
    link: 'https://www.example.org/about/',
    date_gmt: '2025-11-20T08:15:00',
    modified_gmt: '2026-01-02T00:00:00'
};

/** Asks for page 5 where WordPress is said to be at this address. */
async function askedAt(t: ExecutionContext, url: string, allowed = '') {
    const { log, lines } = openLog();
    const env = { CMS_URL: url, ALLOW_PRIVATE: allowed };
    const testApp = await createTestApp(t, { log, env });
    const getPage = await callerOf(testApp, 'cms_get_page');
    return { testApp, lines, ...(await getPage({ page_id: 5 })) };
}

/** A WordPress that answers this, and what the tool makes of it. */
async function answered(t: ExecutionContext, status: number, body: unknown) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const site = await service(t, (response) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    );
    return { site, ...(await askedAt(t, site.url, site.place)) };
}

test('a page request contains no secret, and its answer contains only known fields', async (t) => {
    const full = {
        ...page,
        content: { ...page.content, protected: false, raw: 'canary' },
        title: { ...page.title, raw: 'canary' },
        author: 'canary',
        _links: { self: [{ href: 'canary' }] }
    };
    const { site, statusCode, body } = await answered(t, 200, full);
    t.is(statusCode, 200);
    t.deepEqual(body, { ...page, untrusted: true });
    t.is(site.received.length, 1);
    const [{ method, url, headers } = { method: '', url: '', headers: {} }] = site.received;
    t.is(method, 'GET');
    const fields = 'id,slug,status,title,content,excerpt,link,date_gmt,modified_gmt';
    t.is(url, `/wp-json/wp/v2/pages/5?_fields=${fields}`);
    t.deepEqual(
        Object.keys(headers).filter((name) => /cookie|authorization|token/.test(name)),
        []
    );
});

test('a WordPress in a folder is called below that folder', async (t) => {
    const site = await service(t, (response) => response.end(JSON.stringify(page)));
    t.is((await askedAt(t, `${site.url}/blog/`, site.place)).statusCode, 200);
    t.regex(site.received[0]?.url ?? '', /^\/blog\/wp-json\/wp\/v2\/pages\/5\?/);
});

test('a missing or private page gets 500 and not found', async (t) => {
    for (const [status, code] of [
        [401, 'rest_forbidden'],
        [403, 'rest_forbidden'],
        [404, 'rest_post_invalid_id']
    ] as const) {
        const { site, statusCode, body } = await answered(t, status, { code, message: 'canary' });
        t.is(statusCode, 500);
        t.deepEqual(body, { error: 'Tool failed', detail: 'not found' }, String(status));
        t.is(site.received.length, 1);
    }
});

/** A WordPress of which only this beginning of an address leads to REST. */
const onlyAt = (t: ExecutionContext, beginning: string) =>
    service(t, (response, { url = '' }) => {
        if (!url.startsWith(beginning)) return void response.writeHead(404).end('<html>canary</html>');
        if (url.includes('/pages/5')) return void response.end(JSON.stringify(page));
        response.writeHead(404).end('{"code":"rest_post_invalid_id"}');
    });

test('a WordPress without pretty addresses is read by its plain ones, found with one more request', async (t) => {
    const site = await onlyAt(t, '/blog/?rest_route=/wp/v2/pages/');
    const env = { CMS_URL: `${site.url}/blog`, ALLOW_PRIVATE: site.place };
    const getPage = await callerOf(await createTestApp(t, { env }), 'cms_get_page');
    t.is((await getPage({ page_id: 6 })).body.detail, 'not found');
    t.deepEqual((await getPage({ page_id: 5 })).body, { ...page, untrusted: true });
    const fields = 'id,slug,status,title,content,excerpt,link,date_gmt,modified_gmt';
    t.deepEqual(
        site.received.map(({ url }) => url),
        [
            '/blog/wp-json/wp/v2/pages/6?',
            '/blog/?rest_route=/wp/v2/pages/6&',
            '/blog/?rest_route=/wp/v2/pages/5&'
        ].map((start) => `${start}_fields=${fields}`)
    );
});

test('a front page in the place of a page does not make the other address the one that works', async (t) => {
    let isAway = true;
    const site = await service(t, (response, { url = '' }) => {
        if (!url.startsWith('/wp-json/')) return response.end('<h1>Welcome</h1>');
        return isAway
            ? response.writeHead(404).end('<h1>Deploying</h1>')
            : response.end(JSON.stringify(page));
    });
    const env = { CMS_URL: site.url, ALLOW_PRIVATE: site.place };
    const getPage = await callerOf(await createTestApp(t, { env }), 'cms_get_page');
    t.is((await getPage({ page_id: 5 })).body.detail, 'BadAnswer');
    isAway = false;
    t.deepEqual((await getPage({ page_id: 5 })).body, { ...page, untrusted: true });
});

test('a refusal that is not about the page returns its status, and not that there is no page', async (t) => {
    for (const [status, given, requests] of [
        [401, { code: 'rest_login_required', message: 'canary' }, 1],
        [403, { code: 'rest_disabled', message: 'canary' }, 1],
        [403, '<title>canary</title>', 1],
        [404, { code: 'rest_no_route', message: 'canary' }, 1],
        [404, '<title>canary</title>', 2],
        [404, 'null', 2]
    ] as const) {
        const { site, body, lines } = await answered(t, status, given);
        t.deepEqual(body, { error: 'Tool failed', detail: `The content system answered ${status}.` });
        t.is(site.received.length, requests);
        t.false(lines.join('').includes('canary'));
    }
});

test('doctor says whether the content system can be read', async (t) => {
    const readable = await onlyAt(t, '/?rest_route=');
    const refusing = await service(t, (response) => response.writeHead(403).end());
    const { folder } = await createTestApp(t);
    for (const [site, problems] of [
        [readable, []],
        [refusing, ['The content system answered 403.']]
    ] as const) {
        const env = { CMS_URL: site.url, ALLOW_PRIVATE: site.place };
        const { out } = await typed(folder, ['doctor', '--json'], { env });
        const { checks } = JSON.parse(out);
        const check = 'the content system can be read';
        t.deepEqual(checks.at(-1), { check, ok: problems.length === 0, problems });
    }
});

test('any other status is a failure that returns the status and nothing of the body', async (t) => {
    for (const status of [201, 204, 302, 304, 400, 410, 429, 500, 503]) {
        const { statusCode, body, lines } = await answered(t, status, status === 204 ? '' : 'canary');
        t.is(statusCode, 500);
        t.deepEqual(body, { error: 'Tool failed', detail: `The content system answered ${status}.` });
        t.false(lines.join('').includes('canary'));
    }
});

const odd: [what: string, body: unknown][] = [
    ['a page of HTML', '<html>canary</html>'],
    ['half a page', JSON.stringify(page).slice(0, -5)],
    ['nothing', ''],
    ['a list', [page]],
    ['null', null],
    ['another page', { ...page, id: 6 }],
    ['an id in digits', { ...page, id: '5' }],
    ['a title as a text', { ...page, title: 'canary' }],
    ['content that is no text', { ...page, content: { rendered: { canary: 1 } } }],
    ['a date in words', { ...page, date_gmt: 'canary' }],
    ['a page without its link', { ...page, link: undefined }]
];

test('an answer that is not a page is a failure, and nothing of it is returned or logged', async (t) => {
    for (const [what, given] of odd) {
        const { statusCode, body, lines } = await answered(t, 200, given);
        t.is(statusCode, 500, what);
        t.deepEqual(body, { error: 'Tool failed', detail: 'BadAnswer' }, what);
        t.false(lines.join('').includes('canary'), what);
    }
});

test('of a page up to 2 MiB are read, and no byte more is taken for an answer', async (t) => {
    const sized = (size: number) => {
        const rest = size - JSON.stringify({ ...page, content: { rendered: '' } }).length;
        return { ...page, content: { rendered: 'x'.repeat(rest) } };
    };
    const fits = sized(2 * 1024 * 1024);
    const { statusCode, body } = await answered(t, 200, fits);
    t.is(statusCode, 200);
    t.is(body.content.rendered.length, fits.content.rendered.length);
    const tooLarge = await answered(t, 200, sized(2 * 1024 * 1024 + 1));
    t.is(tooLarge.statusCode, 500);
    t.deepEqual(tooLarge.body, { error: 'Tool failed', detail: 'TooLarge' });
});

test('a WordPress that hangs within its answer is given up after 8 s', async (t) => {
    const site = await service(t, (response) => void response.writeHead(200).write('{"id":5,'));
    const env = { CMS_URL: site.url, ALLOW_PRIVATE: site.place };
    const testApp = await createTestApp(t, { env });
    const { outgoing, asked } = withExpiredTimeout(testApp.app.outgoing, 300);
    const server = await createServer({ ...testApp.app, outgoing });
    const getPage = await callerOf({ ...testApp, server }, 'cms_get_page');
    const { statusCode, body } = await getPage({ page_id: 5 });
    t.is(statusCode, 500);
    t.deepEqual(body, { error: 'Tool failed', detail: 'Timeout' });
    t.deepEqual(asked, [8000]);
    await testApp.store.write(async () => undefined); // its record has been written before
    const { items } = await listToolCalls(testApp.store.read, { limit: 1, offset: 0 });
    t.is(items[0]?.outcome, 'timed_out');
});

test('a connection that breaks off is a failure in one word', async (t) => {
    for (const says of ['', 'canary', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"id":5,"canary"']) {
        const site = await rawService(t, () => says);
        const { statusCode, body, lines } = await askedAt(t, site.url, site.place);
        t.is(statusCode, 500);
        t.deepEqual(body, { error: 'Tool failed', detail: 'Unreachable' });
        t.false(lines.join('').includes('canary'), lines.join(''));
    }
});

test('an address that is not of the web stops the start [27]', (t) => {
    for (const url of ['file:///etc/passwd', 'ftp://example.org', '64:ff9b::7f00:1', 'example.org'])
        t.throws(() => loadConfig({ CMS_URL: url }), { instanceOf: ConfigError }, url);
});
