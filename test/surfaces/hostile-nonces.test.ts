// Nonces of the form actions: what each is good for, and for how long.
import test from 'ava';
import { nonceFor } from '../../plugins/surfaces/auth/nonces.ts';
import { ask, secrets } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const ajax = '/rest/svc/v1/admin/admin-ajax.php';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const failure = (message: string) => ({ success: false, data: { message } });
const action = 'svc_get_workflow_status';
const day = 24 * 60 * 60 * 1000;

test('a missing, foreign, old or changed nonce is refused with 403 [34]', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const other = await testApp.as('otherAuthor');
    const again = await testApp.as('author');
    const { svc_frontend_nonce: good = '', svc_rest: rest = '' } = author.nonces();
    const off = (good[0] === '0' ? '1' : '0') + good.slice(1);
    const old = nonceFor(secrets.nonce, 'svc_frontend_nonce', author.actor, testApp.now() - day);
    const foreign = [other, again].map(({ nonces }) => nonces()['svc_frontend_nonce'] ?? '');
    t.is((await author.action(action, { run_id: 'x', nonce: good })).statusCode, 404);
    for (const nonce of ['', rest, off, old, `${good}0`, good.toUpperCase(), ...foreign]) {
        const { statusCode, body } = await author.action(action, { run_id: 'x', nonce });
        t.is(statusCode, 403, nonce);
        t.deepEqual(body, failure('Security check failed.'));
    }
});

test('a nonce in the query counts for nothing', async (t) => {
    const testApp = await createTestApp(t);
    const { headers, nonces } = await testApp.as('author');
    const url = `${ajax}?action=${action}&nonce=${nonces()['svc_frontend_nonce']}`;
    const { statusCode } = await ask(testApp.server, {
        method: 'POST',
        url,
        headers: { ...headers, ...form },
        payload: 'run_id=x'
    });
    t.is(statusCode, 403);
});

test('nonce and cookie are worth nothing after logging out [35]', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    t.is((await author.send('POST', '/logout')).statusCode, 200);
    t.is((await author.action(action, { run_id: 'x' })).statusCode, 401);
});
