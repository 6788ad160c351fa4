// GET /intake/form: the public form as a page, which sites that the settings name may frame.
import test, { type ExecutionContext } from 'ava';
import { loadConfig } from '../../config/index.ts';
import { easy, humanToken } from '../support/people/human-check.ts';
import { item, rows } from '../support/fixtures/intake.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const to = '/rest/svc/v1/intake/public';
const shop = 'https://www.shop.example';
const framed = { ...easy, INTAKE_FRAME_ORIGINS: `${shop}, http://localhost:8080` };

async function opened(t: ExecutionContext, env: Record<string, string> = framed) {
    const testApp = await createTestApp(t, { env });
    const browser = plainBrowser(testApp);
    const token = () => humanToken(testApp, 'intake');
    return { testApp, browser, token };
}

const ancestorsIn = (headers: Record<string, unknown>) =>
    /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];

test('a visitor submits the form and sees a thank-you page, and a reload submits nothing', async (t) => {
    const { testApp, browser, token } = await opened(t);
    const { body: page } = await browser.get('/intake/form');
    t.regex(page, /<form method="post" action="\/rest\/svc\/v1\/intake\/public">/);
    t.regex(page, /data-proof-of-work="[^"]*action=intake".*<noscript>.*needs JavaScript/s);
    const message = 'By spring,\r\nplease.';
    const sent = await browser.post(to, { ...item, message, recaptcha_token: await token() });
    t.deepEqual([sent.statusCode, sent.headers['location']], [303, '/intake/form?sent=1']);
    t.regex(
        (await browser.get('/intake/form?sent=1')).body,
        /<h1>Thank you<\/h1>.*We have received your message/s
    );
    const [row, ...others] = await rows(testApp);
    t.deepEqual(others, []);
    t.like(row, { title: item.title, message: item.message, ownerId: null });
    t.deepEqual(browser.jar, {});
});

test('an error is shown next to its field with the typed values, and the next try succeeds', async (t) => {
    const { testApp, browser, token } = await opened(t);
    const wrong: [Record<string, string>, RegExp][] = [
        [
            { contact_email: 'kim' },
            /href="#contact_email">Enter a valid email.*id="contact_email-note">Enter a valid email/s
        ],
        [{ title: ' ' }, /href="#title">Enter what it is about.*aria-invalid="true"/s],
        [{ company: 'x'.repeat(201) }, /href="#company">/],
        [{ message: 'x'.repeat(5001) }, /href="#message">/],
        [{ recaptcha_token: '' }, /could not confirm that you are a person/],
        [{ recaptcha_token: 'made.up' }, /could not confirm that you are a person/]
    ];
    const recaptcha_token = await token();
    for (const [fields, says] of wrong) {
        const { statusCode, body, headers } = await browser.post(to, { ...item, recaptcha_token, ...fields });
        t.is(statusCode, 400);
        t.regex(body, says);
        t.true(fields['contact_name'] !== undefined || body.includes('value="Kim Lind"'));
        t.is(ancestorsIn(headers), `${shop} http://localhost:8080`, 'it is shown in the frame');
        t.false(body.includes(recaptcha_token));
    }
    t.is((await browser.submit(to, { ...item, recaptcha_token })).statusCode, 200);
    t.is((await rows(testApp)).length, 1);
});

