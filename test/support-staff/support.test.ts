// What the support staff sees of the work and does to it.
import test from 'ava';
import { account } from '../../db/accounts/credits.ts';
import { markJobDead, enqueue, findJob, jobs, type TaskName, type Tasks } from '../../db/jobs/ledger.ts';
import { findMail } from '../../db/jobs/mails.ts';
import { acts, deadMail, startedBuild } from '../support/people/support-staff.ts';
import { nextMillisecond } from '../support/runs/clocks.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('a support user finds a failed email, retries it, and sees the retry in the audit log', async (t) => {
    const testApp = await createTestApp(t);
    const { jobId, mailId } = await deadMail(testApp);
    const support = await testApp.as('support');
    const found = (await support.get('/admin/jobs?state=dead&task=send-mail')).body.data;
    t.is(found.total, 1);
    t.like(found.items[0], { id: jobId, payload: { mailId }, last_error: 'mail_refused' });
    const retried = await support.send('POST', `/admin/jobs/${jobId}/retry`);
    t.is(retried.statusCode, 200);
    t.like(retried.body.data.job, { id: jobId, state: 'pending', tries: 0 });
    await testApp.drain();
    t.is((await findMail(testApp.store.read, mailId))?.state, 'kept');
    t.like((await support.get(`/admin/jobs/${jobId}`)).body.data.job, { state: 'done', last_error: null });
    const { items, total } = (await support.get(`/admin/audit?target=job:${jobId}`)).body.data;
    t.is(total, 1);
    t.like(items[0], {
        actor: `user:${support.user.id}`,
        act: 'job.retry',
        before: 'dead, mail_refused',
        after: 'pending, mail_refused',
        note: 'send-mail'
    });
    t.regex(items[0].address, /^[0-9a-f]{16}$/);
});

