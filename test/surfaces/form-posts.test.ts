import test, { type ExecutionContext } from 'ava';
import { ask, encode } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { actionPath, atBrowser, loginPath, password, withUser } from '../support/people/people.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';

const update = actionPath('svc_update_profile');
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const browsers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function withAda(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const user = await withUser(testApp);
    const browser = await atBrowser(testApp);
    const fields = async () => hiddenFields((await browser.get('/profile')).body, 'display_name');
    return { testApp, user, browser, fields };
}

test('a browser that posts a form gets 303, and its page shows the result once', async (t) => {
    const { browser, fields } = await withAda(t);
    const back = await browser.post(update, { ...(await fields()), display_name: 'Ada L.' });
    t.is(back.statusCode, 303);
    t.is(back.headers.location, '/profile');
    t.is(back.headers['retry-after'], undefined);
    const { body } = await browser.get('/profile');
    t.regex(body, /<dialog open class="toast"[^>]*>\s*<p role="status">Profile saved\.<\/p>/);
    t.regex(body, /<form method="dialog">/, 'it can be closed without JavaScript');
    t.false((await browser.get('/profile')).body.includes('Profile saved.'));
});

test('a request that prefers or sends JSON gets JSON and no page cookie', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp);
    const credentials = { login: 'ada', password };
    const asked = [
        { headers: { ...form, accept: '*/*' }, payload: encode(credentials) },
        { headers: { ...form, accept: 'application/json, text/html' }, payload: encode(credentials) },
        { headers: form, payload: encode(credentials) },
        {
            headers: { ...browsers, 'content-type': 'application/json' },
            payload: JSON.stringify(credentials)
        }
    ];
    for (const request of asked) {
        const { statusCode, body, headers } = await ask(testApp.server, {
            method: 'POST',
            url: loginPath,
            ...request
        });
        t.is(statusCode, 200);
        t.true(body.success);
        t.false(String(headers['set-cookie']).includes('svc_flash'));
    }
});

test('the result of a form is shown only on its own page', async (t) => {
    const { browser, fields } = await withAda(t);
    await browser.post(update, { ...(await fields()), phone: 'none' });
    t.false((await browser.get('/reset-password')).body.includes('role="alert"'));
    t.true((await browser.get('/profile')).body.includes('role="alert"'));
});

test('what was typed is shown again, but no password', async (t) => {
    const { browser, fields } = await withAda(t);
    const typed = { ...(await fields()), bio: 'Typed <by> Ada', phone: 'none', password: 'a typed secret' };
    const { body } = await browser.submit(update, typed);
    t.true(body.includes('Typed &lt;by&gt; Ada'));
    t.true(body.includes('value="none"'));
    t.false(body.includes('a typed secret'));
    t.false((await browser.get('/profile')).body.includes('Typed'));
});

test('on a shared browser a user never sees what another user typed', async (t) => {
    const { testApp, browser, fields } = await withAda(t);
    await withUser(testApp, 'eve');
    await browser.post(update, { ...(await fields()), bio: 'Typed by Ada', phone: 'none' });
    browser.jar['svc_session'] = (await atBrowser(testApp, 'eve')).jar['svc_session'] ?? '';
    const { statusCode, body } = await browser.get('/profile');
    t.is(statusCode, 200);
    t.false(body.includes('Typed by Ada'));
});

test('an expired page and a form that is too large show messages in plain words', async (t) => {
    const { browser, fields } = await withAda(t);
    const stale = await browser.submit(update, { ...(await fields()), nonce: '0'.repeat(20) });
    t.true(stale.body.includes('This page expired, and nothing was saved. Submit it again.'));
    const large = new File([Buffer.alloc(4 * 1024 * 1024)], 'large.png');
    const refused = await browser.upload(update, { ...(await fields()), avatar_upload: large });
    t.is(refused.statusCode, 303);
    t.true(
        (await browser.get('/profile/picture')).body.includes(
            'The picture is too large. Choose one of up to 2 MB.'
        )
    );
});

test('a text that is too large to be read beside a picture stays where it was typed', async (t) => {
    const { browser, fields } = await withAda(t);
    const { statusCode, body } = await browser.upload(update, {
        ...(await fields()),
        bio: 'x'.repeat(300_000)
    });
    t.is(statusCode, 413);
    t.regex(body, /if you go back/);
});

test('a login form that is too large is refused without a word about pictures', async (t) => {
    const testApp = await createTestApp(t);
    const browser = plainBrowser(testApp);
    const { body } = await browser.submit(loginPath, { login: 'x'.repeat(70_000), password });
    t.true(body.includes('The text is too long. Shorten it and try again.'));
    t.false(body.includes('picture'));
});

test('a forged cookie shows nothing, or shows its content as text', async (t) => {
    const { browser } = await withAda(t);
    const made = (note: unknown) => Buffer.from(JSON.stringify(note)).toString('base64');
    const hostile = {
        at: '/profile',
        done: false,
        message: '<script>alert(1)</script>',
        field: '"><script>',
        typed: '__proto__'
    };
    for (const cookie of ['', 'nothing', made(null), made({ ...hostile, more: 1 }), made([hostile])]) {
        browser.jar['svc_flash'] = cookie;
        t.false((await browser.get('/profile')).body.includes('role="alert"'), cookie);
    }
    browser.jar['svc_flash'] = made(hostile);
    const { body } = await browser.get('/profile');
    t.true(body.includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
    t.false(body.includes('<script>alert'));
});

test('what was typed is kept for ten minutes, however long it is', async (t) => {
    const { testApp, browser, fields } = await withAda(t);
    await browser.post(update, { ...(await fields()), bio: 'Typed early', phone: 'none' });
    testApp.pass(10 * 60_000);
    t.false((await browser.get('/profile')).body.includes('Typed early'));
    const { body } = await browser.submit(update, { ...(await fields()), bio: `Long ${'x'.repeat(20_000)}` });
    t.true(body.includes('Use 5,000 characters or fewer.'));
    t.true(body.includes('Long xxx'));
});
