// People: who there is and what they may do, changed in a browser by the rules that the command line has.
import test from 'ava';
import { endSessions } from '../../db/accounts/access.ts';
import { listAudit } from '../../db/record/audit.ts';
import { inviteUser } from '../../db/accounts/people.ts';
import { createUser } from '../../db/accounts/users.ts';
import { listMails } from '../../db/jobs/mails.ts';
import { mailText } from '../../jobs/mail/text.ts';
import { countSelects } from '../support/stores/count-selects.ts';
import { pageOf } from '../support/people/page.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { secrets } from '../support/people/roles.ts';
import { formOf, opened } from '../support/people/sage-pages.ts';
import { startedBuild } from '../support/people/support-staff.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const hour = 60 * 60_000;
const permissions = 'Save permissions';
const invitation = 'Invite user';
const invited = { login: 'nora', email: 'nora@example.test', display_name: 'Nora', role: 'reviewer' };

async function acts({ store }: TestApp) {
    const { items } = await listAudit(store.read, { limit: 50, offset: 0 });
    return items.map(({ actor, act, target, after }) => [actor, act, target, after].join(' ')).toReversed();
}

test('a user is invited by email, with a link to choose a password that is valid for three days', async (t) => {
    const { testApp, page, pressAt, client } = await opened(t, 'administrator');
    const { body } = await pressAt('/people/new', invitation, { ...invited, grant_ss_support: 1 });
    t.is(pageOf(body).heading(), 'Nora');
    const { items } = (await client.get('/users?q=nora')).body.data;
    t.like(items[0], { role: 'reviewer', grants: ['ss_support'], logged_in_at: null });
    await testApp.drain();
    const [mail] = (await listMails(testApp.store.read, { limit: 1, offset: 0 })).items;
    if (!mail) throw new Error('no mail');
    t.like(mail, { kind: 'user_invited', toEmail: 'nora@example.test', state: 'kept' });
    const { text } = mailText(mail, { baseUrl: '', restPath: '/rest/svc/v1', links: secrets.links });
    const link = /\/reset-password\S+/.exec(text)?.[0] ?? '';
    const shown = async () => (await page(`/people/${items[0].id}`)).field('Link for Nora')?.value;
    t.true((await shown())?.endsWith(link), 'without a mail server it is passed on by hand');
    const visitor = plainBrowser(testApp);
    testApp.pass(70 * hour);
    t.is((await visitor.get(link)).statusCode, 200);
    testApp.pass(3 * hour);
    t.is((await visitor.get(link)).statusCode, 400);
    t.is(await shown(), undefined);
    t.deepEqual(await acts(testApp), [
        `user:${client.user.id} user.invite user:${items[0].id} reviewer ss_support`
    ]);
});

test('the link to a password is not shown where an email has it', async (t) => {
    const { page, pressAt } = await opened(t, 'administrator', { SMTP_URL: 'smtp://127.0.0.1:9' });
    await pressAt('/people/new', invitation, invited);
    t.notRegex((await page('/people/2')).text, /Link for/);
    t.is((await page('/people/2')).heading(), 'Nora');
});

test('a refused invitation shows its error and keeps the typed values', async (t) => {
    const { pressAt } = await opened(t, 'administrator');
    for (const [error, wrong] of [
        [/taken/, { login: 'administrator' }],
        [/valid email address/, { email: 'nobody' }]
    ] as const) {
        const typed = { ...invited, ...wrong };
        const { body } = await pressAt('/people/new', invitation, typed);
        t.regex(pageOf(body).alert() ?? '', error);
        t.regex(pageOf(body).field(wrong.login ? 'Login' : 'Email address')?.error ?? '', error);
        t.like(formOf(body, invitation), typed);
    }
});

test('a role and its additional permissions can be changed; the last administrator keeps theirs', async (t) => {
    const { testApp, pressAt, client } = await opened(t, 'administrator');
    const { user } = await testApp.as('reviewer');
    const own = client.user.id;
    await pressAt(`/people/${user.id}`, permissions, { role: 'support', grant_council_screen: 1 });
    t.like((await client.get('/users?q=reviewer')).body.data.items[0], {
        role: 'support',
        grants: ['council_screen']
    });
    t.truthy(pageOf((await pressAt(`/people/${own}`, permissions, { role: 'reviewer' })).body).alert());
    t.is((await client.send('PATCH', `/users/${own}`, { disabled: true })).statusCode, 409);
    t.deepEqual(await acts(testApp), [`user:${own} user.access user:${user.id} support council_screen`]);
});

test('a disabled user loses all sessions for good; ended sessions and a new link disable nobody', async (t) => {
    const { testApp, page, pressAt } = await opened(t, 'administrator');
    const { user, get } = await testApp.as('author');
    await testApp.as('author');
    const path = `/people/${user.id}`;
    t.regex((await page(`${path}?ask=disable`)).text, /Their 2 sessions end immediately/);
    await pressAt(path, 'Disable account');
    t.is((await get('/session')).statusCode, 401);
    t.regex((await page(path)).text, /No active sessions/);
    await pressAt(path, 'Enable account');
    t.is((await get('/session')).statusCode, 401, 'what ended stays ended');
    const again = await testApp.as('author');
    await pressAt(path, 'Send link');
    t.notRegex(
        (await page(path)).text,
        /Link for/,
        'an administrator does not get the link to a new password of an account'
    );
    t.is((await again.get('/session')).statusCode, 200);
    await pressAt(path, 'Sign out everywhere');
    t.is((await again.get('/session')).statusCode, 401);
    t.deepEqual(
        (await acts(testApp)).map((one) => one.split(' ')[1]),
        ['user.disable', 'user.enable', 'user.link', 'user.sessions']
    );
});

