import test, { type ExecutionContext } from 'ava';
import { createTestApp } from '../support/servers/test-app.ts';
import { actionPath, linksTo, loginPath, userNow, withUser } from '../support/people/people.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';

const asking = actionPath('svc_request_password_reset');
const choosing = actionPath('svc_reset_password');

async function withVisitor(t: ExecutionContext, env: Record<string, string> = { HUMAN_CHECK: 'off' }) {
    const testApp = await createTestApp(t, { env });
    await withUser(testApp);
    const visitor = plainBrowser(testApp);
    const asks = async (login: string) =>
        visitor.submit(asking, { ...hiddenFields((await visitor.get('/reset-password')).body), login });
    return { testApp, ...visitor, asks };
}

/** A user with a fresh link in their mailbox. */
async function withLink(t: ExecutionContext) {
    const fixtures = await withVisitor(t);
    await fixtures.asks('ada');
    await fixtures.testApp.drain();
    const [link = ''] = await linksTo(fixtures.testApp, 'ada@example.test');
    const chooses = async (new_password: string, confirm_password = new_password) => {
        const hidden = hiddenFields((await fixtures.get(link)).body);
        return fixtures.submit(choosing, { ...hidden, login: 'ada', new_password, confirm_password });
    };
    return { ...fixtures, link, chooses };
}

test('a link opens a form for its user; the password that is chosen counts, once', async (t) => {
    const { chooses, link, submit, get, jar } = await withLink(t);
    const { body } = await get(link);
    t.regex(body, /name="login"[^>]*value="ada"[^>]*readonly/);
    t.is((await get(`${link}%20`)).statusCode, 200);
    t.true((await chooses('a brand new secret')).body.includes('Your password is changed.'));
    t.is((await get(link)).statusCode, 400);
    const old = await submit(loginPath, { login: 'ada', password: 'a long enough secret' });
    t.true(old.body.includes('Wrong login or password. Check both and try again.'));
    await submit(loginPath, { login: 'ada', password: 'a brand new secret' });
    t.truthy(jar['svc_session']);
});

test('a password error is shown next to its field without the password, and the link stays valid', async (t) => {
    const { chooses, testApp } = await withLink(t);
    const before = (await userNow(testApp))?.passwordHash;
    const tries = [
        [['too few', 'too few'], 'new_password', 'The password must have at least 8 characters.'],
        [['password1', 'password1'], 'new_password', 'This password is too easy to guess.'],
        [['a brand new secret', 'another one'], 'confirm_password', 'The two passwords do not match.']
    ] as const;
    for (const [[one, two], field, words] of tries) {
        const { statusCode, body } = await chooses(one, two);
        t.is(statusCode, 200);
        t.true(body.includes(`<a href="#${field}">${words}`), words);
        t.false(body.includes(`value="${one}"`) || body.includes(`value="${two}"`));
    }
    t.is((await userNow(testApp))?.passwordHash, before);
    t.true((await chooses('a brand new secret')).body.includes('Your password is changed.'));
});

test('an invalid link leads to a page that explains it', async (t) => {
    const { get } = await withVisitor(t);
    const { statusCode, body } = await get('/reset-password?key=wrong&login=ada');
    t.is(statusCode, 400);
    t.true(body.includes('This reset link is invalid or has expired.'));
    t.true(body.includes('href="/reset-password"'));
    t.false(body.includes('<form'));
});

test('with proof of work the page loads its script, and asks for JavaScript without it', async (t) => {
    const { get, submit } = await withVisitor(t, {});
    const { body, headers } = await get('/reset-password');
    t.true(body.includes('data-proof-of-work="/rest/svc/v1/challenge?action=request_password_reset"'));
    t.true(body.includes('<script type="module" src="/public/proof-of-work.js"></script>'));
    t.regex(body, /<noscript>.*This form needs JavaScript/s);
    t.regex(String(headers['content-security-policy']), /script-src 'self';/);
    const refused = await submit(asking, { ...hiddenFields(body), login: '<ada>' });
    t.true(refused.body.includes('We could not confirm that you are a person.'));
    t.true(refused.body.includes('value="&lt;ada&gt;"'));
});

test('only the reset pages allow reCAPTCHA', async (t) => {
    const { get } = await withVisitor(t, {
        HUMAN_CHECK: 'recaptcha',
        RECAPTCHA_SITE_KEY: 'site"key',
        RECAPTCHA_SECRET: 'the secret of the installation'
    });
    const { body, headers } = await get('/reset-password');
    t.true(body.includes('data-recaptcha="site&quot;key" data-check="request_password_reset"'));
    t.false(body.includes('the secret'));
    t.is(
        headers['content-security-policy'],
        [
            "default-src 'none'",
            "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
            "style-src 'self'",
            "img-src 'self'",
            "font-src 'self'",
            "connect-src 'self' https://www.google.com/recaptcha/",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/'
        ].join('; ')
    );
    for (const url of ['/login', '/', '/verify/nothing', '/reset-password?key=wrong'])
        t.false(String((await get(url)).headers['content-security-policy']).includes('google'), url);
});
