// People: who there is and what they may do, changed in a browser by the rules that the command line has.
import test from 'ava';
import { endSessions } from '../../db/accounts/access.ts';
import { listAudit } from '../../db/record/audit.ts';
import { inviteUser } from '../../db/accounts/people.ts';
import { createUser } from '../../db/accounts/users.ts';
import { listMails } from '../../db/jobs/mails.ts';
import { mailText } from '../../jobs/mail/text.ts';
import { countSelects } from '../support/stores/count-selects.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { secrets } from '../support/people/roles.ts';
import { browserOf, opened } from '../support/people/sage-pages.ts';
import { startedBuild } from '../support/people/support-staff.ts';
import type { TestApp } from '../support/servers/test-app.ts';
import { payloads } from '../support/fixtures/xss-payloads.ts';

const rest = '/rest/svc/v1';

async function acts({ store }: TestApp) {
    const { items } = await listAudit(store.read, { limit: 50, offset: 0 });
    return items.map(({ actor, act, target, after }) => [actor, act, target, after].join(' ')).toReversed();
}

const invited = { login: 'nora', email: 'nora@example.test', display_name: 'Nora', role: 'reviewer' };

test('a user is invited by email, chooses a password with the link and logs in', async (t) => {
    const { testApp, browser, client } = await opened(t, 'administrator');
    const form = hiddenFields((await browser.get('/people/new')).body, 'name="email"');
    const page = await browser.submit(`${rest}/users`, { ...form, ...invited, grant_ss_support: 1 });
    t.regex(page.body, /<h1>Nora<\/h1>.*Invitation queued/s);
    const { items } = (await client.get('/users?q=nora')).body.data;
    t.like(items[0], { role: 'reviewer', grants: ['ss_support'], logged_in_at: null });
    await testApp.drain();
    const [mail] = (await listMails(testApp.store.read, { limit: 1, offset: 0 })).items;
    if (!mail) throw new Error('no mail');
    t.like(mail, { kind: 'user_invited', toEmail: 'nora@example.test', state: 'kept' });
    const { text } = mailText(mail, { baseUrl: '', restPath: rest, links: secrets.links });
    const link = /\/reset-password\S+/.exec(text)?.[0] ?? '';
    testApp.pass(70 * 60 * 60_000);
    const visitor = plainBrowser(testApp);
    t.regex((await visitor.get(link)).body, /Choose a new password/);
    testApp.pass(3 * 60 * 60_000);
    t.is((await visitor.get(link)).statusCode, 400);
    t.deepEqual(
        (await acts(testApp)).map((one) => one.replace(/\d+/g, 'n')),
        ['user:n user.invite user:n reviewer ss_support']
    );
});

test('a taken login shows an error next to its field and keeps the typed values', async (t) => {
    const { browser } = await opened(t, 'administrator');
    const form = hiddenFields((await browser.get('/people/new')).body, 'name="email"');
    const taken = await browser.submit(`${rest}/users`, { ...form, ...invited, login: 'administrator' });
    t.regex(taken.body, /already taken.*value="nora@example.test"/s);
    const wrong = await browser.submit(`${rest}/users`, { ...form, ...invited, email: 'nobody' });
    t.regex(wrong.body, /href="#email">Enter a valid email address, such as name@example.com/);
});

test('a role and its additional permissions can be changed; the last administrator keeps theirs', async (t) => {
    const { testApp, browser, client } = await opened(t, 'administrator');
    const { user } = await testApp.as('reviewer');
    const form = hiddenFields((await browser.get(`/people/${user.id}`)).body, 'name="role"');
    const to = `${rest}/users/${user.id}?_method=PATCH`;
    const done = await browser.submit(to, { ...form, role: 'support', grant_council_screen: 1 });
    t.regex(done.body, /value="support" selected.*Permissions saved/s);
    t.like((await client.get('/users?q=reviewer')).body.data.items[0], {
        role: 'support',
        grants: ['council_screen']
    });
    const own = client.user.id;
    const mine = hiddenFields((await browser.get(`/people/${own}`)).body, 'name="role"');
    const demoted = await browser.submit(`${rest}/users/${own}?_method=PATCH`, { ...mine, role: 'reviewer' });
    t.regex(demoted.body, /The last active administrator cannot be removed/);
    t.is((await client.send('PATCH', `/users/${own}`, { disabled: true })).statusCode, 409);
    t.deepEqual(await acts(testApp), [`user:${own} user.access user:${user.id} support council_screen`]);
});

