// svc_reset_password: a link from a mail sets a new password, once.
import test from 'ava';
import { disableUser } from '../../db/accounts/locking-out.ts';
import { findUserById } from '../../db/accounts/users.ts';
import {
    accountApp,
    failure,
    hour,
    isLoggedIn,
    mailsOf,
    named,
    password,
    post,
    type ResetAnswer,
    resetAnswers,
    resetLink,
    resetPassword,
    withAuthor
} from '../support/people/accounts.ts';
import { login } from '../support/people/login.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const { changed, invalid } = resetAnswers;

const hashOf = async ({ store }: TestApp, id: number) => (await findUserById(store.read, id))?.passwordHash;

test('a link from an email sets the new password, ends every session and emails the user', async (t) => {
    const testApp = await accountApp(t);
    const { user, ...here } = await testApp.as('author');
    const there = await testApp.as('author');
    const other = await testApp.as('otherAuthor');
    const link = await resetLink(testApp, 'author');
    let answer: ResetAnswer | undefined;
    const mails = await mailsOf(testApp, async () => void (answer = await resetPassword(testApp, link)));
    t.is(answer?.statusCode, 200);
    t.deepEqual(answer?.body, changed);
    t.is(answer?.headers['x-svc-error'], undefined);
    t.is(answer?.headers['set-cookie'], undefined, 'nobody is logged in by a reset');
    t.deepEqual(named(mails), ['password_changed author@example.test']);
    t.is((await login(testApp, { login: 'author', password })).statusCode, 200);
    t.false(await isLoggedIn({ user, ...here }));
    t.false(await isLoggedIn(there));
    t.true(await isLoggedIn(other), 'somebody else stays logged in');
});

test('the login of the pair may be the login or the address, in any case, with a space behind', async (t) => {
    const { testApp } = await withAuthor(t);
    for (const login of ['author', 'AUTHOR', 'author@example.test', 'Author@Example.TEST', 'author ']) {
        const { reset_key } = await resetLink(testApp, 'author');
        t.deepEqual((await resetPassword(testApp, { reset_key, login })).body, changed, login);
    }
});

test('an unknown login and a wrong, used, expired or foreign key get the same answer [39]', async (t) => {
    const testApp = await accountApp(t);
    const { user } = await testApp.as('author');
    await testApp.as('otherAuthor');
    const used = await resetLink(testApp, 'author');
    await resetPassword(testApp, used);
    const expired = await resetLink(testApp, 'otherAuthor');
    testApp.pass(2 * hour);
    const good = await resetLink(testApp, 'author');
    const gone = await testApp.as('salesRep');
    const disabled = await resetLink(testApp, 'salesRep');
    await testApp.as('administrator');
    await testApp.store.write((tx) =>
        disableUser(tx, gone.user.login, { by: { name: 'cli' }, at: testApp.now() })
    );
    const hash = await hashOf(testApp, user.id);
    const pairs = {
        'unknown login': { ...good, login: 'nobody' },
        'login of somebody else': { ...good, login: 'otherAuthor' },
        'wrong key': { ...good, reset_key: `${good.reset_key.slice(0, -1)}_` },
        'no key': { ...good, reset_key: 'x' },
        'other letters': { ...good, reset_key: good.reset_key.toUpperCase() },
        'the name of a number': { ...good, login: String(user.id) },
        used,
        expired,
        disabled
    };
    const mails = await mailsOf(testApp, async () => {
        for (const [what, pair] of Object.entries(pairs)) {
            const { statusCode, body, headers } = await resetPassword(testApp, pair);
            t.is(statusCode, 400, what);
            t.deepEqual(body, invalid, what);
            t.is(headers['x-svc-error'], 'invalid_key', what);
            t.is(headers['x-svc-field'], undefined, what);
        }
    });
    t.deepEqual(mails, []);
    t.is(await hashOf(testApp, user.id), hash, 'the password is the one before');
    t.deepEqual((await resetPassword(testApp, good)).body, changed, 'the good link is still good');
});

test('a link is valid for 60 minutes, to the millisecond', async (t) => {
    const { testApp } = await withAuthor(t);
    const intime = await resetLink(testApp, 'author');
    testApp.pass(hour - 1);
    t.deepEqual((await resetPassword(testApp, intime)).body, changed);
    const late = await resetLink(testApp, 'author');
    testApp.pass(hour);
    t.deepEqual((await resetPassword(testApp, late)).body, invalid);
});

