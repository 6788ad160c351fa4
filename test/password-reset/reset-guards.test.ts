// What stands before the two public actions: the order of their checks, their nonce, and how often they may be tried.
import test from 'ava';
import { nonceFor } from '../../plugins/surfaces/auth/nonces.ts';
import {
    accountWorld,
    failure,
    formType,
    hour,
    isLoggedIn,
    linkIn,
    logIn,
    mailsOf,
    oneOf,
    password,
    post,
    publicNonce,
    requestReset,
    resetLink,
    resetPassword
} from '../support/accounts.ts';
import { ask, encode, secrets } from '../support/roles.ts';
import { paths } from '../support/client.ts';
import { easy, humanToken } from '../support/human-check.ts';
import type { World } from '../support/world.ts';

const withLimits = { RATE_RESET: '5', RATE_RESET_ADDRESS: '20' };
const tooMany = failure('Too many attempts.');
const invalid = failure('This reset link is invalid or has expired.');
const guess = { reset_key: 'a guess', login: 'author' };
const asked = {
    success: true,
    data: { message: 'If there is such an account, a link is on its way to its email address.' }
};

const submit = ({ server }: World, action: string, payload: string, headers: Record<string, string>) =>
    ask(server, { method: 'POST', url: `${paths.ajax}?action=${action}`, headers, payload });

test('checks come in this order: site, action, size and type, nonce, fields, limit of the address, passwords, human, limit of the name, link', async (t) => {
    const world = await accountWorld(t, { RATE_RESET_ADDRESS: '1', HUMAN_CHECK: 'local' });
    await world.as('author');
    const name = 'svc_reset_password';
    const fields = { ...guess, new_password: 'short', confirm_password: 'other', recaptcha_token: 'none' };
    const noLogin = { ...fields, login: '' };
    const nonce = { reset_password_nonce: publicNonce(world) };
    const large = { ...noLogin, more: 'x'.repeat(64 * 1024) };
    const evil = { ...formType, origin: 'https://evil.example' };
    const json = { 'content-type': 'application/json' };
    const steps = [
        [await submit(world, 'svc_reset_passwords', encode(large), evil), 400, 'unknown_action'],
        [await submit(world, name, encode(large), { ...evil, ...json }), 403, 'forbidden'],
        [await submit(world, name, encode(noLogin), json), 415, 'unsupported_media_type'],
        [await submit(world, name, encode(large), formType), 413, 'too_large'],
        [await submit(world, name, encode(noLogin), formType), 403, 'bad_nonce'],
        [await submit(world, name, encode({ ...noLogin, ...nonce }), formType), 400, 'invalid_field'],
        [await submit(world, name, encode({ ...fields, ...nonce }), formType), 400, 'invalid_field'],
        [await submit(world, name, encode({ ...fields, ...nonce }), formType), 429, 'too_many_requests']
    ] as const;
    for (const [i, [{ statusCode, headers }, status, code]] of steps.entries()) {
        t.is(statusCode, status, `step ${i}`);
        t.is(headers['x-svc-error'], code, `step ${i}`);
    }
    t.deepEqual(
        [5, 6].map((i) => steps[i]?.[0].headers['x-svc-field']),
        ['login', 'confirm_password']
    );
});

test('a right password is asked for before the human check, and the human check before the link', async (t) => {
    const world = await accountWorld(t, { HUMAN_CHECK: 'local' });
    const short = { new_password: 'short', confirm_password: 'short' };
    t.is((await resetPassword(world, guess, short)).headers['x-svc-error'], 'invalid_field');
    t.is((await resetPassword(world, guess)).headers['x-svc-error'], 'human_check');
});