test('of fifty parallel retries one succeeds, the rest get 409, and the job runs once [91]', async (t) => {
    const testApp = await createTestApp(t, { env: { RATE_ACTIONS: '0' } });
    const { jobId } = await deadMail(testApp);
    const support = await testApp.as('support');
    const answers = await Promise.all(
        Array.from({ length: 50 }, () => support.send('POST', `/admin/jobs/${jobId}/retry`))
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    t.deepEqual(statuses, [200, ...Array.from({ length: 49 }, () => 409)]);
    await testApp.drain();
    t.like(await findJob(testApp.store.read, jobId), { state: 'done', tries: 1 });
    t.deepEqual(await acts(testApp), ['job.retry']);
});

test('jobs are found by state, task and part of what they name, newest first, page by page', async (t) => {
    const testApp = await createTestApp(t);
    const { store, now } = testApp;
    const add = <Name extends TaskName>(task: Name, payload: Tasks[Name]) => {
        nextMillisecond();
        return store.write((tx) => enqueue(tx, task, payload, now()));
    };
    const first = await add('build-step', { runId: 'run_1', step: 1 });
    const second = await add('build-step', { runId: 'runx1', step: 1 });
    const third = await add('refund-credit', { screenId: 's1' });
    await store.write((tx) => markJobDead(tx, second, 'ECONNREFUSED', now()));
    const support = await testApp.as('support');
    const ids = async (query: string) =>
        (await support.get(`/admin/jobs?${query}`)).body.data.items.map(({ id }: { id: string }) => id);
    t.deepEqual(await ids(''), [third, second, first]);
    t.deepEqual(await ids('task=build-step&state=pending'), [first]);
    t.deepEqual(await ids('q=RUN_1'), [first]);
    t.deepEqual(await ids('q=econn'), [second]);
    t.deepEqual(await ids('q=%25'), []);
    t.deepEqual(await ids('per_page=2&page=2'), [first]);
    t.is((await support.get('/admin/jobs?per_page=2')).body.data.total, 3);
    for (const odd of ['state=lost', 'task=toString', 'page=0', 'colour=red', 'q='])
        t.is((await support.get(`/admin/jobs?${odd}`)).statusCode, 400, odd);
});

test('an unknown job gets 404, a wrong name 400, and an impossible action 409', async (t) => {
    const testApp = await createTestApp(t);
    const { jobId } = await deadMail(testApp);
    const support = await testApp.as('support');
    const unknown = '00000000-0000-7000-8000-000000000000';
    const act = async (id: string, verb: string, body = {}) =>
        (await support.send('POST', `/admin/jobs/${id}/${verb}`, body)).statusCode;
    const later = { not_before: '2030-01-01T00:00:00Z' };
    t.is((await support.get(`/admin/jobs/${unknown}`)).statusCode, 404);
    t.deepEqual([await act(unknown, 'retry'), await act('1', 'retry')], [404, 400]);
    t.deepEqual([await act(jobId, 'cancel'), await act(jobId, 'reschedule', later)], [409, 409]);
    t.is(await act(jobId, 'retry', { force: true }), 400);
    for (const not_before of [1, '', 'tomorrow', '2030-01-01', '2030-13-01T00:00:00Z', '2030-01-01T00:00:00'])
        t.is(await act(jobId, 'reschedule', { not_before }), 400, String(not_before));
    t.deepEqual(await acts(testApp), []);
});

test('a cancelled job does nothing, and its email is not sent', async (t) => {
    const testApp = await createTestApp(t);
    const { mailId, jobId } = await deadMail(testApp);
    const support = await testApp.as('support');
    await support.send('POST', `/admin/jobs/${jobId}/retry`);
    const { statusCode, body } = await support.send('POST', `/admin/jobs/${jobId}/cancel`);
    t.deepEqual([statusCode, body.data.job.state], [200, 'cancelled']);
    await testApp.drain();
    t.is((await findMail(testApp.store.read, mailId))?.state, 'dead');
    t.is((await support.send('POST', `/admin/jobs/${jobId}/retry`)).statusCode, 409);
});

test('a running job can be neither cancelled nor rescheduled', async (t) => {
    const testApp = await createTestApp(t);
    const { jobId } = await deadMail(testApp);
    const support = await testApp.as('support');
    await support.send('POST', `/admin/jobs/${jobId}/retry`);
    await testApp.store.write((tx) => tx.update(jobs).set({ startedAt: 1 }));
    const { statusCode, body } = await support.send('POST', `/admin/jobs/${jobId}/cancel`);
    t.deepEqual([statusCode, body.data.message], [409, 'This job is running now.']);
});

test('a rescheduled job waits for its time, even when the queue still delivers it', async (t) => {
    const testApp = await createTestApp(t);
    const { jobId } = await deadMail(testApp);
    const support = await testApp.as('support');
    await support.send('POST', `/admin/jobs/${jobId}/retry`);
    await testApp.store.write((tx) => tx.update(jobs).set({ state: 'sent' }));
    const not_before = new Date(testApp.now() + 60_000).toISOString();
    const { body } = await support.send('POST', `/admin/jobs/${jobId}/reschedule`, { not_before });
    t.like(body.data.job, { state: 'pending', not_before });
    await testApp.deliver(jobId);
    t.like(await findJob(testApp.store.read, jobId), { state: 'pending', tries: 0 });
    testApp.pass(60_000);
    await testApp.drain();
    t.like(await findJob(testApp.store.read, jobId), { state: 'done', tries: 1 });
});

test('a job is created only for existing work, and never twice for the same work', async (t) => {
    const testApp = await createTestApp(t);
    const { mailId } = await deadMail(testApp);
    const { run_id } = await startedBuild(testApp);
    const support = await testApp.as('support');
    const trigger = (task: string, payload: object) => support.send('POST', '/admin/jobs', { task, payload });
    const unknown = '00000000-0000-7000-8000-000000000000';

    const triggered = await trigger('send-mail', { mailId });
    t.is(triggered.statusCode, 201);
    t.like(triggered.body.data.job, { task: 'send-mail', payload: { mailId }, state: 'pending' });
    t.is((await trigger('send-mail', { mailId })).statusCode, 409);
    t.is((await trigger('build-step', { step: 1, runId: run_id })).statusCode, 409, 'its first step waits');
    t.is((await trigger('build-step', { runId: run_id, step: 2 })).statusCode, 409, 'not its current step');
    for (const task of ['refund-credit', 'evaluate-screen'])
        t.is((await trigger(task, { screenId: unknown })).statusCode, 404, task);
    t.is((await trigger('build-step', { runId: 'run_1', step: 1 })).statusCode, 404);
    for (const [task, payload] of [
        ['send-mail', {}],
        ['send-mail', { screenId: unknown }],
        ['send-mail', { mailId: unknown, to: 'eve@example.test' }],
        ['build-step', { runId: run_id, step: 9 }],
        ['constructor', {}]
    ] as const)
        t.is((await trigger(task, payload)).statusCode, 400, `${task} ${JSON.stringify(payload)}`);
    await testApp.drain();
    t.is((await trigger('send-mail', { mailId })).statusCode, 409, 'it is not waiting any more');
    t.deepEqual(await acts(testApp), ['job.trigger']);
});

test('a screen is evaluated by hand only when submitted, refunded only when cancelled, and once', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage } = await startedBuild(testApp);
    await testApp.drain();
    await author.action('skip_testing_update_step', { sage_id: sage.id });
    const council = await testApp.as('councilAdmin');
    await council.action('svc_toggle_sage_status', { sage_id: sage.id });
    const candidate = { name: 'Ada', email: 'ada@example.test' };
    const made = await council.send('POST', '/screens', { sage_id: sage.id, candidate });
    const screenId = made.body.data.screen.id as string;
    const support = await testApp.as('support');
    const trigger = async (task: string) =>
        (await support.send('POST', '/admin/jobs', { task, payload: { screenId } })).statusCode;
    t.deepEqual([await trigger('refund-credit'), await trigger('evaluate-screen')], [409, 409]);
    await council.send('POST', `/screens/${screenId}/cancel`, { reason: 'full' });
    await testApp.drain();
    t.is((await account(testApp.store.read)).balance, 9);
    t.is(await trigger('refund-credit'), 201);
    await testApp.drain();
    t.is((await account(testApp.store.read)).balance, 9, 'given back once');
});

test('the overview counts every state and shows credits, queue and the oldest waiting job', async (t) => {
    const testApp = await createTestApp(t);
    const support = await testApp.as('support');
    t.is((await support.get('/admin/overview')).body.data.oldest_waiting_at, null);
    await deadMail(testApp);
    await startedBuild(testApp);
    t.deepEqual((await support.get('/admin/overview')).body.data, {
        jobs: { pending: 1, sent: 0, done: 0, dead: 1, held: 0, cancelled: 0 },
        builds: { running: 1, completed: 0, failed: 0, timed_out: 0, cancelled: 0 },
        screens: {
            ss_draft: 0,
            ss_invited: 0,
            ss_started: 0,
            ss_submitted: 0,
            ss_evaluated: 0,
            ss_cancelled: 0,
            ss_expired: 0
        },
        mails: { queued: 0, sent: 0, kept: 0, dead: 1 },
        more: [],
        credits: { balance: 10, held: 1, available: 9 },
        candidates_due: 0,
        last_backup_at: null,
        delayed: 0,
        oldest_waiting_at: new Date(testApp.now()).toISOString(),
        queue: 'running'
    });
});