test('a disabled user loses all sessions, and logs in again with the old password when enabled', async (t) => {
    const { testApp, browser } = await opened(t, 'administrator');
    const { user, get } = await testApp.as('author');
    await testApp.as('author');
    const path = `/people/${user.id}`;
    t.regex((await browser.get(`${path}?ask=disable`)).body, /Their 2 sessions end immediately/);
    const form = hiddenFields((await browser.get(`${path}?ask=disable`)).body, 'name="disabled"');
    const to = `${rest}/users/${user.id}?_method=PATCH`;
    t.regex((await browser.submit(to, form)).body, /Disabled.*Enable account/s);
    t.is((await get('/session')).statusCode, 401);
    t.regex((await browser.get(path)).body, /No active sessions/);
    const again = hiddenFields((await browser.get(`${path}?ask=enable`)).body, 'name="disabled"');
    t.regex((await browser.submit(to, again)).body, /Account enabled/);
    t.is((await get('/session')).statusCode, 401, 'what ended stays ended');
    t.deepEqual(
        (await acts(testApp)).map((one) => one.split(' ')[1]),
        ['user.disable', 'user.enable']
    );
});

test('ending sessions does not disable the user, and a link can be sent again', async (t) => {
    const { testApp, browser } = await opened(t, 'administrator');
    const { user, get } = await testApp.as('author');
    const ask = async (what: string) =>
        hiddenFields((await browser.get(`/people/${user.id}?ask=${what}`)).body, `/users/${user.id}/`);
    await browser.submit(`${rest}/users/${user.id}/sessions/end`, await ask('sessions'));
    t.is((await get('/session')).statusCode, 401);
    const linked = await browser.submit(`${rest}/users/${user.id}/link`, await ask('link'));
    t.regex(linked.body, /Password link queued/);
    t.deepEqual(
        (await acts(testApp)).map((one) => one.split(' ')[1]),
        ['user.sessions', 'user.link']
    );
});

test('ending one session of a user keeps the other sessions', async (t) => {
    const { testApp, browser, client } = await opened(t, 'administrator');
    const first = await testApp.as('author');
    const second = await testApp.as('author');
    const path = `/people/${first.user.id}`;
    const [, to = ''] = /action="([^"]*\/sessions\/\w{16}\/end)"/.exec((await browser.get(path)).body) ?? [];
    const form = hiddenFields((await browser.get(path)).body, `action="${to}"`);
    const { body } = await browser.submit(to, form);
    t.regex(body, /Session ended/);
    t.is(body.split('End session<').length, 2, 'one is left');
    const states = [(await first.get('/session')).statusCode, (await second.get('/session')).statusCode];
    t.deepEqual(states.toSorted(), [200, 401]);
    t.is(
        (await client.send('POST', `/users/${client.user.id}/sessions/${to.split('/').at(-2)}/end`))
            .statusCode,
        404
    );
    t.regex((await browser.get(`/people/${client.user.id}`)).body, /this browser/);
    t.deepEqual(
        (await acts(testApp)).map((one) => one.split(' ')[1]),
        ['user.session']
    );
});

test('the list of people is narrowed and ordered by its address, as the JSON list is', async (t) => {
    const { testApp, browser, client } = await opened(t, 'administrator');
    const { user } = await testApp.as('author');
    await testApp.as('reviewer');
    await client.send('PATCH', `/users/${user.id}`, { disabled: true });
    for (const [query, logins] of Object.entries({
        '?sort=name': 'administrator author reviewer',
        '?sort=-name': 'reviewer author administrator',
        '?role=reviewer': 'reviewer',
        '?state=disabled': 'author',
        '?state=active&q=VIEW': 'reviewer',
        '?q=nobody': ''
    })) {
        const { items } = (await client.get(`/users${query}`)).body.data;
        t.is(items.map(({ login }: { login: string }) => login).join(' '), logins, query);
        const { body } = await browser.get(`/people${query}`);
        const shown = Array.from(body.matchAll(/class="opens"[^>]*>([^<]+)</g), ([, name]) => name);
        t.is(shown.join(' '), logins, query);
    }
});