for (const action of ['svc_reset_password', 'svc_request_password_reset']) {
    test(`${action} with a nonce that is absent, empty, another, too old or one bit off does nothing [34]`, async (t) => {
        const world = await accountWorld(t);
        const author = await world.as('author');
        const link = await resetLink(world, 'author');
        const fields = { ...link, new_password: password, confirm_password: password };
        const good = publicNonce(world);
        const off = (good[0] === '0' ? '1' : '0') + good.slice(1);
        const old = nonceFor(secrets.nonce, 'reset_password_nonce', undefined, world.now() - 24 * hour);
        const { svc_frontend_nonce: own = '' } = author.nonces();
        const mails = await mailsOf(world, async () => {
            for (const reset_password_nonce of ['', own, old, off, `${good}0`, good.toUpperCase()]) {
                const wrong = await post(world, action, { ...fields, reset_password_nonce });
                t.is(wrong.statusCode, 403, reset_password_nonce);
                t.deepEqual(wrong.body, failure('Security check failed.'));
                t.is(wrong.headers['x-svc-error'], 'bad_nonce');
            }
            const elsewhere = encode({ ...fields, nonce: good, recaptcha_token: 'none' });
            const url = `${action}&reset_password_nonce=${good}&nonce=${good}`;
            t.is((await submit(world, url, elsewhere, formType)).statusCode, 403);
        });
        t.deepEqual(mails, []);
        t.is((await resetPassword(world, link)).statusCode, 200, 'the key is not burnt');
    });

    test(`${action} refuses a write that comes from another site`, async (t) => {
        const world = await accountWorld(t);
        await world.as('author');
        for (const [name, value] of [
            ['origin', 'https://evil.example'],
            ['sec-fetch-site', 'cross-site']
        ] as const) {
            const { statusCode, body } = await post(world, action, guess, { [name]: value });
            t.is(statusCode, 403);
            t.deepEqual(body, failure('This request came from another site.'));
        }
    });

    test(`${action} refuses another type, and a field that is given twice [30, 31]`, async (t) => {
        const world = await accountWorld(t);
        const reset_password_nonce = publicNonce(world);
        const twice = `${encode({ ...guess, reset_password_nonce })}&login=author`;
        const double = await submit(world, action, twice, formType);
        t.is(double.statusCode, 400);
        t.deepEqual(double.body, failure('Invalid request.'));
        for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
            const { statusCode, body } = await submit(world, action, '{}', { 'content-type': type });
            t.is(statusCode, 415, type);
            t.deepEqual(body, failure('Unsupported content type.'));
        }
    });
}

test('the public nonce is good for its tick and the next one, and for whoever asks', async (t) => {
    const world = await accountWorld(t);
    await world.as('author');
    const reset_password_nonce = publicNonce(world);
    world.pass(12 * hour);
    t.deepEqual((await requestReset(world, 'author', { reset_password_nonce })).body, asked);
    world.pass(12 * hour);
    t.is((await requestReset(world, 'author', { reset_password_nonce })).statusCode, 403);
});

test('after five guesses for a login even the right key must wait, whoever brings it [43]', async (t) => {
    const world = await accountWorld(t, { ...withLimits, TRUSTED_PROXIES: '127.0.0.0/8' });
    const author = await world.as('author');
    await world.as('otherAuthor');
    const link = await resetLink(world, 'author');
    for (let i = 0; i < 5; i += 1)
        t.deepEqual((await resetPassword(world, { ...guess, login: 'AUTHOR' })).body, invalid);
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const fields = { ...link, new_password: password, confirm_password: password };
    const closed = await post(world, 'svc_reset_password', fields, from);
    t.is(closed.statusCode, 429);
    t.deepEqual(closed.body, tooMany);
    t.is(closed.headers['x-svc-error'], 'too_many_requests');
    const wait = Number(closed.headers['retry-after']);
    t.true(wait > 0 && wait <= 15 * 60, `${wait} seconds`);
    t.true(await isLoggedIn(author), 'nothing was changed');
    t.deepEqual((await resetPassword(world, await resetLink(world, 'otherAuthor'))).statusCode, 200);
});

test('of a thousand guesses for one login over 500 addresses five are looked at [43]', async (t) => {
    const world = await accountWorld(t, { ...withLimits, TRUSTED_PROXIES: '127.0.0.0/8' });
    await world.as('author');
    const guesses = Array.from({ length: 1000 }, (_, i) =>
        post(
            world,
            'svc_reset_password',
            { login: 'author', reset_key: `guess ${i}`, new_password: password, confirm_password: password },
            { 'x-forwarded-for': `198.51.${i % 2}.${i % 250}` }
        )
    );
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    t.is(codes.filter((code) => code === 400).length, 5);
    t.is(codes.filter((code) => code === 429).length, 995);
});