test('an unreadable form shows an error in the frame, and the usual one to programs', async (t) => {
    const { testApp, browser } = await opened(t);
    const unreadable = [
        [{ ...item, message: 'Call \u202a+41 44 668 18 00\u202c' }, 400],
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
    const { browser } = await opened(t, { ...framed, RATE_INTAKE: '1' });
    await browser.post(to, item);
    const { statusCode, body, headers } = await browser.post(to, item);
    t.is(statusCode, 429);
    t.truthy(headers['retry-after']);
    t.regex(body, /Try again in \d+ minutes\..*value="Two engineers"/s);
});

test('only that page may be framed, and only by the origins of the setting; nothing else changes', async (t) => {
    const { testApp, browser, token } = await opened(t);
    const { headers: rep } = await testApp.as('salesAdmin');
    const none = await opened(t, easy);
    const before = (await none.browser.get('/intake/form')).headers;
    const after = (await browser.get('/intake/form')).headers;
    t.is(ancestorsIn(before), "'none'");
    t.is(ancestorsIn(after), `${shop} http://localhost:8080`);
    const own = new Set(['date', 'x-request-id', 'content-length', 'content-security-policy']);
    for (const name of Object.keys({ ...before, ...after }))
        if (!own.has(name)) t.is(after[name], before[name], name);
    t.is(after['x-frame-options'], undefined);
    const policy = (headers: typeof after) => String(headers['content-security-policy']);
    t.is(
        policy(after).replace(/frame-ancestors [^;]*/, ''),
        policy(before).replace(/frame-ancestors [^;]*/, '')
    );
    const others = testApp.server
        .table()
        .filter(({ method, path }) => method === 'get' && !path.includes('{') && path !== '/intake/form');
    t.true(others.length > 40);
    for (const { path } of others)
        for (const headers of [{}, rep])
            t.is(
                ancestorsIn(
                    (await ask(testApp.server, { url: path, headers: { ...headers, accept: 'text/html' } }))
                        .headers
                ),
                "'none'",
                path
            );
    const json = JSON.stringify({ ...item, recaptcha_token: await token() });
    const left = await ask(testApp.server, {
        method: 'POST',
        url: to,
        headers: { 'content-type': 'application/json' },
        payload: json
    });
    t.deepEqual([left.statusCode, ancestorsIn(left.headers)], [201, "'none'"]);
});

test('the form reads and sets no cookies, even with a session, and refuses other sites', async (t) => {
    const { testApp, browser, token } = await opened(t);
    const { headers } = await testApp.as('salesAdmin');
    const stranger = await browser.get('/intake/form');
    for (const cookie of [
        headers.cookie,
        `${headers.cookie}; svc_theme=dark; svc_flash=x`,
        'svc_session=%%%; ;;='
    ]) {
        const seen = await ask(testApp.server, { url: '/intake/form', headers: { cookie } });
        t.is(seen.body, stranger.body);
        t.is(seen.headers['set-cookie'], undefined);
    }
    const sent = async (more: Record<string, string>) =>
        ask(testApp.server, {
            method: 'POST',
            url: to,
            headers: {
                'content-type': 'application/x-www-form-urlencoded',
                accept: 'text/html',
                cookie: headers.cookie,
                ...more
            },
            payload: new URLSearchParams({ ...item, recaptcha_token: await token() }).toString()
        });
    const foreign = await sent({ origin: shop, 'sec-fetch-site': 'cross-site' });
    t.is(foreign.statusCode, 403);
    const own = await sent({ origin: 'null', 'sec-fetch-site': 'same-origin' });
    t.deepEqual([own.statusCode, own.headers['set-cookie']], [303, undefined]);
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
    const page = (await off.browser.get('/intake/form')).body;
    t.notRegex(page, /<script|noscript/);
    const done = await off.browser.submit(to, { ...item, recaptcha_token: 'off' });
    t.regex(done.body, /We have received your message/);
});

test('the form names the organisation of the settings, and no product', async (t) => {
    const { browser } = await opened(t, { ...easy, ORGANISATION: 'Acme & Sons' });
    const { body } = await browser.get('/intake/form');
    t.regex(body, /<strong>Acme &amp; Sons<\/strong>/);
    t.notRegex(body, /Sage Council|href="\/login"/);
});

test('users who assign items read how to embed the form; others do not', async (t) => {
    const { testApp } = await opened(t);
    const pageOf = async (person: 'salesRep' | 'salesAdmin', url = '/intake') => {
        const { headers } = await testApp.as(person);
        return String((await ask(testApp.server, { url, headers })).body);
    };
    const page = await pageOf('salesAdmin');
    t.regex(
        page,
        /Embed this form.*&lt;iframe src=&quot;http:\/\/[^&]*\/intake\/form&quot;.*www\.shop\.example/s
    );
    t.notRegex(await pageOf('salesRep'), /Embed this form/);
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
        t.is(
            t.throws(() => read(`https://www.example ${one}`))?.message,
            `INTAKE_FRAME_ORIGINS: must be ${one.includes('path') || one.includes('user') ? 'an origin without a path, like https://desk.example' : 'origins like https://www.example, or http://localhost:8080'}. Current value: ${JSON.stringify(`https://www.example ${one}`)}.`,
            one
        );
});
