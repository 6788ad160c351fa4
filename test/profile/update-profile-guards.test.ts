// The guards of svc_update_profile: whose profile it is, the order of the checks, how many emails may be requested.
import test from 'ava';
import { findUserById } from '../../db/accounts/users.ts';
import {
    accountApp,
    failure,
    formType,
    mailsOf,
    multipart,
    profileOf,
    updateProfile
} from '../support/people/accounts.ts';
import { ask, type Client, encode } from '../support/people/roles.ts';
import { paths } from '../support/clients/client.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const full = { first_name: 'Ada', display_name: 'Ada L.', bio: 'x', phone: '12345' };

const rowOf = ({ store }: TestApp, { user }: Client) => findUserById(store.read, user.id);

test("a change of another user's profile is refused, also to an administrator [62]", async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    const before = await rowOf(testApp, author);
    for (const client of [await testApp.as('administrator'), await testApp.as('otherAuthor')]) {
        const form = { ...full, user_id: String(author.user.id), email: 'evil@example.test' };
        const mails = await mailsOf(testApp, async () => {
            const { statusCode, body, headers } = await updateProfile(testApp, client, form);
            t.is(statusCode, 403);
            t.deepEqual(body, failure('You can only edit your own profile.'));
            t.is(headers['x-svc-error'], 'forbidden');
        });
        t.deepEqual(mails, []);
    }
    t.deepEqual(await rowOf(testApp, author), before);
    t.is((await updateProfile(testApp, author, { user_id: '999' })).statusCode, 403, 'of nobody');
});

test('a user_id that is empty, twice, or no plain number is refused with 400 [62]', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    const own = String(author.user.id);
    for (const user_id of [
        '',
        `${own} `,
        ` ${own}`,
        `+${own}`,
        `0${own}`,
        `${own}.0`,
        `${own}e0`,
        '-1',
        '0',
        own + own.repeat(20),
        'author'
    ]) {
        const { statusCode, body, headers } = await updateProfile(testApp, author, { user_id, bio: 'x' });
        t.is(statusCode, 400, user_id);
        t.deepEqual(body, failure('Invalid request.'));
        t.is(headers['x-svc-field'], 'user_id');
    }
    const nonce = author.nonces()['svc_frontend_nonce'] ?? '';
    const fields = encode({ action: 'svc_update_profile', nonce, bio: 'x' });
    for (const payload of [fields, `${fields}&user_id=${own}&user_id=${own}`]) {
        const { statusCode, body } = await ask(testApp.server, {
            method: 'POST',
            url: `${paths.ajax}?action=svc_update_profile`,
            headers: { ...author.headers, ...formType },
            payload
        });
        t.is(statusCode, 400);
        t.deepEqual(body, failure('Invalid request.'));
    }
    t.is((await profileOf(author)).bio, '');
});

test('the sixth email in a quarter of an hour is refused; other profile changes are saved', async (t) => {
    const testApp = await accountApp(t, { RATE_RESET: '5' });
    const author = await testApp.as('author');
    const other = await testApp.as('otherAuthor');
    for (let i = 0; i < 5; i += 1)
        t.is((await updateProfile(testApp, author, { email: `new${i}@example.test` })).statusCode, 200);
    await testApp.drain();
    const mails = await mailsOf(testApp, async () => {
        const { statusCode, body, headers } = await updateProfile(testApp, author, {
            email: 'more@example.test'
        });
        t.is(statusCode, 429);
        t.deepEqual(body, failure('Too many requests.'));
        t.is(headers['x-svc-error'], 'too_many_requests');
        t.true(Number(headers['retry-after']) > 0);
    });
    t.deepEqual(mails, []);
    t.is((await updateProfile(testApp, author, { bio: 'x' })).statusCode, 200);
    t.is((await updateProfile(testApp, other, { email: 'other@example.test' })).statusCode, 200);
});

test('checks have this order: action, login, size and type, nonce, limit, fields, owner', async (t) => {
    const testApp = await accountApp(t, { RATE_ACTIONS: '2' });
    const author = await testApp.as('author');
    const { type, payload } = await multipart({ action: 'svc_update_profile', nonce: '', bio: 'x' });
    const large = Buffer.alloc(3 * 1024 * 1024 + 1, 'x');
    const send = (query: string, headers: Record<string, string>, body: Buffer) =>
        ask(testApp.server, { method: 'POST', url: `${paths.ajax}?action=${query}`, headers, payload: body });
    const { headers } = author;
    const json = { 'content-type': 'application/json' };
    const steps = [
        [await send('svc_update_profiles', json, large), 400, 'unknown_action'],
        [await send('svc_update_profile', json, large), 401, 'not_logged_in'],
        [await send('svc_update_profile', { ...headers, ...json }, payload), 415, 'unsupported_media_type'],
        [await send('svc_update_profile', { ...headers, 'content-type': type }, large), 413, 'too_large'],
        [await send('svc_update_profile', { ...headers, 'content-type': type }, payload), 403, 'bad_nonce'],
        [await updateProfile(testApp, author, { user_id: '999', phone: 'x' }), 400, 'invalid_field'],
        [await updateProfile(testApp, author, { user_id: '999', email: 'x@example.test' }), 403, 'forbidden'],
        [await updateProfile(testApp, author, { user_id: '999', phone: 'x' }), 429, 'too_many_requests']
    ] as const;
    for (const [i, [answer, status, code]] of steps.entries()) {
        t.is(answer.statusCode, status, `step ${i}`);
        t.is(answer.headers['x-svc-error'], code, `step ${i}`);
    }
    t.is((await rowOf(testApp, author))?.bio, '', 'nothing was saved');
});

test('a profile cannot be changed without a session or with a wrong nonce [33, 34]', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    const again = await testApp.as('author');
    const { svc_rest: rest = '' } = author.nonces();
    for (const nonce of ['', rest, again.nonces()['svc_frontend_nonce'] ?? '']) {
        const { statusCode, body } = await updateProfile(testApp, author, { nonce, bio: 'x' });
        t.is(statusCode, 403);
        t.deepEqual(body, failure('Security check failed.'));
    }
    await author.send('POST', '/logout');
    const { statusCode, body } = await updateProfile(testApp, author, { bio: 'x' });
    t.is(statusCode, 401);
    t.deepEqual(body, failure('Please log in.'));
    t.is((await profileOf(again)).bio, '');
});
