// GET /intake/form: the public form as a page, which sites that the settings name may frame.
import test, { type ExecutionContext } from 'ava';
import { loadConfig } from '../../config/index.ts';
import { humanToken } from '../support/people/human-check.ts';
import { item, leave, rows } from '../support/fixtures/intake.ts';
import { pageOf } from '../support/people/page.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { ask, encode } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const to = '/rest/svc/v1/intake/public';
const shop = 'https://www.shop.example';
const framed = { INTAKE_FRAME_ORIGINS: `${shop}, http://localhost:8080` };

async function opened(t: ExecutionContext, env: Record<string, string> = framed) {
    const testApp = await createTestApp(t, { env });
    const browser = plainBrowser(testApp);
    const token = () => humanToken(testApp, 'intake');
    return { testApp, browser, token };
}

const ancestorsIn = (headers: Record<string, unknown>) =>
    /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];

/** The form as it is opened. */
const formIn = async ({ get }: ReturnType<typeof plainBrowser>) => (await get('/intake/form')).body;
const send = 'Send message';

test('a visitor submits the form and sees a thank-you page, and a reload submits nothing', async (t) => {
    const { testApp, browser, token } = await opened(t);
    const form = await formIn(browser);
    t.is(pageOf(form).button(send)?.action, to);
    t.regex(form, /data-proof-of-work="[^"]*action=intake".*<noscript>/s);
    const message = 'By spring,\r\nplease.';
    const sent = await browser.post(to, { ...item, message, recaptcha_token: await token() });
    t.deepEqual([sent.statusCode, sent.headers['location']], [303, '/intake/form?sent=1']);
    t.regex(pageOf((await browser.get('/intake/form?sent=1')).body).status() ?? '', /received/);
    const [row, ...others] = await rows(testApp);
    t.deepEqual(others, []);
    t.like(row, { title: item.title, message: item.message, ownerId: null });
    t.deepEqual(browser.jar, {});
});

test('a form that is sent again, as after a lost answer, is thanked for and stored once', async (t) => {
    const { testApp, browser, token } = await opened(t);
    const sent = { ...item, recaptcha_token: await token() };
    for (const again of [sent, sent, { ...sent, recaptcha_token: await token() }])
        t.is((await browser.post(to, again)).headers['location'], '/intake/form?sent=1');
    t.is((await rows(testApp)).length, 1);
    testApp.pass(11 * 60_000);
    await browser.post(to, { ...item, recaptcha_token: await token() });
    t.is((await rows(testApp)).length, 2, 'later it is another message');
    const { headers } = await browser.get('/intake/form');
    t.notRegex(String(headers['cache-control']), /no-store/, 'a browser keeps the text for Back');
});

test('an error is shown next to its field with the typed values, and the next try succeeds', async (t) => {
    const { testApp, browser, token } = await opened(t);
    const form = await formIn(browser);
    const recaptcha_token = await token();
    const wrong: [Record<string, string>, label?: string][] = [
        [{ contact_email: 'kim' }, 'Your email address'],
        [{ title: ' ' }, 'What is it about?'],
        [{ company: 'x'.repeat(201) }, 'Company (optional)'],
        [{ message: 'x'.repeat(5001) }, 'Your message'],
        [{ recaptcha_token: '' }],
        [{ recaptcha_token: 'made.up' }]
    ];
    for (const [fields, label] of wrong) {
        const typed = { ...item, recaptcha_token, ...fields };
        const { statusCode, body, headers } = await browser.press(form, send, typed);
        t.is(statusCode, 400);
        const page = pageOf(body);
        if (label) t.truthy(page.field(label)?.error, label);
        else t.regex(page.alert() ?? '', /you are a person/);
        t.is(page.field('Your name')?.value, item.contact_name);
        t.is(ancestorsIn(headers), `${shop} http://localhost:8080`, 'it is shown in the frame');
        t.false(body.includes(recaptcha_token));
    }
    t.is((await browser.press(form, send, { ...item, recaptcha_token })).statusCode, 200);
    t.is((await rows(testApp)).length, 1);
});

test('an unreadable form shows an error in the frame, and the usual one to programs', async (t) => {
    const { testApp, browser } = await opened(t);
    const unreadable = [
        [{ ...item, message: 'a\u0000b' }, 400],
        [{ ...item, message: 'x'.repeat(2_000_000) }, 413]
    ] as const;
    for (const [fields, status] of unreadable) {
        const { statusCode, headers, body } = await browser.post(to, fields);
        t.is(statusCode, status);
        t.is(ancestorsIn(headers), `${shop} http://localhost:8080`);
        t.regex(body, /<h1>/);
    }
    const headers = { 'content-type': 'application/json' };
    const json = await ask(testApp.server, { method: 'POST', url: to, headers, payload: '{' });
    t.deepEqual([json.statusCode, ancestorsIn(json.headers)], [400, "'none'"]);
});

test('a visitor over the limit sees the waiting time and keeps the typed values', async (t) => {
    const { browser } = await opened(t);
    const form = await formIn(browser);
    for (let n = 0; n < 20; n += 1) await browser.press(form, send, item);
    const { statusCode, body, headers } = await browser.press(form, send, item);
    t.is(statusCode, 429);
    t.truthy(headers['retry-after']);
    t.regex(pageOf(body).alert() ?? '', /\d+ minutes/);
    t.is(pageOf(body).field('What is it about?')?.value, item.title);
});

