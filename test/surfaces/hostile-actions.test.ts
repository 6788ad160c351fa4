// Hostile input on the form actions: each row is surface, attack, expected answer.
import test from 'ava';
import { changeUser } from '../../db/accounts/users.ts';
import { closeSession } from '../../db/accounts/sessions.ts';
import { ask, encode } from '../support/people/roles.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const ajax = '/rest/svc/v1/admin/admin-ajax.php';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const failure = (message: string) => ({ success: false, data: { message } });
const action = 'svc_get_workflow_status';
const day = 24 * 60 * 60 * 1000;

interface Sent {
    headers: Record<string, string>;
    fields?: string;
    url?: string;
}

const send = (
    { server }: TestApp,
    { headers, fields = 'run_id=x', url = `${ajax}?action=${action}` }: Sent
) => ask(server, { method: 'POST', url, headers: { ...form, ...headers }, payload: fields });

test('another method, an unknown action, or two of them are refused with 400 [29]', async (t) => {
    const { server } = await createTestApp(t);
    const urls = [
        '?action=nope',
        '?action=__proto__',
        '?action=toString',
        `?action=${action}&action=${action}`
    ];
    const asked = [
        ...urls.map((query) => ({ method: 'POST', url: ajax + query, headers: form, payload: '' })),
        { method: 'GET', url: `${ajax}?action=${action}` },
        { method: 'PUT', url: `${ajax}?action=${action}`, headers: form, payload: '' }
    ] as const;
    for (const request of asked) {
        const { statusCode, body, headers } = await ask(server, request);
        t.is(statusCode, 400, request.url);
        t.deepEqual(body, failure('Unknown action.'));
        t.is(headers['x-svc-error'], 'unknown_action');
    }
});

test('a form action with its name only in the body is refused with a message about the query', async (t) => {
    const testApp = await createTestApp(t);
    const { headers, nonces } = await testApp.as('author');
    const unnamed = { nonce: nonces()['svc_frontend_nonce'] ?? '', run_id: 'x' };
    for (const url of [ajax, `${ajax}?`, `${ajax}?action=`, `${ajax}?nonce=`])
        for (const fields of [encode({ action, ...unnamed }), '']) {
            const answer = await send(testApp, { headers, fields, url });
            t.is(answer.statusCode, 400, url);
            const says = 'The query names no action: send action=<name> in the query and in the body.';
            t.deepEqual(answer.body, failure(says));
            t.is(answer.headers['x-svc-field'], 'action');
        }
    const { body } = await send(testApp, { headers, fields: encode(unnamed) });
    t.is(body.data.message, 'Run not found.', 'the query alone is enough');
});

test('the internal action routes cannot be called from outside', async (t) => {
    const testApp = await createTestApp(t);
    const { headers, nonces } = await testApp.as('author');
    const fields = encode({ action, nonce: nonces()['svc_frontend_nonce'] ?? '', run_id: 'x' });
    for (const url of [`/_actions/${action}`, `/%5Factions/${action}`, `/_actions//${action}`])
        t.is((await send(testApp, { headers, fields, url })).statusCode, 404, url);
});

test('a body that is not a form is refused by its type [30]', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
        const headers = { ...author.headers, 'content-type': type };
        const { statusCode, body } = await send(testApp, { headers, fields: '{}' });
        t.is(statusCode, 415, type);
        t.deepEqual(body, failure('Unsupported content type.'));
    }
});

test('repeated, bracketed, prototype, too many, badly coded and hidden fields get 400 [31, 32]', async (t) => {
    const testApp = await createTestApp(t);
    const { headers, nonces } = await testApp.as('author');
    const named = encode({ action, nonce: nonces()['svc_frontend_nonce'] ?? '' });
    const many = Array.from({ length: 20_000 }, () => 'a').join('&');
    const odd = ['run_id=a&run_id=b', 'sage_id[$gt]=1', '__proto__=1', many];
    for (const code of ['%zz', '%00', '%ff', '%E2%80%AE']) odd.push(`run_id=${code}`);
    for (const one of odd) {
        const { statusCode, body } = await send(testApp, { headers, fields: `${named}&${one}` });
        t.is(statusCode, 400, one.slice(0, 40));
        t.deepEqual(body, failure('Invalid request.'));
    }
});

