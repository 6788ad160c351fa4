// The guards of the two public actions: the order of their checks, and their nonce.
import test from 'ava';
import { nonceFor } from '../../plugins/surfaces/auth/nonces.ts';
import {
    accountApp,
    failure,
    formType,
    hour,
    mailsOf,
    password,
    post,
    publicNonce,
    resetLink,
    resetPassword,
    withAuthor
} from '../support/people/accounts.ts';
import { ask, encode, secrets } from '../support/people/roles.ts';
import { paths } from '../support/clients/client.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const guess = { reset_key: 'a guess', login: 'author' };
const submit = ({ server }: TestApp, action: string, payload: string, headers: Record<string, string>) =>
    ask(server, { method: 'POST', url: `${paths.ajax}?action=${action}`, headers, payload });

test('checks of a reset run in the documented order', async (t) => {
    const { testApp } = await withAuthor(t, { RATE_RESET_ADDRESS: '1', HUMAN_CHECK: 'local' });
    const name = 'svc_reset_password';
    const fields = { ...guess, new_password: 'short', confirm_password: 'other', recaptcha_token: 'none' };
    const noLogin = { ...fields, login: '' };
    const nonce = { reset_password_nonce: publicNonce(testApp) };
    const large = { ...noLogin, more: 'x'.repeat(64 * 1024) };
    const evil = { ...formType, origin: 'https://evil.example' };
    const json = { 'content-type': 'application/json' };
    const steps = [
        [await submit(testApp, 'svc_reset_passwords', encode(large), evil), 400, 'unknown_action'],
        [await submit(testApp, name, encode(large), { ...evil, ...json }), 403, 'forbidden'],
        [await submit(testApp, name, encode(noLogin), json), 415, 'unsupported_media_type'],
        [await submit(testApp, name, encode(large), formType), 413, 'too_large'],
        [await submit(testApp, name, encode(noLogin), formType), 403, 'bad_nonce'],
        [await submit(testApp, name, encode({ ...noLogin, ...nonce }), formType), 400, 'invalid_field'],
        [await submit(testApp, name, encode({ ...fields, ...nonce }), formType), 400, 'invalid_field'],
        [await submit(testApp, name, encode({ ...fields, ...nonce }), formType), 429, 'too_many_requests']
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

test('the password is checked before the human check, and the human check before the link', async (t) => {
    const testApp = await accountApp(t, { HUMAN_CHECK: 'local' });
    const short = { new_password: 'short', confirm_password: 'short' };
    t.is((await resetPassword(testApp, guess, short)).headers['x-svc-error'], 'invalid_field');
    t.is((await resetPassword(testApp, guess)).headers['x-svc-error'], 'human_check');
});

for (const action of ['svc_reset_password', 'svc_request_password_reset']) {
    test(`${action} with a missing, foreign, old or changed nonce does nothing [34]`, async (t) => {
        const { testApp, author } = await withAuthor(t);
        const link = await resetLink(testApp, 'author');
        const fields = { ...link, new_password: password, confirm_password: password };
        const good = publicNonce(testApp);
        const off = (good[0] === '0' ? '1' : '0') + good.slice(1);
        const old = nonceFor(secrets.nonce, 'reset_password_nonce', undefined, testApp.now() - 24 * hour);
        const { svc_frontend_nonce: own = '' } = author.nonces();
        const mails = await mailsOf(testApp, async () => {
            for (const reset_password_nonce of ['', own, old, off, `${good}0`, good.toUpperCase()]) {
                const wrong = await post(testApp, action, { ...fields, reset_password_nonce });
                t.is(wrong.statusCode, 403, reset_password_nonce);
                t.deepEqual(wrong.body, failure('Security check failed.'));
                t.is(wrong.headers['x-svc-error'], 'bad_nonce');
            }
            const elsewhere = encode({ ...fields, nonce: good, recaptcha_token: 'none' });
            const url = `${action}&reset_password_nonce=${good}&nonce=${good}`;
            t.is((await submit(testApp, url, elsewhere, formType)).statusCode, 403);
        });
        t.deepEqual(mails, []);
        t.is((await resetPassword(testApp, link)).statusCode, 200, 'the key is not burnt');
    });
}