test('only that page may be framed, and only by the origins of the setting; nothing else changes', async (t) => {
    const { testApp, browser, token } = await opened(t);
    const { headers: rep } = await testApp.as('salesAdmin');
    const none = await opened(t, {});
    const before = (await none.browser.get('/intake/form')).headers;
    const after = (await browser.get('/intake/form')).headers;
    t.is(ancestorsIn(before), "'none'");
    t.is(ancestorsIn(after), `${shop} http://localhost:8080`);
    const own = { date: '', 'x-request-id': '', 'content-length': '' };
    const policy = String(before['content-security-policy']).replace(
        "frame-ancestors 'none'",
        `frame-ancestors ${ancestorsIn(after)}`
    );
    t.deepEqual({ ...after, ...own }, { ...before, ...own, 'content-security-policy': policy });
    t.is(after['x-frame-options'], undefined);
    const others = testApp.server
        .table()
        .filter(({ method, path }) => method === 'get' && !path.includes('{') && path !== '/intake/form');
    t.true(others.length > 40);
    for (const { path: url } of others)
        for (const headers of [{}, rep]) {
            const asked = { url, headers: { ...headers, accept: 'text/html' } };
            t.is(ancestorsIn((await ask(testApp.server, asked)).headers), "'none'", url);
        }
    const left = await leave(testApp, { ...item, recaptcha_token: await token() });
    t.deepEqual([left.statusCode, ancestorsIn(left.headers)], [201, "'none'"]);
});

test('the form reads and sets no cookies, even with a session, and its sender is nobody', async (t) => {
    const { testApp, browser, token } = await opened(t);
    const { headers } = await testApp.as('salesAdmin');
    const stranger = await formIn(browser);
    for (const cookie of [
        headers.cookie,
        `${headers.cookie}; svc_theme=dark; svc_flash=x`,
        'svc_session=%%%; ;;='
    ]) {
        const seen = await ask(testApp.server, { url: '/intake/form', headers: { cookie } });
        t.deepEqual([seen.body, seen.headers['set-cookie']], [stranger, undefined]);
    }
    // A browser that hides where it comes from says null for this very site.
    const plain = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    const sent = await ask(testApp.server, {
        method: 'POST',
        url: to,
        headers: { ...plain, ...headers, origin: 'null', 'sec-fetch-site': 'same-origin' },
        payload: encode({ ...item, recaptcha_token: await token() })
    });
    t.deepEqual([sent.statusCode, sent.headers['set-cookie']], [303, undefined]);
    t.is((await rows(testApp))[0]?.ownerId, null);
});

test('the policy allows reCAPTCHA sources; with the check off, the form works without JavaScript', async (t) => {
    const recaptcha = {
        HUMAN_CHECK: 'recaptcha',
        RECAPTCHA_SITE_KEY: 'site-key',
        RECAPTCHA_SECRET: 'the secret of the installation'
    };
    const { browser } = await opened(t, { ...recaptcha, INTAKE_FRAME_ORIGINS: shop });
    const { body, headers } = await browser.get('/intake/form');
    t.regex(body, /data-recaptcha="site-key" data-check="intake"/);
    t.regex(String(headers['content-security-policy']), /script-src 'self' https:\/\/www\.google\.com/);
    t.is(ancestorsIn(headers), shop);
    const off = await opened(t, { HUMAN_CHECK: 'off' });
    const form = await formIn(off.browser);
    t.notRegex(form, /<script|noscript/);
    await off.browser.press(form, send, item);
    t.is((await rows(off.testApp)).length, 1);
});

test('the form names the organisation of the settings, and no product', async (t) => {
    const { browser } = await opened(t, { ORGANISATION: 'Acme & Sons' });
    const page = pageOf(await formIn(browser));
    t.regex(page.text, /Acme & Sons/);
    t.notRegex(page.text, /Sage Council/);
    t.false(page.links().includes('Log in'));
});

test('users who assign items read how to embed the form; others do not', async (t) => {
    const { testApp } = await opened(t);
    const embeddingFor = async (person: 'salesRep' | 'salesAdmin') => {
        const { headers } = await testApp.as(person);
        return pageOf((await ask(testApp.server, { url: '/intake', headers })).body).part('Embed this form')
            .text;
    };
    t.regex(
        await embeddingFor('salesAdmin'),
        /<iframe src="http:\/\/[^"]*\/intake\/form".*www\.shop\.example/
    );
    t.is(await embeddingFor('salesRep'), '');
});

test('INTAKE_FRAME_ORIGINS takes origins, of https or of loopback, and nothing else', (t) => {
    const read = (INTAKE_FRAME_ORIGINS: string) => loadConfig({ INTAKE_FRAME_ORIGINS }).intakeFrameOrigins;
    t.deepEqual(read(''), []);
    t.deepEqual(read('https://Www.Example:443/, http://127.0.0.1:81 http://a.localhost'), [
        'https://www.example',
        'http://127.0.0.1:81',
        'http://a.localhost'
    ]);
    const refused = [
        '*',
        "'self'",
        'null',
        'https:',
        'www.example',
        'http://www.example',
        'https://*.example',
        'https://www.example/path',
        'https://user@www.example',
        'https://www.example;script-src',
        'https://[::1]',
        'data:text/html,x'
    ];
    for (const one of refused)
        t.throws(
            () => read(`https://www.example ${one}`),
            { message: /^INTAKE_FRAME_ORIGINS: must be / },
            one
        );
});
