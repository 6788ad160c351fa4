// What the support staff does to builds, and what becomes of their credits.
import test from 'ava';
import { listAllRuns } from '../../db/builds/run-list.ts';
import { findRun } from '../../db/builds/runs.ts';
import { account, auditCredits, listCredits } from '../../db/accounts/credits.ts';
import { jobs } from '../../db/jobs/ledger.ts';
import type { Client } from '../support/people/roles.ts';
import { engineer, motivation } from '../support/fixtures/sages.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { acts, endedBuild, startedBuild } from '../support/people/support-staff.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const stateOf = async (asker: Client, run_id: string) =>
    (await asker.action('svc_get_workflow_status', { run_id })).body.state;

test('a failed build continues from its failed step, with its own settled reservation', async (t) => {
    const testApp = await createTestApp(t);
    const { author, run_id } = await endedBuild(testApp, motivation);
    t.is(await stateOf(author, run_id), 'failed');
    const support = await testApp.as('support');
    const before = (await author.action('svc_get_step_status', { run_id })).body.failed_step;
    const retried = await support.send('POST', `/admin/builds/${run_id}/retry`);
    t.like(retried.body.data.build, { run_id, state: 'running', failure: null });
    t.like((await author.action('svc_get_step_status', { run_id })).body, {
        current_step: before,
        step_state: 'pending'
    });
    t.deepEqual(await account(testApp.store.read), { balance: 10, held: 1, available: 9 });
    t.is((await support.send('POST', `/admin/builds/${run_id}/retry`)).statusCode, 409);
    await testApp.drain();
    t.is(await stateOf(author, run_id), 'failed', 'what it lacks it still lacks');
    t.deepEqual(await account(testApp.store.read), { balance: 10, held: 0, available: 10 });
    await support.send('POST', `/admin/builds/${run_id}/retry`);
    await testApp.drain();
    t.deepEqual(await account(testApp.store.read), { balance: 10, held: 0, available: 10 });
    t.deepEqual(await auditCredits(testApp.store.read), []);
    t.is((await acts(testApp)).filter((act) => act === 'build.retry').length, 2);
});

test('the entries of a build in the account name its run, and those of a retry its next hold', async (t) => {
    const testApp = await createTestApp(t);
    const { run_id } = await endedBuild(testApp, motivation);
    await (await testApp.as('support')).send('POST', `/admin/builds/${run_id}/retry`);
    const { items } = await listCredits(testApp.store.read, { limit: 3, offset: 0 });
    t.deepEqual(
        items.map(({ kind, reference }) => [kind, reference]),
        [
            ['hold', `build:${run_id}:2`],
            ['release', `build:${run_id}`],
            ['hold', `build:${run_id}`]
        ]
    );
});

test('a build whose job failed completes after a retry, and is paid once', async (t) => {
    const testApp = await createTestApp(t);
    const { author, run_id } = await startedBuild(testApp);
    await testApp.runOne();
    await testApp.runOne();
    const support = await testApp.as('support');
    const [job] = (await support.get('/admin/jobs?state=pending')).body.data.items;
    await testApp.store.write((tx) => tx.update(jobs).set({ crashes: 3 }));
    await testApp.deliver(job.id);
    t.is(await stateOf(author, run_id), 'failed');
    const alone = await support.send('POST', `/admin/jobs/${job.id}/retry`);
    t.is(alone.statusCode, 409, 'its run has ended: the build is retried, not the job');
    t.is((await support.send('POST', `/admin/builds/${run_id}/retry`)).statusCode, 200);
    await testApp.drain();
    t.is(await stateOf(author, run_id), 'completed');
    t.deepEqual(await account(testApp.store.read), { balance: 9, held: 0, available: 9 });
    t.deepEqual(await auditCredits(testApp.store.read), []);
});

test('a build is retried only as the newest of an unchanged sage, and only with credits for it', async (t) => {
    const testApp = await createTestApp(t, { credits: 1 });
    const { author, sage, run_id } = await endedBuild(testApp, motivation);
    const support = await testApp.as('support');
    const retry = async () => (await support.send('POST', `/admin/builds/${run_id}/retry`)).statusCode;
    const other = await startedBuild(testApp);
    t.is(await retry(), 402);
    t.is((await support.send('POST', `/admin/builds/${other.run_id}/cancel`)).statusCode, 200);
    await author.send('PATCH', `/sages/${sage.id}`, { threshold: 71 });
    t.is(await retry(), 409, 'changed since');
    await author.action('svc_start_full_sage_build', { sage_id: sage.id });
    await testApp.drain();
    t.is(await retry(), 409, 'there is a newer one');
    t.is((await support.send('POST', '/admin/builds/run_1/retry')).statusCode, 404);
    t.deepEqual(await account(testApp.store.read), { balance: 1, held: 0, available: 1 });
});