test('the list of users needs as many queries for fifty as for one, and escapes names', async (t) => {
    const { testApp, browser } = await opened(t, 'administrator');
    const counted = () => countSelects(testApp.store.read, () => browser.get('/people'));
    const one = await counted();
    const ids: number[] = [];
    for (const [n, displayName] of payloads.slice(0, 49).entries()) {
        const made = await testApp.store.write((tx) =>
            createUser(
                tx,
                {
                    login: `x${n}`,
                    email: `x${n}@example.test`,
                    displayName,
                    role: 'reviewer',
                    passwordHash: '-'
                },
                testApp.now()
            )
        );
        ids.push(made.id);
    }
    t.is(await counted(), one);
    const pages = [(await browser.get('/people')).body];
    for (const id of ids) pages.push((await browser.get(`/people/${id}`)).body);
    for (const payload of payloads.slice(0, 49))
        t.false(
            pages.some((page) => page.includes(payload)),
            payload
        );
    t.false(pages.some((page) => page.includes('argon2')));
});

test('only administrators can open the pages of users, and only they see the entry', async (t) => {
    const { testApp, browser } = await opened(t, 'councilAdmin');
    t.is((await browser.get('/people')).statusCode, 403);
    t.notRegex((await browser.get('/')).body, /href="\/people"/);
    const credits = await browser.get('/people/credits');
    t.is(credits.statusCode, 200);
    t.notRegex(credits.body, /Add credits|href="\/people"/);
    const rep = await browserOf(testApp, 'salesRep');
    t.is((await rep.browser.get('/people/credits')).statusCode, 403);
});

test('credits are granted with a reason, and the entries of one user are those that they caused', async (t) => {
    const { testApp, browser, client } = await opened(t, 'administrator');
    const form = hiddenFields((await browser.get('/people/credits')).body, 'name="reason"');
    const page = await browser.submit(`${rest}/credits`, { ...form, amount: 5, reason: 'Bought' });
    t.regex(page.body, /<strong>15<\/strong> available.*Bought.*5 credits added/s);
    const wrong = await browser.submit(`${rest}/credits`, { ...form, amount: 'many', reason: 'Bought' });
    t.regex(wrong.body, /whole number.*value="many"/s);
    const mine = (await client.get(`/credits?by=${client.user.id}`)).body.data.items;
    t.like(mine[0], { kind: 'grant', amount: 5, by: client.user.id, reason: 'Bought' });
    t.is(mine.length, 1);
    const own = await browser.get(`/people/credits?by=${client.user.id}`);
    t.regex(own.body, /Showing entries by administrator/);
    t.notRegex(own.body, /Test</);
    t.regex((await browser.get(`/people/${client.user.id}`)).body, /Bought/);
    t.regex(String(await acts(testApp)), /credits\.grant grant:[\w-]+ 5/);
});

test('credit entries are sorted newest first, and can be filtered by user with their results', async (t) => {
    const { testApp, client } = await opened(t, 'administrator');
    const { author } = await startedBuild(testApp);
    await testApp.drain();
    const kinds = async (query = '') => {
        const { items, total } = (await client.get(`/credits${query}`)).body.data;
        t.is(total, items.length);
        return items.map(({ kind }: { kind: string }) => kind);
    };
    t.deepEqual(await kinds(), ['capture', 'hold', 'grant']);
    t.deepEqual(await kinds('?kind=hold'), ['hold']);
    t.deepEqual(await kinds('?kind=spend'), []);
    t.deepEqual(await kinds(`?by=${author.user.id}`), ['capture', 'hold']);
    t.deepEqual(await kinds(`?by=${author.user.id}&kind=capture`), ['capture']);
    t.deepEqual(await kinds(`?by=${client.user.id}`), []);
});

test('invitations and logouts by the program are in the audit log as well', async (t) => {
    const { testApp } = await opened(t, 'administrator');
    const done = { by: { name: 'cli' }, at: testApp.now() };
    const link = { ...done, secret: secrets.links, inviter: 'Command line' };
    const user = await testApp.store.write((tx) => inviteUser(tx, { ...invited, role: 'reviewer' }, link));
    await testApp.store.write((tx) => endSessions(tx, user, done));
    t.deepEqual(await acts(testApp), [
        `cli user.invite user:${user.id} reviewer`,
        `cli user.sessions user:${user.id} `
    ]);
});
