// How often the two public actions may be tried: by login, by address, and with a human check.
import test from 'ava';
import {
    accountApp,
    failure,
    isLoggedIn,
    linkIn,
    mailsOf,
    oneOf,
    password,
    post,
    requestReset,
    resetLink,
    resetPassword,
    withAuthor
} from '../support/people/accounts.ts';
import { login } from '../support/people/login.ts';
import { humanToken } from '../support/people/human-check.ts';

const withLimits = { RATE_RESET: '5', RATE_RESET_ADDRESS: '20' };
const tooMany = failure('Too many attempts.');
const invalid = failure('This reset link is invalid or has expired.');
const guess = { reset_key: 'a guess', login: 'author' };
const asked = {
    success: true,
    data: { message: 'If an account matches, we will email a link to its address.' }
};

test('after five guesses for a login even the right key must wait, from any address [43]', async (t) => {
    const { testApp, author } = await withAuthor(t, { ...withLimits, TRUSTED_PROXIES: '127.0.0.0/8' });
    await testApp.as('otherAuthor');
    const link = await resetLink(testApp, 'author');
    for (let i = 0; i < 5; i += 1)
        t.deepEqual((await resetPassword(testApp, { ...guess, login: 'AUTHOR' })).body, invalid);
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const fields = { ...link, new_password: password, confirm_password: password };
    const closed = await post(testApp, 'svc_reset_password', fields, from);
    t.is(closed.statusCode, 429);
    t.deepEqual(closed.body, tooMany);
    t.is(closed.headers['x-svc-error'], 'too_many_requests');
    const wait = Number(closed.headers['retry-after']);
    t.true(wait > 0 && wait <= 15 * 60, `${wait} seconds`);
    t.true(await isLoggedIn(author), 'nothing was changed');
    t.deepEqual((await resetPassword(testApp, await resetLink(testApp, 'otherAuthor'))).statusCode, 200);
});

test('weak passwords do not count as guesses: a better one is accepted after any number of them', async (t) => {
    const { testApp } = await withAuthor(t, withLimits);
    const link = await resetLink(testApp, 'author');
    const choose = (new_password: string) =>
        resetPassword(testApp, link, { new_password, confirm_password: new_password });
    for (let i = 0; i < 6; i += 1)
        t.deepEqual(
            (await choose(`Passw0rd!${i}`)).body,
            failure('This password is too easy to guess. Choose another.')
        );
    t.is((await choose('nine quiet lanterns')).statusCode, 200);
});

test('of a thousand guesses for one login over 500 addresses five are looked at [43]', async (t) => {
    const { testApp } = await withAuthor(t, { ...withLimits, TRUSTED_PROXIES: '127.0.0.0/8' });
    const guesses = Array.from({ length: 1000 }, (_, i) =>
        post(
            testApp,
            'svc_reset_password',
            { login: 'author', reset_key: `guess ${i}`, new_password: password, confirm_password: password },
            { 'x-forwarded-for': `198.51.${i % 2}.${i % 250}` }
        )
    );
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    t.is(codes.filter((code) => code === 400).length, 5);
    t.is(codes.filter((code) => code === 429).length, 995);
});

test('after twenty guesses an address must wait, whatever login and address it claims [43]', async (t) => {
    const testApp = await accountApp(t, withLimits);
    for (let i = 0; i < 20; i += 1)
        t.deepEqual((await resetPassword(testApp, { ...guess, login: `nobody-${i}` })).body, invalid);
    const claim = { 'x-forwarded-for': '203.0.113.9' };
    const fields = { ...guess, new_password: password, confirm_password: password };
    const { statusCode, body } = await post(testApp, 'svc_reset_password', fields, claim);
    t.is(statusCode, 429);
    t.deepEqual(body, tooMany);
});

test('after twenty requests for links an address must wait, and can still use a link', async (t) => {
    const { testApp } = await withAuthor(t, withLimits);
    const link = await resetLink(testApp, 'author');
    for (let i = 0; i < 19; i += 1) await requestReset(testApp, `nobody-${i}`);
    t.deepEqual((await requestReset(testApp, 'somebody else')).body, tooMany);
    t.is((await resetPassword(testApp, link)).statusCode, 200);
});

