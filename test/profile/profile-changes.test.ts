// A new address or password counts only once the link in a mail was followed.
import test from 'ava';
import { disableUser } from '../../db/accounts/locking-out.ts';
import { changeUser, createUser, findUserById } from '../../db/accounts/users.ts';
import {
    accountApp,
    follow,
    hour,
    isLoggedIn,
    linkIn,
    mailsOf,
    named,
    oneOf,
    password,
    profileOf,
    resetLink,
    resetPassword,
    updateProfile,
    withAuthor
} from '../support/people/accounts.ts';
import { login } from '../support/people/login.ts';
import { rowsOf } from '../support/stores/whole-store.ts';
import type { Client } from '../support/people/roles.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const invalid = { message: '400: This link is invalid or has expired.' };
const newPassword = { password, password_confirm: password };

const askEmail = async (testApp: TestApp, client: Client, email = 'new@example.test') => {
    const mails = await mailsOf(testApp, () => updateProfile(testApp, client, { email }));
    return linkIn(oneOf(mails, 'verify_email'));
};
const askPassword = async (testApp: TestApp, client: Client, fields = newPassword) =>
    linkIn(oneOf(await mailsOf(testApp, () => updateProfile(testApp, client, fields)), 'verify_password'));
const rowOf = ({ store }: TestApp, { user }: Client) => findUserById(store.read, user.id);

test('a followed link changes only the address', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const before = await rowOf(testApp, author);
    const link = await askEmail(testApp, author);
    t.deepEqual(await rowOf(testApp, author), before, 'nothing before the link');
    const mails = await mailsOf(testApp, () => follow(testApp, link, author));
    t.deepEqual(await rowOf(testApp, author), { ...before, email: 'new@example.test' });
    t.deepEqual(mails, [], 'the old address was told when it was asked for');
    t.true(await isLoggedIn(author));
    t.deepEqual((await updateProfile(testApp, author, {})).body.data.pending, []);
});

test('a followed link sets the new password, ends the other sessions and emails the user', async (t) => {
    const { testApp, author: here } = await withAuthor(t);
    const there = await testApp.as('author');
    const link = await askPassword(testApp, here);
    const before = await rowOf(testApp, here);
    const mails = await mailsOf(testApp, () => follow(testApp, link, here));
    t.deepEqual(named(mails), ['password_changed author@example.test']);
    t.is((await login(testApp, { login: 'author', password })).statusCode, 200);
    t.deepEqual({ ...(await rowOf(testApp, here)), passwordHash: '-' }, { ...before, passwordHash: '-' });
    t.true(await isLoggedIn(here));
    t.false(await isLoggedIn(there));
});

test('following a password link without a login ends every session', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const other = await testApp.as('otherAuthor');
    await follow(testApp, await askPassword(testApp, author));
    t.false(await isLoggedIn(author));
    t.true(await isLoggedIn(other));
});

test('of 50 parallel uses of one link one changes something [65]', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const links = [await askEmail(testApp, author), await askPassword(testApp, author)];
    const mails = await mailsOf(testApp, async () => {
        for (const link of links) {
            const racing = Array.from({ length: 50 }, () => follow(testApp, link));
            const ended = await Promise.allSettled(racing);
            t.is(ended.filter(({ status }) => status === 'fulfilled').length, 1);
        }
    });
    t.deepEqual(named(mails), ['password_changed new@example.test']);
});

test('a link is valid for 24 hours, to the millisecond [65]', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const intime = await askEmail(testApp, author);
    testApp.pass(24 * hour - 1);
    await follow(testApp, intime, author);
    const late = [await askEmail(testApp, author, 'newer@example.test'), await askPassword(testApp, author)];
    testApp.pass(24 * hour);
    for (const link of late) await t.throwsAsync(follow(testApp, link, author), invalid);
    t.is((await rowOf(testApp, author))?.email, 'new@example.test');
    t.deepEqual((await updateProfile(testApp, author, {})).body.data.pending, []);
});

test('a link does not work for another logged-in user, and stays valid for its own user [65]', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const other = await testApp.as('otherAuthor');
    const before = await rowOf(testApp, other);
    for (const link of [await askEmail(testApp, author), await askPassword(testApp, author)]) {
        await t.throwsAsync(follow(testApp, link, other), invalid);
        t.deepEqual(await rowOf(testApp, other), before);
        await follow(testApp, link, author);
    }
});

