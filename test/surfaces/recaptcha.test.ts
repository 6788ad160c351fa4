// HUMAN_CHECK=recaptcha: a third party decides whether it is a person, and no request passes while it cannot be asked.
import test, { type ExecutionContext } from 'ava';
import { type OutgoingRequest, OutgoingError } from '../../config/outgoing.ts';
import { createServer } from '../../server.ts';
import {
    accountApp,
    failure,
    mailsOf,
    requestReset,
    resetLink,
    resetPassword
} from '../support/people/accounts.ts';

const human = { success: true, action: 'reset_password', score: 0.9, hostname: 'localhost' };
const refused = failure('Human verification failed.');
const down = failure('Verification is unavailable. Try again later.');
const settings = {
    HUMAN_CHECK: 'recaptcha',
    RECAPTCHA_SITE_KEY: 'site key',
    RECAPTCHA_SECRET: 'secret of the site'
};

type Verifier = (url: string, request: OutgoingRequest) => Response | Promise<Response>;
const saying = (said: object) => () => Response.json(said);

/** A test app that asks `verifier` instead of the real one; with a link for the author. */
async function appAsking(t: ExecutionContext, verifier: Verifier) {
    const testApp = await accountApp(t, settings);
    const author = await testApp.as('author');
    const without = {
        ...testApp.app.config,
        humanCheck: { ...testApp.app.config.humanCheck, driver: 'off' }
    } as const;
    const open = await createServer({ ...testApp.app, config: without });
    const link = await resetLink({ ...testApp, server: open }, 'author');
    const outgoing = {
        fetch: async (url: string | URL, request: OutgoingRequest = {}) => verifier(String(url), request),
        close: async () => undefined
    };
    const server = await createServer({ ...testApp.app, outgoing });
    return { testApp: { ...testApp, server }, author, link };
}

test('the verifier gets the secret and the token at its one address, within five seconds', async (t) => {
    const asked: [string, OutgoingRequest][] = [];
    const { testApp, link } = await appAsking(t, (...call) => {
        asked.push(call);
        return Response.json(human);
    });
    const { statusCode } = await resetPassword(testApp, link, { recaptcha_token: 'said & done' });
    t.is(statusCode, 200);
    t.is(asked.length, 1);
    const [url, { method, body, timeout, headers }] = asked[0] ?? ['', {}];
    t.is(url, 'https://www.google.com/recaptcha/api/siteverify');
    t.is(method, 'POST');
    t.is(timeout, 5000);
    t.deepEqual(headers, { 'content-type': 'application/x-www-form-urlencoded' });
    t.is(body, 'secret=secret+of+the+site&response=said+%26+done');
});

test('no success, another action, a low score or another site is refused, the key stays [41]', async (t) => {
    let said: object = human;
    const { testApp, author, link } = await appAsking(t, () => Response.json(said));
    const mails = await mailsOf(testApp, async () => {
        for (const wrong of [
            { success: false },
            { action: 'request_password_reset' },
            { action: '' },
            { score: 0.49 },
            { hostname: 'evil.example' },
            { hostname: 'localhost.evil.example' }
        ]) {
            said = { ...human, ...wrong };
            const { statusCode, body, headers } = await resetPassword(testApp, link);
            t.is(statusCode, 400, JSON.stringify(wrong));
            t.deepEqual(body, refused);
            t.is(headers['x-svc-error'], 'human_check');
        }
        for (const field of ['action', 'score', 'hostname'] as const) {
            const { [field]: _, ...rest } = human;
            said = rest;
            t.deepEqual((await resetPassword(testApp, link)).body, refused, `without ${field}`);
        }
    });
    t.deepEqual(mails, []);
    t.is((await author.get('/session')).statusCode, 200);
    said = { ...human, score: 0.5, challenge_ts: 'x' };
    t.is((await resetPassword(testApp, link)).statusCode, 200, 'half a point is enough');
});

test('a failing verifier returns 503, accepts no request and keeps the key valid [42]', async (t) => {
    const fail = (code: OutgoingError['code']) => () => {
        throw new OutgoingError(code);
    };
    const verifiers: Record<string, Verifier> = {
        unreachable: fail('unreachable'),
        slow: fail('timeout'),
        'an internal address': fail('forbidden_address'),
        'no JSON': () => new Response('<html>Sorry</html>', { status: 500 }),
        empty: () => new Response(''),
        'an array': saying([]),
        'another JSON': saying({ ok: true }),
        'a word for yes': saying({ ...human, success: 'yes' })
    };
    let verifier: Verifier = saying(human);
    const { testApp, author, link } = await appAsking(t, (...call) => verifier(...call));
    const mails = await mailsOf(testApp, async () => {
        for (const [what, one] of Object.entries(verifiers)) {
            verifier = one;
            for (const answer of [
                await resetPassword(testApp, link),
                await requestReset(testApp, 'author')
            ]) {
                t.is(answer.statusCode, 503, what);
                t.deepEqual(answer.body, down, what);
                t.is(answer.headers['x-svc-error'], 'unavailable', what);
            }
        }
    });
    t.deepEqual(mails, []);
    t.is((await author.get('/session')).statusCode, 200);
    verifier = saying(human);
    t.is((await resetPassword(testApp, link)).statusCode, 200);
});