test('a running build is cancelled once and refunded, alone or with its job', async (t) => {
    const testApp = await createTestApp(t);
    const support = await testApp.as('support');
    const { author, run_id } = await startedBuild(testApp);
    t.is((await support.send('POST', `/admin/builds/${run_id}/cancel`)).statusCode, 200);
    t.is((await support.send('POST', `/admin/builds/${run_id}/cancel`)).statusCode, 409);
    t.is((await support.send('POST', '/admin/builds/run_1/cancel')).statusCode, 404);
    t.deepEqual(await acts(testApp), ['build.cancel']);
    await testApp.drain();
    const other = await startedBuild(testApp);
    const [job] = (await support.get('/admin/jobs?state=pending')).body.data.items;
    await support.send('POST', `/admin/jobs/${job.id}/cancel`);
    for (const id of [run_id, other.run_id]) t.is(await stateOf(author, id), 'cancelled');
    t.deepEqual(await account(testApp.store.read), { balance: 10, held: 0, available: 10 });
});

test('a build that costs nothing leaves nothing in the account, also when it is retried', async (t) => {
    const testApp = await createTestApp(t, { credits: 0, env: { BUILD_CREDITS: '0' } });
    const { author, run_id } = await endedBuild(testApp, motivation);
    const support = await testApp.as('support');
    t.is((await support.send('POST', `/admin/builds/${run_id}/retry`)).statusCode, 200);
    await testApp.drain();
    t.is(await stateOf(author, run_id), 'failed');
    t.is((await listCredits(testApp.store.read, { limit: 9, offset: 0 })).total, 0);
});

test('a retry restarts one build, and other failed builds are unchanged', async (t) => {
    const testApp = await createTestApp(t);
    const [one, other] = [await endedBuild(testApp, motivation), await endedBuild(testApp, motivation)];
    const { author, sage, run_id } = other;
    const found = async () => [
        (await author.get(`/sages/${sage.id}/builds/${run_id}/report`)).body.data.report,
        (await author.action('svc_get_step_status', { run_id })).body
    ];
    const before = await found();
    const support = await testApp.as('support');
    t.is((await support.send('POST', `/admin/builds/${one.run_id}/retry`)).statusCode, 200);
    t.deepEqual(await found(), before);
    const retried = await findRun(testApp.store.read, one.run_id);
    t.is(retried?.deadlineAt, testApp.now() + 20 * 60_000);
    const log = (await support.get('/admin/audit?act=build.retry')).body.data.items;
    t.like(log, { length: 1, 0: { target: `build:${one.run_id}`, before: 'failed, gate' } });
    t.like(before, { 0: { failure: 'gate' }, 1: { step_state: 'failed' } });
    t.deepEqual(await account(testApp.store.read), { balance: 10, held: 1, available: 9 });
});

test('a failed build is not retried once its sage has a newer one, though nothing was changed', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage, run_id } = await endedBuild(testApp, motivation);
    testApp.pass(1000);
    const newer = (await author.action('svc_start_full_sage_build', { sage_id: sage.id })).body.run_id;
    await testApp.drain();
    const support = await testApp.as('support');
    const refused = await support.send('POST', `/admin/builds/${run_id}/retry`);
    t.deepEqual([refused.statusCode, refused.body.data.message], [409, 'This sage has a newer build.']);
    t.is((await support.send('POST', `/admin/builds/${newer}/retry`)).statusCode, 200);
});

test('builds that started at the same moment are sorted by id, newest first', async (t) => {
    const testApp = await createTestApp(t);
    for (let n = 0; n < 3; n += 1) await startedBuild(testApp);
    const { items } = await listAllRuns(testApp.store.read, { limit: 9, offset: 0 });
    t.is(new Set(items.map(({ startedAt }) => startedAt)).size, 1);
    const ids = items.map(({ runId }) => runId);
    t.is(ids.length, 3);
    t.deepEqual(ids, ids.toSorted().toReversed());
});

test('a build that failed shows no price on any page, and one that completed shows what it took', async (t) => {
    const testApp = await createTestApp(t);
    await endedBuild(testApp, motivation);
    const { browser: support } = await browserOf(testApp, 'support');
    const pricesOf = (page: string) =>
        Array.from(page.matchAll(/<td class="number(?: minor)?">([^<]*)</g), ([, price]) => price);
    t.deepEqual(pricesOf((await support.get('/jobs/builds')).body), ['0']);
    const { client } = await browserOf(testApp, 'author');
    const { sage: good } = (await client.send('POST', '/sages', engineer)).body.data;
    await client.action('svc_start_full_sage_build', { sage_id: good.id });
    t.deepEqual(pricesOf((await support.get('/jobs/builds')).body), ['1 reserved', '0']);
    await testApp.drain();
    t.deepEqual(pricesOf((await support.get('/jobs/builds')).body), ['1', '0']);
});