test('a new link voids the older ones, and only those of its own user', async (t) => {
    const { testApp } = await withAuthor(t);
    await testApp.as('otherAuthor');
    const foreign = await resetLink(testApp, 'otherAuthor');
    const older = await resetLink(testApp, 'author');
    const newer = await resetLink(testApp, 'author');
    t.not(older.reset_key, newer.reset_key);
    t.deepEqual((await resetPassword(testApp, older)).body, invalid);
    t.deepEqual((await resetPassword(testApp, newer)).body, changed);
    t.deepEqual((await resetPassword(testApp, foreign)).body, changed);
});

test('a voided link stays void after the newer one was used', async (t) => {
    const { testApp } = await withAuthor(t);
    const older = await resetLink(testApp, 'author');
    await resetPassword(testApp, await resetLink(testApp, 'author'));
    t.deepEqual((await resetPassword(testApp, older)).body, invalid);
});

const tooShort = 'The password must have at least 8 characters.';
const ownName = 'The password must not be the login.';

test('a short, common or own-login password is refused with the reason, and the key stays [40]', async (t) => {
    const testApp = await accountApp(t);
    const { user } = await testApp.as('otherAuthor');
    const link = await resetLink(testApp, 'otherAuthor');
    const byAddress = { ...link, login: user.email };
    const hash = await hashOf(testApp, user.id);
    const refused = [
        [link, 'Sev3n-x', tooShort],
        [link, '💥💥💥💥💥💥💥', tooShort],
        [link, 'x'.repeat(300), 'The password must have 256 characters or fewer.'],
        [link, 'password', 'This password is too easy to guess. Choose another.'],
        [link, 'OTHERAUTHOR', ownName],
        [byAddress, 'otherAuthor', ownName],
        [link, 'OtherAuthor@example.test', ownName]
    ] as const;
    const mails = await mailsOf(testApp, async () => {
        for (const [pair, new_password, message] of refused) {
            const fields = { new_password, confirm_password: new_password };
            const { statusCode, body, headers } = await resetPassword(testApp, pair, fields);
            t.is(statusCode, 400, new_password);
            t.deepEqual(body, failure(message), new_password);
            t.is(headers['x-svc-error'], 'invalid_field', new_password);
            t.is(headers['x-svc-field'], 'new_password', new_password);
        }
    });
    t.deepEqual(mails, []);
    t.is(await hashOf(testApp, user.id), hash);
    t.deepEqual((await resetPassword(testApp, link)).body, changed);
});

test('two different passwords are refused before their length, and the key stays valid [40]', async (t) => {
    const { testApp } = await withAuthor(t);
    const link = await resetLink(testApp, 'author');
    for (const confirm_password of [`${password} `, password.toUpperCase(), 'short']) {
        const { statusCode, body, headers } = await resetPassword(testApp, link, { confirm_password });
        t.is(statusCode, 400);
        t.deepEqual(body, failure('The two passwords do not match.'));
        t.is(headers['x-svc-error'], 'invalid_field');
        t.is(headers['x-svc-field'], 'confirm_password');
    }
    t.deepEqual((await resetPassword(testApp, link)).body, changed);
});

test('eight characters are enough, of any script, and nothing is trimmed', async (t) => {
    const { testApp } = await withAuthor(t);
    for (const chosen of [
        'Zq7!mK2x',
        ' spaces at both ends ',
        'jennifer drives a corvette',
        'пароль-ёжика',
        'x1y2z3'.repeat(42)
    ]) {
        const fields = { new_password: chosen, confirm_password: chosen };
        const { body } = await resetPassword(testApp, await resetLink(testApp, 'author'), fields);
        t.deepEqual(body, changed, chosen);
        t.is((await login(testApp, { login: 'author', password: chosen })).statusCode, 200, chosen);
        t.is((await login(testApp, { login: 'author', password: chosen.slice(1) })).statusCode, 401);
    }
});

test('a field that is missing or too long is named, before anything else is looked at', async (t) => {
    const { testApp } = await withAuthor(t);
    const link = await resetLink(testApp, 'author');
    const good = { ...link, new_password: password, confirm_password: password };
    for (const field of ['reset_key', 'login', 'new_password', 'confirm_password'] as const) {
        const { [field]: _, ...rest } = good;
        for (const fields of [rest, { ...good, [field]: '' }, { ...good, [field]: 'x'.repeat(1001) }]) {
            const { statusCode, body, headers } = await post(testApp, 'svc_reset_password', fields);
            t.is(statusCode, 400, field);
            t.deepEqual(body, failure('Invalid request.'));
            t.is(headers['x-svc-error'], 'invalid_field');
            t.is(headers['x-svc-field'], field);
        }
    }
    t.deepEqual((await resetPassword(testApp, link, { utm_source: 'unknown' })).body, changed);
});