test('a link of a disabled user and an invented link do not work', async (t) => {
    const testApp = await accountApp(t);
    await testApp.as('administrator');
    const author = await testApp.as('author');
    const link = await askEmail(testApp, author);
    for (const token of ['x', link.pathname.slice(-43).toUpperCase(), `${link.pathname.slice(-43)}x`])
        await t.throwsAsync(follow(testApp, new URL(`/verify/${token}`, link)), invalid);
    await testApp.store.write((tx) => disableUser(tx, 'author', { by: { name: 'cli' }, at: testApp.now() }));
    await t.throwsAsync(follow(testApp, link), invalid);
});

test('a new request voids the previous link of the same kind only', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const first = await askEmail(testApp, author, 'first@example.test');
    const ofPassword = await askPassword(testApp, author);
    const second = await askEmail(testApp, author, 'second@example.test');
    await t.throwsAsync(follow(testApp, first, author), invalid);
    await follow(testApp, ofPassword, author);
    await follow(testApp, second, author);
    t.is((await profileOf(author)).email, 'second@example.test');
});

test('an email not yet sent when its link is voided is not sent', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const mails = await mailsOf(testApp, async () => {
        await updateProfile(testApp, author, { email: 'first@example.test' });
        await updateProfile(testApp, author, { email: 'second@example.test' });
    });
    const sent = mails.filter(({ kind }) => kind === 'verify_email').map(({ to, state }) => `${to} ${state}`);
    t.deepEqual(sent.sort(), ['first@example.test dead', 'second@example.test kept']);
});

test('address and password changed together each count by their own link', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const mails = await mailsOf(testApp, async () => {
        const { body } = await updateProfile(testApp, author, { email: 'new@example.test', ...newPassword });
        t.deepEqual(body.data.pending.toSorted(), ['email', 'password']);
    });
    t.deepEqual(named(mails), [
        'email_change_notice author@example.test',
        'verify_email new@example.test',
        'verify_password author@example.test'
    ]);
    await follow(testApp, linkIn(oneOf(mails, 'verify_password')), author);
    t.is((await profileOf(author)).email, 'author@example.test');
    await follow(testApp, linkIn(oneOf(mails, 'verify_email')), author);
    t.is((await login(testApp, { login: 'new@example.test', password })).statusCode, 200);
});

test('a link for an address that was taken meanwhile does not work [64]', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const link = await askEmail(testApp, author);
    const taker = { login: 'new', email: 'New@example.test', passwordHash: '-', role: 'support' } as const;
    await testApp.store.write((tx) => createUser(tx, taker, testApp.now()));
    await t.throwsAsync(follow(testApp, link, author), invalid);
    t.is((await profileOf(author)).email, 'author@example.test');
});

test('a user whose login is an address may have that address again', async (t) => {
    const { testApp, author } = await withAuthor(t);
    await follow(testApp, await askEmail(testApp, author), author);
    const login = 'author@old.example.test';
    await testApp.store.write((tx) => changeUser(tx, 'author', { login }));
    await follow(testApp, await askEmail(testApp, author, login), author);
    t.is((await profileOf(author)).email, login);
});

test('a new address voids the link to a new password that went to the old one', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const reset = await resetLink(testApp, 'author');
    await follow(testApp, await askEmail(testApp, author), author);
    t.is((await resetPassword(testApp, reset)).headers['x-svc-error'], 'invalid_key');
});

test('a password reset ends open changes, so that a stolen session cannot take over later', async (t) => {
    const { testApp, author: stolen } = await withAuthor(t);
    const links = [
        await askEmail(testApp, stolen, 'thief@example.test'),
        await askPassword(testApp, stolen, {
            password: 'chosen by a thief',
            password_confirm: 'chosen by a thief'
        })
    ];
    t.is((await resetPassword(testApp, await resetLink(testApp, 'author'))).statusCode, 200);
    for (const link of links) await t.throwsAsync(follow(testApp, link), invalid);
    t.is((await rowOf(testApp, stolen))?.email, 'author@example.test');
    t.is((await login(testApp, { login: 'author', password })).statusCode, 200);
});

test('a waiting password is stored only as a hash, and deleted when it no longer waits [65]', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const link = await askPassword(testApp, author);
    const holding = async (text: string) =>
        Array.from(await rowsOf(testApp.store)).filter((row) => row.includes(text));
    const waiting = async () =>
        (await holding('$argon2id$')).filter((row) => row.startsWith('pending_changes'));
    t.true((await holding('author@example.test')).length > 0, 'the search finds what is there');
    t.deepEqual(await holding(password), []);
    t.deepEqual(await holding(link.pathname.slice(-43)), [], 'nor its link');
    t.is((await waiting()).length, 1);
    await follow(testApp, link, author);
    t.deepEqual(await waiting(), []);
    t.deepEqual(await holding(password), []);
});
