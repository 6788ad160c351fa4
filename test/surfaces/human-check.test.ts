// The human check of the two public actions: a proof of work of our own, or none where it was switched off.
import test from 'ava';
import { loadConfig } from '../../config/index.ts';
import {
    accountApp,
    failure,
    formType,
    mailsOf,
    minute,
    password,
    publicNonce,
    requestReset,
    resetLink,
    resetPassword
} from '../support/people/accounts.ts';
import { solutionOf } from '../support/people/human-check.ts';
import { ask, encode } from '../support/people/roles.ts';
import { paths } from '../support/clients/client.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';
import { openLog } from '../support/runs/log.ts';

const refused = failure('Human verification failed.');
const bits = 4;
const local = { HUMAN_CHECK: 'local' };
const life = 2 * minute;

const challengeFor = async ({ server }: TestApp, action: string) =>
    (await ask(server, { url: `${paths.rest}/challenge?action=${action}` })).body.data;

/** The first token of this challenge whose work `is` what is wanted. */
const tokenOf = (challenge: string, is = (zeros: number) => zeros >= bits) =>
    solutionOf(challenge, (begins) => is(Math.clz32(begins)));

const solved = async (testApp: TestApp, action = 'request_password_reset') =>
    tokenOf((await challengeFor(testApp, action)).challenge);

test('a challenge states its difficulty, which is 16 bits, and its expiry in two minutes', async (t) => {
    const testApp = await createTestApp(t);
    const { statusCode, body } = await ask(testApp.server, {
        url: `${paths.rest}/challenge?action=reset_password`
    });
    t.is(statusCode, 200);
    const { challenge, ...rest } = body.data;
    t.deepEqual(rest, { difficulty: bits, expires: testApp.now() + life });
    t.is(loadConfig({}).humanCheck.bits, 16);
    t.regex(challenge, /^reset_password~\d+~[\w-]{16}~[\w-]{43}$/);
    t.not((await challengeFor(testApp, 'reset_password')).challenge, challenge);
});

test('a challenge is for one of the actions that are checked', async (t) => {
    const testApp = await createTestApp(t);
    for (const query of [
        '',
        '?action=',
        '?action=logout',
        '?action=__proto__',
        '?action=reset_password&x=1'
    ]) {
        const { statusCode, body, headers } = await ask(testApp.server, {
            url: `${paths.rest}/challenge${query}`
        });
        t.is(statusCode, 400, query);
        t.false(body.success);
        t.is(headers['x-svc-error'], 'invalid_field');
    }
});

test('one challenge passes once, however many solutions it has', async (t) => {
    const testApp = await accountApp(t, local);
    const { challenge } = await challengeFor(testApp, 'request_password_reset');
    const [first, second] = [bits, bits + 1].map((wanted) => tokenOf(challenge, (zeros) => zeros === wanted));
    t.is((await requestReset(testApp, 'a', { recaptcha_token: String(first) })).statusCode, 200);
    t.deepEqual((await requestReset(testApp, 'a', { recaptcha_token: String(second) })).body, refused);
});

test('of 50 parallel uses of one solution exactly one passes', async (t) => {
    const testApp = await accountApp(t, local);
    const recaptcha_token = await solved(testApp);
    const crowd = Array.from({ length: 50 }, () => requestReset(testApp, 'author', { recaptcha_token }));
    const codes = (await Promise.all(crowd)).map(({ statusCode }) => statusCode);
    t.is(codes.filter((code) => code === 200).length, 1);
    t.is(codes.filter((code) => code === 400).length, 49);
});

