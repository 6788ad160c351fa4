// Forms that are refused before they are read: their sender gets back to the page, and to what they typed.
import test, { type ExecutionContext } from 'ava';
import { urlOf } from '../access/calls.ts';
import { pageOf } from '../support/people/page.ts';
import { atBrowser, loginPath, password, withUser } from '../support/people/people.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { encode } from '../support/people/roles.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const params = { id: '7', run_id: '7', session: '7' };
const plain = 'application/x-www-form-urlencoded';
/** The addresses of all forms that lead back to a page, with parts of an address that name nothing. */
const formsOf = ({ server }: TestApp) =>
    server
        .table()
        .filter(({ settings: { app } }) => app?.formPost && 'backTo' in app.formPost)
        .map(({ method, path }) => ({ method, url: urlOf(`${method} ${path}`, { params }) }));

const headers = (type: string, cookie = '') => ({
    accept: 'text/html',
    'content-type': type,
    cookie
});

async function assertFindsBack(t: ExecutionContext, testApp: TestApp, payload: string, cookie?: string) {
    const forms = formsOf(testApp);
    t.true(forms.length > 50);
    for (const { method, url } of forms) {
        const answer = await testApp.server.inject({ method, url, headers: headers(plain, cookie), payload });
        const [, action] = /<form method="post" action="([^"]*)"/.exec(answer.payload) ?? [];
        // Some are shown again in place: there is no sage 7, and that is what they say.
        const to = String(answer.headers.location ?? action ?? pageOf(answer.payload).link(/^Open the page/));
        t.regex(to, /^\/[a-z#?=&/\d-]*$/, `${method} ${url} leads to ${to}`);
        t.notRegex(to, /undefined|null|NaN|\/\/|\/0\b/, `${method} ${url} leads to ${to}`);
    }
}

test('no form leads to an unknown page, however much of it could be read', async (t) => {
    const testApp = await createTestApp(t, { env: { RATE_ACTIONS: '0' } });
    const { cookie } = await testApp.as('administrator');
    const session = `svc_session=${cookie}`;
    const unreadable = 'a=%ff';
    const large = `a=${'x'.repeat(3 * 1024 * 1024)}`;
    for (const payload of ['', unreadable]) await assertFindsBack(t, testApp, payload);
    for (const payload of ['', unreadable, large]) await assertFindsBack(t, testApp, payload, session);
});

test('a form that is too large after the session had ended stays where it was typed', async (t) => {
    const browser = plainBrowser(await createTestApp(t));
    for (const url of ['/rest/svc/v1/deals', '/rest/svc/v1/intake']) {
        const page = pageOf((await browser.post(url, { scope: 'x'.repeat(2 * 1024 * 1024) })).body);
        t.regex(page.text, /if you go back/, url);
        t.truthy(page.link(/^Open the page/), url);
    }
});

test('a form with a file keeps its typed values as well', async (t) => {
    const testApp = await createTestApp(t);
    const user = await withUser(testApp);
    const browser = await atBrowser(testApp);
    browser.jar['svc_session'] = 'ended';
    const sent = { user_id: String(user.id), display_name: 'Ada', bio: 'Typed for long' };
    await browser.upload('/rest/svc/v1/admin/admin-ajax.php?action=svc_update_profile', sent);
    const { body } = await browser.submit(loginPath, { login: 'ada', password, next: '/profile' });
    t.true(body.includes('Typed for long'));
    t.true(body.includes('You were signed out, and nothing was saved.'));
    t.false((await browser.get('/profile')).body.includes('Typed for long'));
});

const kept = (cookie: unknown) =>
    JSON.parse(Buffer.from(/svc_flash=([^;]+)/.exec(String(cookie))?.[1] ?? '', 'base64').toString()).typed;

test('visitors can store a few forms a minute, others are in the response, and those of other sites nowhere', async (t) => {
    const testApp = await createTestApp(t);
    const send = (more = {}) =>
        testApp.server.inject({
            method: 'POST',
            url: '/rest/svc/v1/screens',
            headers: { ...headers(plain), ...more },
            payload: encode({ personal_line: 'Typed' })
        });
    const stored = ({ headers: got, statusCode }: Awaited<ReturnType<typeof send>>) => {
        t.is(statusCode, 303);
        return kept(got['set-cookie']);
    };
    t.is(stored(await send({ origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })), '');
    for (let n = 0; n < 30; n += 1) t.not(stored(await send()), '');
    t.is(pageOf((await send()).payload).field('personal line')?.value, 'Typed');
});