test('after twenty guesses an address must wait, whatever logins it tries and whatever it claims to be [43]', async (t) => {
    const world = await accountWorld(t, withLimits);
    for (let i = 0; i < 20; i += 1)
        t.deepEqual((await resetPassword(world, { ...guess, login: `nobody-${i}` })).body, invalid);
    const claim = { 'x-forwarded-for': '203.0.113.9' };
    const fields = { ...guess, new_password: password, confirm_password: password };
    const { statusCode, body } = await post(world, 'svc_reset_password', fields, claim);
    t.is(statusCode, 429);
    t.deepEqual(body, tooMany);
});

test('after twenty requests for links an address must wait, and can still use a link', async (t) => {
    const world = await accountWorld(t, withLimits);
    await world.as('author');
    const link = await resetLink(world, 'author');
    for (let i = 0; i < 19; i += 1) await requestReset(world, `nobody-${i}`);
    t.deepEqual((await requestReset(world, 'somebody else')).body, tooMany);
    t.is((await resetPassword(world, link)).statusCode, 200);
});

test('a stranger who asks for links in a name does not keep its owner from using one', async (t) => {
    const world = await accountWorld(t, { ...withLimits, TRUSTED_PROXIES: '127.0.0.0/8' });
    await world.as('author');
    const stranger = { 'x-forwarded-for': '203.0.113.9' };
    for (let i = 0; i < 4; i += 1) await requestReset(world, 'author', {}, stranger);
    await world.drain();
    const link = await resetLink(world, 'author');
    t.deepEqual((await requestReset(world, 'author', {}, stranger)).body, tooMany);
    t.is((await resetPassword(world, link)).statusCode, 200);
});

test('a reset that succeeds does not count as a guess', async (t) => {
    const world = await accountWorld(t, { RATE_RESET: '1' });
    await world.as('author');
    const link = await resetLink(world, 'author@example.test');
    t.is((await resetPassword(world, link)).statusCode, 200);
    t.deepEqual((await resetPassword(world, link)).body, invalid);
    t.deepEqual((await resetPassword(world, link)).body, tooMany);
});

test('failed logins and resets are counted apart', async (t) => {
    const world = await accountWorld(t, withLimits);
    await world.as('author');
    for (let i = 0; i < 6; i += 1) await resetPassword(world, guess);
    t.is((await resetPassword(world, guess)).statusCode, 429);
    t.is((await logIn(world, 'nobody', password)).statusCode, 401);
    for (let i = 0; i < 5; i += 1) await logIn(world, 'nobody', password);
    t.is((await logIn(world, 'nobody', password)).statusCode, 429);
    t.deepEqual((await requestReset(world, 'nobody')).body, asked);
});

test('the sixth request for a link to one login is refused, and mails nothing', async (t) => {
    const world = await accountWorld(t, withLimits);
    await world.as('author');
    const mails = await mailsOf(world, async () => {
        for (let i = 0; i < 5; i += 1) {
            t.deepEqual((await requestReset(world, 'author')).body, asked);
            await world.drain();
        }
    });
    t.is(mails.length, 5);
    const more = await mailsOf(world, async () => {
        const { statusCode, body, headers } = await requestReset(world, 'Author');
        t.is(statusCode, 429);
        t.deepEqual(body, tooMany);
        t.true(Number(headers['retry-after']) > 0);
    });
    t.deepEqual(more, []);
});

test('calls without a proof do not lock a user out: by name they count once the human check was passed [43]', async (t) => {
    const world = await accountWorld(t, { ...withLimits, ...easy, HUMAN_CHECK: 'local' });
    const proof = async (action: string) => ({ recaptcha_token: await humanToken(world, action) });
    await world.as('author');
    for (let i = 0; i < 6; i += 1) {
        t.is((await requestReset(world, 'author')).headers['x-svc-error'], 'human_check');
        t.is((await resetPassword(world, guess)).headers['x-svc-error'], 'human_check');
    }
    const mails = await mailsOf(world, async () => {
        const own = await proof('request_password_reset');
        t.deepEqual((await requestReset(world, 'author', own)).body, asked);
    });
    const { searchParams } = linkIn(oneOf(mails, 'password_reset'));
    const link = { reset_key: searchParams.get('key') ?? '', login: 'author' };
    t.is((await resetPassword(world, link, await proof('reset_password'))).statusCode, 200);
});

test('calls without a proof count by address', async (t) => {
    const world = await accountWorld(t, { ...withLimits, HUMAN_CHECK: 'local' });
    for (let i = 0; i < 20; i += 1) await requestReset(world, `nobody-${i}`);
    t.deepEqual((await requestReset(world, 'author')).body, tooMany);
});