test('requests by a stranger do not keep the owner from using a link', async (t) => {
    const { testApp } = await withAuthor(t, { ...withLimits, TRUSTED_PROXIES: '127.0.0.0/8' });
    const stranger = { 'x-forwarded-for': '203.0.113.9' };
    for (let i = 0; i < 4; i += 1) await requestReset(testApp, 'author', {}, stranger);
    await testApp.drain();
    const link = await resetLink(testApp, 'author');
    t.deepEqual((await requestReset(testApp, 'author', {}, stranger)).body, tooMany);
    t.is((await resetPassword(testApp, link)).statusCode, 200);
});

test('a reset that succeeds does not count as a guess', async (t) => {
    const { testApp } = await withAuthor(t, { RATE_RESET: '1' });
    const link = await resetLink(testApp, 'author@example.test');
    t.is((await resetPassword(testApp, link)).statusCode, 200);
    t.deepEqual((await resetPassword(testApp, link)).body, invalid);
    t.deepEqual((await resetPassword(testApp, link)).body, tooMany);
});

test('failed logins and resets are counted apart', async (t) => {
    const { testApp } = await withAuthor(t, withLimits);
    for (let i = 0; i < 6; i += 1) await resetPassword(testApp, guess);
    t.is((await resetPassword(testApp, guess)).statusCode, 429);
    t.is((await login(testApp, { login: 'nobody', password })).statusCode, 401);
    for (let i = 0; i < 5; i += 1) await login(testApp, { login: 'nobody', password });
    t.is((await login(testApp, { login: 'nobody', password })).statusCode, 429);
    t.deepEqual((await requestReset(testApp, 'nobody')).body, asked);
});

test('who chooses a new password by a link may log in at once, however often they failed before', async (t) => {
    const { testApp } = await withAuthor(t);
    const link = await resetLink(testApp, 'author@example.test');
    for (let n = 0; n < 7; n += 1) await login(testApp, { login: 'author', password: 'wrong' });
    t.is((await login(testApp, { login: 'author', password })).statusCode, 429);
    t.is((await resetPassword(testApp, link)).statusCode, 200);
    t.is((await login(testApp, { login: 'author', password: 'wrong' })).statusCode, 401);
});

test('the sixth request for a link to one login is refused, and sends no email', async (t) => {
    const { testApp } = await withAuthor(t, withLimits);
    const mails = await mailsOf(testApp, async () => {
        for (let i = 0; i < 5; i += 1) {
            t.deepEqual((await requestReset(testApp, 'author')).body, asked);
            await testApp.drain();
        }
    });
    t.is(mails.length, 5);
    const more = await mailsOf(testApp, async () => {
        const { statusCode, body, headers } = await requestReset(testApp, 'Author');
        t.is(statusCode, 429);
        t.deepEqual(body, tooMany);
        t.true(Number(headers['retry-after']) > 0);
    });
    t.deepEqual(more, []);
});

test('calls without a human check do not block a user; checked ones count by name [43]', async (t) => {
    const testApp = await accountApp(t, { ...withLimits, HUMAN_CHECK: 'local' });
    const proof = async (action: string) => ({ recaptcha_token: await humanToken(testApp, action) });
    await testApp.as('author');
    for (let i = 0; i < 6; i += 1) {
        t.is((await requestReset(testApp, 'author')).headers['x-svc-error'], 'human_check');
        t.is((await resetPassword(testApp, guess)).headers['x-svc-error'], 'human_check');
    }
    const mails = await mailsOf(testApp, async () => {
        const own = await proof('request_password_reset');
        t.deepEqual((await requestReset(testApp, 'author', own)).body, asked);
    });
    const { searchParams } = linkIn(oneOf(mails, 'password_reset'));
    const link = { reset_key: searchParams.get('key') ?? '', login: 'author' };
    t.is((await resetPassword(testApp, link, await proof('reset_password'))).statusCode, 200);
});

test('calls without a proof count by address', async (t) => {
    const testApp = await accountApp(t, { ...withLimits, HUMAN_CHECK: 'local' });
    for (let i = 0; i < 20; i += 1) await requestReset(testApp, `nobody-${i}`);
    t.deepEqual((await requestReset(testApp, 'author')).body, tooMany);
});
