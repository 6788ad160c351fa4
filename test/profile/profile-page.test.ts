import test, { type ExecutionContext } from 'ava';
import { changeProfile } from '../../db/accounts/profiles.ts';
import { deviceName } from '../../plugins/accounts/profile/pages/index.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { actionPath, atBrowser, password, withUser } from '../support/people/people.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';

const update = actionPath('svc_update_profile');

async function withAda(t: ExecutionContext, env: Record<string, string> = {}) {
    const testApp = await createTestApp(t, { env });
    const user = await withUser(testApp);
    return { testApp, user, browser: await atBrowser(testApp) };
}

const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';

test('hostile names and texts of a user are shown as text on the profile', async (t) => {
    const { testApp, user, browser } = await withAda(t);
    const texts = {
        firstName: hostile,
        displayName: hostile,
        bio: `</textarea>${hostile}`,
        linkedin: hostile
    };
    await testApp.store.write((tx) => changeProfile(tx, user.id, texts, { at: testApp.now() }));
    const { body } = await browser.get('/profile');
    t.false(/<script>alert|<img src=x/.test(body));
    t.true(body.includes('&lt;/textarea&gt;&quot;&gt;&lt;script&gt;'));
});

const fieldsByPage = {
    '/profile':
        'display_name first_name last_name bio phone linkedin whatsapp candidate_message review_mails csv_separator',
    '/profile/picture': 'avatar_type avatar_upload',
    '/profile/email': 'email current_password',
    '/profile/password': 'password password_confirm'
};

test('each part of a profile is a page with one form, one button, its own fields and no others', async (t) => {
    const { user, browser } = await withAda(t);
    for (const [path, names] of Object.entries(fieldsByPage)) {
        const { body } = await browser.get(path);
        const [, main = ''] = String(body).split('<main');
        const { nonce = '', ...hidden } = hiddenFields(main, 'svc_update_profile');
        t.regex(nonce, /^[0-9a-f]{20}$/, path);
        t.deepEqual(hidden, { action: 'svc_update_profile', user_id: String(user.id) });
        t.is(main.split('type="submit"').length, 2, path);
        for (const name of Object.values(fieldsByPage).join(' ').split(' '))
            t.is(main.includes(` name="${name}"`), names.split(' ').includes(name), `${path} ${name}`);
    }
});

test('only who reviews chooses on the profile when they are emailed about candidates', async (t) => {
    const { testApp, browser } = await withAda(t);
    const { body } = await browser.get('/profile');
    t.is(/<option value="(\w+)" selected>/.exec(body)?.[1], 'daily');
    const rep = await testApp.as('salesRep');
    const others = await ask(testApp.server, { url: '/profile', headers: rep.headers });
    t.false(others.body.includes('review_mails'), 'nothing waits for a sales rep');
});

test('sessions are listed by browser, and one on another device is ended from here', async (t) => {
    const { testApp, browser } = await withAda(t);
    const other = await atBrowser(testApp);
    const revoke = /action="(\/rest\/svc\/v1\/sessions\/[0-9a-f]{16}\/revoke)"/g;
    const { body } = await browser.get('/profile/sessions');
    const addresses = Array.from(String(body).matchAll(revoke), ([, address]) => address ?? '');
    t.is(addresses.length, 1);
    const hidden = hiddenFields(body, addresses[0]);
    t.true((await browser.submit(addresses[0] ?? '', hidden)).body.includes('Session ended.'));
    t.is((await other.get('/profile')).statusCode, 303);
    t.is((await browser.get('/profile')).statusCode, 200);
});

test('JSON routes that no page posts to still take no form', async (t) => {
    const { testApp, browser } = await withAda(t);
    const { nonce = '' } = hiddenFields((await browser.get('/profile')).body, '/logout');
    const { statusCode } = await ask(testApp.server, {
        method: 'POST',
        url: '/rest/svc/v1/auth/token',
        headers: {
            cookie: `svc_session=${browser.jar['svc_session'] ?? ''}`,
            'content-type': 'application/x-www-form-urlencoded',
            'x-svc-nonce': nonce
        },
        payload: ''
    });
    t.is(statusCode, 415);
});

test('only pages of users with Gravatar allow it, when the installation allows it', async (t) => {
    const policy = async ({ browser }: Awaited<ReturnType<typeof withAda>>, url: string) => {
        const { headers } = await browser.get(url);
        return /img-src ([^;]+)/.exec(String(headers['content-security-policy']))?.[1];
    };
    const allowed = await withAda(t, { AVATAR_GRAVATAR: 'on' });
    t.is(await policy(allowed, '/profile'), "'self'");
    const chooses = async ({ testApp, user }: Awaited<ReturnType<typeof withAda>>) =>
        testApp.store.write((tx) => changeProfile(tx, user.id, { avatarType: 'gravatar' }, { at: 1 }));
    await chooses(allowed);
    t.is(await policy(allowed, '/profile'), "'self' https://www.gravatar.com");
    t.is(await policy(allowed, '/'), "'self'");
    t.true(
        (await allowed.browser.get('/profile/picture')).body.includes('src="https://www.gravatar.com/avatar/')
    );
    const forbidden = await withAda(t);
    await chooses(forbidden);
    t.is(await policy(forbidden, '/profile'), "'self'");
    const { body } = await forbidden.browser.get('/profile/picture');
    t.true(body.includes(`src="/avatars/${forbidden.user.id}"`));
    t.false(body.includes('gravatar'));
});

test('errors are shown next to their fields in plain words', async (t) => {
    const { browser } = await withAda(t);
    const hidden = hiddenFields((await browser.get('/profile')).body, 'name="bio"');
    const wrong = {
        linkedin: ['javascript:alert(1)', 'Enter an address that starts with https:// or http://'],
        phone: ['call me', 'Enter a number of 3 to 15 digits'],
        display_name: [' ', 'Enter a name'],
        email: ['nobody', 'Enter a valid email address'],
        password: ['short', 'The password must have at least 8 characters.']
    };
    for (const [name, [value = '', words = '']] of Object.entries(wrong)) {
        const fields = { ...hidden, [name]: value, ...(name === 'password' && { password_confirm: value }) };
        const { body } = await browser.submit(update, fields);
        t.true(body.includes(`<a href="#${name}">${words}`), name);
        const input = String(body)
            .split('<input')
            .find((part) => part.includes(` id="${name}"`));
        t.true(input?.includes('aria-invalid="true"'), name);
    }
    const { body } = await browser.submit(update, { ...hidden, password, password_confirm: 'another' });
    t.true(body.includes('<a href="#password_confirm">The two passwords do not match.'));
});

test('a browser is named by what people call it', (t) => {
    const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
    const agents = {
        [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0 Safari/537.36 Edg/131.0`]:
            'Edge on Windows',
        [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/131.0 Safari/537.36`]: 'Chrome on Linux',
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0':
            'Firefox on a Mac',
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1':
            'Safari on an iPhone',
        'curl/8.10': 'curl/8.10',
        '': 'An unknown program'
    };
    for (const [agent, name] of Object.entries(agents)) t.is(deviceName(agent), name);
});
