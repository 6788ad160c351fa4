// The guards of svc_update_profile: whose profile it is, the order of the checks, how many emails may be requested.
import test from 'ava';
import { findUserById } from '../../db/accounts/users.ts';
import {
    failure,
    formType,
    mailsOf,
    profileOf,
    updateProfile,
    withAuthor
} from '../support/people/accounts.ts';
import { multipart } from '../support/people/plain-browser.ts';
import { ask, type Client, encode } from '../support/people/roles.ts';
import { paths } from '../support/clients/client.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const rowOf = ({ store }: TestApp, { user }: Client) => findUserById(store.read, user.id);

test('a user_id that is empty, twice, or no plain number is refused with 400 [62]', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const own = String(author.user.id);
    const wrong = `,${own} , ${own},+${own},0${own},${own}.0,${own}e0,-1,0,${own.repeat(21)},author`;
    for (const user_id of wrong.split(',')) {
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
    const { testApp, author } = await withAuthor(t, { RATE_RESET: '5' });
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
    const { testApp, author } = await withAuthor(t, { RATE_ACTIONS: '2' });
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
