import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { loginPage, ownPath } from '../../plugins/surfaces/pages/signed-in-page.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { atBrowser, loginPath, password, withUser } from '../support/people/people.ts';
import { humanToken } from '../support/people/human-check.ts';
import { login } from '../support/people/login.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';

async function withVisitor(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    await withUser(testApp);
    return { testApp, ...plainBrowser(testApp) };
}

const elsewhere = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/./\\evil.example',
    'javascript:alert(1)',
    'profile',
    ' /profile',
    ''
];

test('a login leads to the requested page, and to no other host', async (t) => {
    const { post, jar } = await withVisitor(t);
    const led = async (next: string) => {
        const { statusCode, headers } = await post(loginPath, { login: 'ada', password, next });
        t.is(statusCode, 303);
        return headers.location;
    };
    t.is(await led('/profile?a=1&b=2#x'), '/profile?a=1&b=2#x');
    t.regex(jar['svc_session'] ?? '', /^[\w-]{43}$/);
    for (const next of elsewhere) t.is(await led(next), '/', next);
});

test('whatever is given as the next page, a browser stays here', (t) => {
    const origin = 'https://council.example';
    const hostile = fc.array(
        fc.constantFrom('/', '\\', '.', '..', '\t', '\n', '@', ':', '?', '#', 'evil.example')
    );
    fc.assert(
        fc.property(
            fc.oneof(
                hostile.map((parts) => parts.join('')),
                fc.string()
            ),
            (text) => {
                const path = ownPath(text);
                if (path !== undefined) t.is(new URL(path, `${origin}/login`).origin, origin, text);
            }
        ),
        { numRuns: 5000 }
    );
});

test('the next page is read unchanged from the address of the login page', (t) => {
    for (const next of ['/profile', '/screens?page=2&q=a+b%26c', '/a b#c'])
        t.is(
            new URL(loginPage(next), 'http://here').searchParams.get('next'),
            ownPath(next) ?? 'not one of ours'
        );
    for (const next of elsewhere) t.is(loginPage(next), '/login');
    t.is(loginPage(['/profile']), '/login');
});

test('a logged-in user is redirected from the login page', async (t) => {
    const { testApp } = await withVisitor(t);
    const { get } = await atBrowser(testApp);
    t.is((await get('/login')).headers.location, '/');
    t.is((await get('/login?next=//evil.example')).headers.location, '/');
    t.is((await get('/login?next=/openapi.json')).headers.location, '/openapi.json');
});

test('a page with required login redirects there first, and ignores a next page given twice', async (t) => {
    const { get } = await withVisitor(t);
    const { statusCode, headers } = await get('/profile');
    t.is(statusCode, 303);
    t.is(headers.location, '/login?next=/profile');
    t.deepEqual(hiddenFields((await get('/login?next=/profile')).body), { next: '/profile' });
    t.deepEqual(hiddenFields((await get('/login?next=/a&next=/b')).body), {});
});

test('a refused login shows why once, keeps login and next page, and never the password', async (t) => {
    const { submit, get } = await withVisitor(t);
    const typed = {
        login: '"><script>alert(1)</script>',
        password: 'typed secret',
        remember: '1',
        next: '/profile'
    };
    const { body } = await submit(loginPath, typed);
    t.true(body.includes('Wrong login or password. Check both and try again.'));
    t.true(body.includes('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"'));
    t.false(body.includes('<script>alert'));
    t.false(body.includes('typed secret'));
    t.regex(body, /name="remember"[^>]*checked/);
    t.deepEqual(hiddenFields(body), { next: '/profile' });
    t.false((await get('/login')).body.includes('role="alert"'));
    const empty = await submit(loginPath, { login: '', password: '' });
    t.regex(empty.body, /href="#login">Enter your login or email address\.</);
});

test('after too many attempts the page shows the waiting time', async (t) => {
    const { submit, jar } = await withVisitor(t);
    for (let i = 0; i < 5; i += 1) await submit(loginPath, { login: 'ada', password: 'wrong one' });
    const { body } = await submit(loginPath, { login: 'ada', password });
    t.true(body.includes('Too many attempts. Wait 15 minutes, then try again.'));
    t.is(jar['svc_session'], undefined);
});

test('a login under attack shows the human check in its form, and other logins do not', async (t) => {
    const testApp = await createTestApp(t, { env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
    await withUser(testApp);
    const stranger = { 'x-forwarded-for': '203.0.113.66' };
    for (let i = 0; i < 5; i += 1) await login(testApp, { login: 'ada', password: 'wrong one' }, stranger);
    const { get, post, submit, jar } = plainBrowser(testApp);
    t.false((await get('/login')).body.includes('recaptcha_token'));
    const { body } = await submit(loginPath, { login: 'ada', password, next: '/profile' });
    t.is(jar['svc_session'], undefined);
    t.regex(body, /Too many failed attempts with this name\. Enter your password again/);
    t.regex(body, /name="recaptcha_token" +value="" data-proof-of-work="[^"]+action=login"/);
    t.regex(body, /<script type="module" src="\/public\/proof-of-work\.js">/);
    t.true(body.includes('value="ada"'));
    t.false(body.includes(`value="${password}"`));
    const recaptcha_token = await humanToken(testApp, 'login');
    const form = { ...hiddenFields(body), login: 'ada', password, recaptcha_token };
    t.is((await post(loginPath, form)).headers.location, '/profile');
    t.regex(jar['svc_session'] ?? '', /^[\w-]{43}$/);
});