test('ending one session of a user keeps the other sessions', async (t) => {
    const { testApp, browser, client, html } = await opened(t, 'administrator');
    const both = [await testApp.as('author'), await testApp.as('author')];
    const before = await html(`/people/${both[0]?.user.id}`);
    const button = /^End the session/;
    const { body } = await browser.press(before, button);
    t.is(
        pageOf(body)
            .buttons()
            .filter((name) => button.test(name)).length,
        1,
        'one is left'
    );
    const states = await Promise.all(both.map(async ({ get }) => (await get('/session')).statusCode));
    t.deepEqual(states.toSorted(), [200, 401]);
    const ended = pageOf(before).button(button)?.action.split('/').at(-2);
    const mine = `/users/${client.user.id}/sessions/${ended}/end`;
    t.is((await client.send('POST', mine)).statusCode, 404);
    t.like(await acts(testApp), [`user:${client.user.id} user.session user:${both[0]?.user.id} `]);
});

test('the list of people is narrowed and ordered by its address, as the JSON list is', async (t) => {
    const { testApp, page, client } = await opened(t, 'administrator');
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
        const rows = (await page(`/people${query}`)).rows('People');
        t.is(rows.map((row) => row['Login']).join(' '), logins, query);
    }
});

test('users are listed with their last login, and equal names in the order of creation', async (t) => {
    const { testApp, client } = await opened(t, 'administrator');
    const listed = async (query: string) => (await client.get(`/users${query}`)).body.data.items;
    const at = testApp.now();
    testApp.pass(1000);
    await testApp.as('author');
    t.deepEqual(
        (await listed('')).map(({ logged_in_at }: { logged_in_at: string }) => Date.parse(logged_in_at) - at),
        [0, 1000]
    );
    const twin = { login: 'a-twin', displayName: 'Author', email: 'twin@example.test', passwordHash: '-' };
    await testApp.store.write((tx) => createUser(tx, { ...twin, role: 'reviewer' }, testApp.now()));
    for (const query of ['?sort=name&q=author', '?sort=-name&q=author'])
        t.deepEqual(
            (await listed(query)).map(({ login }: { login: string }) => login),
            ['author', 'a-twin']
        );
    testApp.pass(14 * 24 * 60 * 60_000);
    const again = await testApp.as('administrator');
    const { items } = (await again.get('/users?q=author')).body.data;
    t.is(items[0].logged_in_at, null, 'that session has ended');
});

test('the list of users needs as many queries for fifty as for one, and shows any name as it is', async (t) => {
    const { testApp, browser, html, page } = await opened(t, 'administrator');
    const counted = () => countSelects(testApp.store.read, () => browser.get('/people'));
    const one = await counted();
    const displayName = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&lt;`;
    const made = await testApp.store.write((tx) =>
        Promise.all(
            Array.from({ length: 49 }, (_, n) => {
                const own = { login: `x${n}`, email: `x${n}@example.test`, displayName };
                return createUser(
                    tx,
                    { ...own, role: 'reviewer', passwordHash: '$argon2id$' },
                    testApp.now()
                );
            })
        )
    );
    t.is(await counted(), one);
    const path = `/people/${made[0]?.id}`;
    t.is((await page('/people')).row('People', 'x0')?.['Name'], displayName);
    t.is((await page(path)).heading(), displayName);
    for (const at of ['/people', path]) t.false((await html(at)).includes('argon2'));
});

test('credits are granted with a reason, and the entries of one user are those that they caused', async (t) => {
    const { testApp, page, pressAt, client } = await opened(t, 'administrator');
    const grant = async (amount: string) =>
        (await pressAt('/people/credits', 'Add credits', { amount, reason: 'Bought' })).body;
    t.regex(pageOf(await grant('5')).text, /15 available/);
    t.like(formOf(await grant('many'), 'Add credits'), { amount: 'many', reason: 'Bought' });
    const by = client.user.id;
    const mine = (await client.get(`/credits?by=${by}`)).body.data.items;
    t.like(mine, [{ kind: 'grant', amount: 5, by, reason: 'Bought' }]);
    t.is(mine.length, 1);
    t.is((await page(`/people/credits?by=${by}`)).rows('Credits').length, 1);
    t.regex((await page(`/people/${by}`)).text, /Bought/);
    t.regex(String(await acts(testApp)), /credits\.grant grant:[\w-]+ 5/);
});

test('credit entries are sorted newest first, and can be filtered by user with their results', async (t) => {
    const { testApp, client } = await opened(t, 'administrator');
    const { author } = await startedBuild(testApp);
    await testApp.drain();
    for (const [query, kinds] of [
        ['', 'capture hold grant'],
        ['?kind=hold', 'hold'],
        ['?kind=spend', ''],
        [`?by=${author.user.id}`, 'capture hold'],
        [`?by=${author.user.id}&kind=capture`, 'capture'],
        [`?by=${client.user.id}`, '']
    ] as const) {
        const { items, total } = (await client.get(`/credits${query}`)).body.data;
        t.is(total, items.length);
        t.is(items.map(({ kind }: { kind: string }) => kind).join(' '), kinds, query);
    }
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