test('a missing, foreign or forged check is refused without email, and the key stays [41]', async (t) => {
    const testApp = await accountApp(t, local);
    const author = await testApp.as('author');
    const recaptcha_token = await solved(testApp);
    const mails = await mailsOf(testApp, () => requestReset(testApp, 'author', { recaptcha_token }));
    const key = /key=([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    const link = { reset_key: key, login: 'author' };
    const foreign = await solved(testApp, 'request_password_reset');
    const { challenge } = await challengeFor(testApp, 'reset_password');
    const [action, expires = '', salt, signature = ''] = challenge.split('~');
    const later = String(Number(expires) + 1);
    const tokens = [
        '',
        foreign,
        tokenOf(foreign.replace(/^request_password_reset/, 'reset_password').replace(/\.\d+$/, '')),
        tokenOf([action, later, salt, signature].join('~')),
        tokenOf([action, expires, `${salt}x`, signature].join('~')),
        tokenOf([action, expires, salt, signature.slice(0, -1)].join('~')),
        tokenOf([action, expires, salt, ''].join('~')),
        tokenOf(challenge, (zeros) => zeros === bits - 1),
        challenge,
        `${challenge}.`,
        '.',
        '~',
        '~.~',
        '~~~.1',
        '__proto__~constructor~toString~valueOf.0',
        'x'.repeat(4096),
        '💥'
    ];
    const more = await mailsOf(testApp, async () => {
        for (const recaptcha_token of tokens) {
            const answer = await resetPassword(testApp, link, { recaptcha_token });
            t.is(answer.statusCode, 400, recaptcha_token);
            t.deepEqual(answer.body, refused, recaptcha_token);
            t.is(answer.headers['x-svc-error'], 'human_check');
            t.is(answer.headers['x-svc-field'], 'recaptcha_token');
        }
        const { statusCode, body } = await ask(testApp.server, {
            method: 'POST',
            url: `${paths.ajax}?action=svc_reset_password`,
            headers: formType,
            payload: encode({
                reset_password_nonce: publicNonce(testApp),
                ...link,
                new_password: password,
                confirm_password: password
            })
        });
        t.is(statusCode, 400, 'no token at all');
        t.deepEqual(body, refused);
    });
    t.deepEqual(more, []);
    t.is((await author.get('/session')).statusCode, 200, 'nobody was logged out');
    const exact = tokenOf(challenge, (zeros) => zeros === bits);
    t.is((await resetPassword(testApp, link, { recaptcha_token: exact })).statusCode, 200);
});

test('work counts until its two minutes are over, to the millisecond', async (t) => {
    const testApp = await accountApp(t, local);
    const [intime, late] = [await solved(testApp), await solved(testApp)];
    testApp.pass(life - 1);
    t.is((await requestReset(testApp, 'a', { recaptcha_token: intime })).statusCode, 200);
    testApp.pass(1);
    t.deepEqual((await requestReset(testApp, 'a', { recaptcha_token: late })).body, refused);
});

test('a request refused before the human check does not use up its proof', async (t) => {
    const testApp = await accountApp(t, local);
    await testApp.as('author');
    const guess = { reset_key: 'a guess', login: 'author' };
    const recaptcha_token = await solved(testApp, 'reset_password');
    for (const fields of [
        { reset_password_nonce: '' },
        { confirm_password: 'other' },
        { new_password: 'short', confirm_password: 'short' },
        { new_password: 'author', confirm_password: 'author' }
    ])
        t.not((await resetPassword(testApp, guess, { recaptcha_token, ...fields })).statusCode, 200);
    const key = await resetPassword(testApp, guess, { recaptcha_token });
    t.is(key.headers['x-svc-error'], 'invalid_key', 'the work passes');
    const again = await resetPassword(testApp, guess, { recaptcha_token });
    t.is(again.headers['x-svc-error'], 'human_check', 'a look at the link has spent it');
});

test('switched off, any token and a missing one pass, and the start logs it', async (t) => {
    const { log, lines } = openLog('warn');
    const testApp = await createTestApp(t, { env: { HUMAN_CHECK: 'off' }, log, alone: true });
    t.is(lines.length, 1);
    t.true(lines[0]?.includes('HUMAN_CHECK is off'));
    await testApp.as('author');
    for (const recaptcha_token of ['', 'anything'])
        t.is((await requestReset(testApp, 'author', { recaptcha_token })).statusCode, 200);
    await testApp.drain();
    t.is((await resetPassword(testApp, await resetLink(testApp, 'author'))).statusCode, 200);
});
