// A job whose attempt failed looks ill, not healthy, and support can start its next attempt.
import test from 'ava';
import { runDoctor } from '../../db/installation/doctor.ts';
import { dueJobs } from '../../db/jobs/ledger.ts';
import { queueMail } from '../../db/jobs/mails.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('an email that waits for a retry shows the reason, is counted and can be sent immediately', async (t) => {
    let answer: number | undefined = 451;
    const { mails, env, close } = await openMailServer({ refusal: () => answer });
    t.teardown(close);
    const testApp = await createTestApp(t, { env });
    const mailId = await testApp.store.write((tx) =>
        queueMail(tx, {
            kind: 'test',
            to: { name: '', email: 'candidate@example.test' },
            about: {},
            at: testApp.now()
        })
    );
    const [due] = await dueJobs(testApp.store.read, testApp.now(), 1);
    const id = due?.id ?? '';
    await testApp.deliver(id);
    const support = await testApp.as('support');
    const listed = async () => (await support.get('/admin/jobs?delayed=1')).body.data.items;
    const [job, ...more] = await listed();
    t.deepEqual(more, []);
    t.like(job, { id, payload: { mailId }, state: 'pending', delayed: true, tries: 1 });
    t.true(Date.parse(job.next_attempt_at) > testApp.now());
    t.regex(job.error, /^127\.0\.0\.1:\d+ responded: 451 /);
    t.false(JSON.stringify(job).includes('candidate@'), 'an address of a candidate');
    t.is((await support.get('/admin/overview')).body.data.delayed, 1);
    t.is((await ask(testApp.server, { url: '/readyz' })).body.parts.jobs.delayed, 1);
    t.is((await runDoctor(testApp.store, testApp.now())).jobsDelayed, 1);
    testApp.pass(60_000);
    await testApp.deliver(id);
    const { attempts } = (await support.get(`/admin/jobs/${id}`)).body.data;
    t.like(attempts, { 0: { number: 1, code: 'EMESSAGE' }, 1: { number: 2 }, length: 2 });
    t.regex(attempts[1].error, /^127\.0\.0\.1:\d+ responded: 451 /);
    t.is(Date.parse(attempts[1].at) - Date.parse(attempts[0].at), 60_000);
    answer = undefined;
    const { statusCode, body } = await support.send('POST', `/admin/jobs/${id}/retry`);
    t.is(statusCode, 200);
    t.like(body.data.job, { state: 'pending', delayed: false, next_attempt_at: null });
    await testApp.drain();
    t.is(mails.length, 1);
    t.like((await support.get(`/admin/jobs/${id}`)).body.data.job, {
        state: 'done',
        delayed: false,
        error: null
    });
    t.deepEqual(await listed(), []);
    t.is((await support.send('POST', `/admin/jobs/${id}/retry`)).statusCode, 409);
});

test('an email that is sent later on purpose does not wait before its time', async (t) => {
    const testApp = await createTestApp(t);
    const { store, now } = testApp;
    const at = now();
    const to = { name: '', email: 'candidate@example.test' };
    await store.write((tx) => queueMail(tx, { kind: 'test', to, about: {}, at, notBefore: at + 5 * 60_000 }));
    const support = await testApp.as('support');
    const parts = async () => (await ask(testApp.server, { url: '/readyz' })).body.parts.jobs;
    const page = async () => (await ask(testApp.server, { url: '/jobs', headers: support.headers })).body;
    testApp.pass(5 * 60_000 - 1);
    t.like(await parts(), { waiting: 0, lag_ms: 0 });
    t.regex(await page(), /No job is due/);
    t.is((await support.get('/admin/overview')).body.data.oldest_waiting_at, null);
    testApp.pass(60_001);
    t.like(await parts(), { waiting: 1, lag_ms: 60_000 });
    t.regex(await page(), /1 job<\/a> queued, the oldest for/);
});
