// Who may use the support staff's routes, and how they show it.
import test from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { findJob } from '../../db/jobs/ledger.ts';
import { issueToken } from '../../db/accounts/service-tokens.ts';
import { ask } from '../support/people/roles.ts';
import { paths } from '../support/clients/client.ts';
import { acts, deadMail } from '../support/people/support-staff.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

async function tokenFor({ store, now }: TestApp, scopes: string[]) {
    const { token } = await store.write((tx) => issueToken(tx, { name: 'pager', scopes, at: now() }));
    return { 'x-service-token': token };
}

/** Asks as a machine: headers, and nothing else. */
const machine = ({ server }: TestApp, headers: Record<string, string>) => ({
    get: (path: string) => ask(server, { url: paths.rest + path, headers }),
    post: (path: string, payload: object = {}) =>
        ask(server, {
            method: 'POST',
            url: paths.rest + path,
            headers: { 'content-type': 'application/json', ...headers },
            payload: JSON.stringify(payload)
        })
});

test('a user outside the staff gets 403 in fixed words, changes nothing and is recorded [90]', async (t) => {
    const testApp = await createTestApp(t);
    const { jobId } = await deadMail(testApp);
    const client = await testApp.as('councilAdmin');
    for (const { statusCode, body } of [
        await client.send('POST', `/admin/jobs/${jobId}/retry`),
        await client.get('/admin/overview')
    ]) {
        t.is(statusCode, 403);
        t.is(body.data.message, 'You do not have permission to perform this action.');
    }
    t.is((await findJob(testApp.store.read, jobId))?.state, 'dead');
    const { items } = await listAudit(testApp.store.read, { limit: 9, offset: 0 });
    t.deepEqual(
        items.map(({ actor, act, target }) => [actor, act, target]),
        [
            [`user:${client.user.id}`, 'admin.refused', 'GET /rest/svc/v1/admin/overview'],
            [`user:${client.user.id}`, 'admin.refused', 'POST /rest/svc/v1/admin/jobs/{id}/retry']
        ]
    );
});

test('repeated requests without permission get 429 and do not fill the audit log', async (t) => {
    const testApp = await createTestApp(t);
    const rep = await testApp.as('salesRep');
    const answers = [];
    for (let n = 0; n < 12; n += 1) answers.push(await rep.get('/admin/jobs'));
    t.deepEqual(
        answers.slice(9).map(({ statusCode }) => statusCode),
        [403, 429, 429]
    );
    t.truthy(answers.at(-1)?.headers['retry-after']);
    t.is((await acts(testApp)).length, 10);
});

test('a token for the jobs needs no nonce and is named in the audit log', async (t) => {
    const testApp = await createTestApp(t);
    const { jobId } = await deadMail(testApp);
    const pager = machine(testApp, await tokenFor(testApp, ['admin:jobs']));
    t.is((await pager.get('/admin/jobs')).body.data.total, 1);
    t.is((await pager.post(`/admin/jobs/${jobId}/retry`)).statusCode, 200);
    const [act] = (await pager.get('/admin/audit')).body.data.items;
    t.like(act, { actor: 'token:pager', act: 'job.retry' });
});

test('a wrong token returns 401 and a wrong scope 403, even with a valid session', async (t) => {
    const testApp = await createTestApp(t);
    const { headers, nonces } = await testApp.as('administrator');
    const session = { ...headers, 'x-svc-nonce': nonces()['svc_rest'] ?? '' };
    for (const token of ['', 'svcs_wrong', `svcs_${'0'.repeat(40)}`]) {
        const asked = machine(testApp, { ...session, 'x-service-token': token });
        t.is((await asked.get('/admin/jobs')).statusCode, 401, token);
        t.is((await asked.post('/admin/jobs/1/retry')).statusCode, 401, token);
    }
    const foreign = await tokenFor(testApp, ['tool:*', 'callback:build']);
    t.is((await machine(testApp, { ...session, ...foreign }).get('/admin/jobs')).statusCode, 403);
    const own = await tokenFor(testApp, ['admin:jobs']);
    t.is((await machine(testApp, own).get('/credits')).statusCode, 401, 'it opens no other route');
});