test('an unknown plain field is ignored; a bad one is named in X-Svc-Field', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    t.is((await author.action(action, { run_id: 'x', other: 1 })).statusCode, 404);
    const { headers } = await author.action(action);
    t.is(headers['x-svc-field'], 'run_id');
});

test('missing, forged, expired and revoked sessions and disabled users get 401 [33]', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const gone = await testApp.as('otherAuthor');
    await testApp.store.write((tx) => closeSession(tx, gone.actor.session));
    const rep = await testApp.as('salesRep');
    await testApp.as('administrator');
    await testApp.store.write((tx) => changeUser(tx, rep.user.login, { disabledAt: testApp.now() }));
    const cookies = ['', 'svc_session=forged', gone.headers.cookie, rep.headers.cookie];
    for (const cookie of cookies) {
        const { statusCode, body } = await send(testApp, { headers: { cookie } });
        t.is(statusCode, 401, cookie);
        t.deepEqual(body, failure('Please log in.'));
    }
    testApp.pass(14 * day);
    t.is((await author.action(action, { run_id: 'x' })).statusCode, 401);
});

test('more than 240 actions a minute get 429 with Retry-After; polls have their own limit [38]', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const start = () => author.action('svc_start_full_sage_build', { sage_id: 999 });
    for (let i = 0; i < 240; i += 1) await start();
    const { statusCode, body, headers } = await start();
    t.is(statusCode, 429);
    t.deepEqual(body, failure('Too many requests.'));
    t.true(Number(headers['retry-after']) > 0);
    t.is((await author.action(action, { run_id: 'x' })).statusCode, 404);
});

test('with WEB_FAILURE_STATUS=200 only 401, 403, 429 and 5xx keep their status', async (t) => {
    const testApp = await createTestApp(t, { env: { WEB_FAILURE_STATUS: '200' } });
    const author = await testApp.as('author');
    const { statusCode, body } = await author.action(action, { run_id: 'x' });
    t.is(statusCode, 200);
    t.deepEqual(body, failure('Run not found.'));
    t.is((await author.action(action, { run_id: 'x', nonce: '' })).statusCode, 403);
});

test('a sage_id that is neither a positive integer nor a UUID gets 400 [47]', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    for (const sage_id of ['0', '-1', '1e3', ' 5 ', '1.5', '9007199254740993', 'abc', '']) {
        const { statusCode, body } = await author.action('svc_start_full_sage_build', { sage_id });
        t.is(statusCode, 400, sage_id);
        t.deepEqual(body, failure('Invalid request.'));
    }
});

test('50 parallel clicks start one run, and 49 of them return resumed [48] [P16]', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    const { sage } = (await author.send('POST', '/sages', engineer)).body.data;
    const clicks = await Promise.all(
        Array.from({ length: 50 }, () => author.action('svc_start_full_sage_build', { sage_id: sage.id }))
    );
    t.is(new Set(clicks.map(({ body }) => body.run_id)).size, 1);
    t.is(clicks.filter(({ body }) => body.resumed).length, 49);
});

test('of two parallel builds with credits for one, one starts and one gets 402 [49]', async (t) => {
    const author = await (await createTestApp(t, { credits: 1 })).as('author');
    const ids = [];
    for (let i = 0; i < 2; i += 1)
        ids.push((await author.send('POST', '/sages', engineer)).body.data.sage.id);
    const answers = await Promise.all(
        ids.map((sage_id) => author.action('svc_start_full_sage_build', { sage_id }))
    );
    t.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 402]);
});
