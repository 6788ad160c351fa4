// The jobs in a browser: what waits, what failed and why, and what a support person does about it.
import test from 'ava';
import { enqueue, findJob, jobs, markJobDead } from '../../db/jobs/ledger.ts';
import { eq } from '../../db/store/drizzle.ts';
import { queueMail } from '../../db/jobs/mails.ts';
import { pageOf } from '../support/people/page.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { deadMail, startedBuild } from '../support/people/support-staff.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const rest = '/rest/svc/v1/admin/jobs';

/** An invitation of a candidate whose screen is not there; it is not checked before it is sent. */
async function invitation({ store, now }: TestApp) {
    const about = { screenId: 'any', issue: 1, position: 'Backend engineer' };
    const to = { name: 'Ada Wong', email: 'ada@example.test' };
    const mailId = await store.write((tx) =>
        queueMail(tx, { kind: 'screen_cancelled', to, about, at: now() })
    );
    const [job] = (await store.read.select().from(jobs)).filter(({ about }) => about === mailId);
    return { mailId, jobId: job?.id ?? '' };
}

test('a job shows its subject in words, and nothing of the candidate', async (t) => {
    const testApp = await createTestApp(t);
    const { jobId } = await invitation(testApp);
    await startedBuild(testApp);
    const { browser } = await browserOf(testApp, 'support');
    const list = (await browser.get('/jobs')).body;
    t.regex(list, /Cancellation for a candidate of Backend engineer/);
    t.regex(list, /Step 1 of a build of /);
    t.regex(list, /2 jobs<\/a> queued, the oldest for/);
    const page = (await browser.get(`/jobs/${jobId}`)).body;
    t.regex(page, /<h1>Cancellation for a candidate of Backend engineer<\/h1>/);
    for (const body of [list, page]) t.notRegex(body, /Ada Wong|ada@/);
    t.is((await browser.get('/jobs?task=refund-credit')).body.includes('No jobs match these filters.'), true);
});

test('the list has one row for the jobs of a thing: those that failed first, then the newest', async (t) => {
    const testApp = await createTestApp(t);
    const { store, now } = testApp;
    const { mailId, jobId } = await invitation(testApp);
    const { run_id } = await startedBuild(testApp);
    await store.write(async (tx) => {
        await tx.update(jobs).set({ state: 'done' }).where(eq(jobs.about, run_id));
        await enqueue(tx, 'build-step', { runId: run_id, step: 2 }, now());
        await markJobDead(tx, jobId, 'ECONNREFUSED', now());
        await enqueue(tx, 'send-mail', { mailId }, now());
    });
    const { browser } = await browserOf(testApp, 'support');
    const rows = async (path: string) =>
        pageOf((await browser.get(path)).body)
            .rows('Jobs')
            .map(
                (row) =>
                    `${row['Job']}, ${row['State']}${row['Jobs'] === undefined ? '' : `, ${row['Jobs']}`}`
            );
    const [failed, build, ...others] = await rows('/jobs');
    t.is(failed, 'Cancellation for a candidate of Backend engineer, Failed, 2');
    t.regex(build ?? '', /^Step 2 of a build of .*, Queued, 2$/);
    t.deepEqual(others, []);
    t.deepEqual((await rows('/jobs?per_page=1&page=2'))[0], build);
    t.is((await rows(`/jobs?q=${run_id}`)).length, 2, 'each of the thing');
    t.is((await rows('/jobs?sort=-made')).length, 4, 'in the order of time each job is a row');
});

test('a failed job is retried from its page, and the page shows it', async (t) => {
    const testApp = await createTestApp(t);
    const { jobId } = await deadMail(testApp);
    const { browser } = await browserOf(testApp, 'support');
    const page = (await browser.get(`/jobs/${jobId}`)).body;
    t.regex(page, /Attempts that failed/);
    t.notRegex(page, />Reschedule</);
    const after = await browser.submit(`${rest}/${jobId}/retry`, hiddenFields(page, '>Retry job</button'));
    t.regex(after.body, /Retry queued\./);
    t.like(await findJob(testApp.store.read, jobId), { state: 'pending', tries: 0 });
    const again = await browser.submit(`${rest}/${jobId}/retry`, hiddenFields(page, '>Retry job</button'));
    t.regex(again.body, /role="alert".*You can retry only/s);
});

test('a waiting job is rescheduled to an offered time, and cancelled', async (t) => {
    const testApp = await createTestApp(t);
    const { jobId } = await invitation(testApp);
    const { browser } = await browserOf(testApp, 'support');
    const page = (await browser.get(`/jobs/${jobId}?ask=reschedule`)).body;
    const [, not_before = ''] = /<option value="([^"]+)"[^>]*>In a day/.exec(page) ?? [];
    t.is(Date.parse(not_before), testApp.now() + 24 * 60 * 60_000);
    const off = { ...hiddenFields(page, 'not_before'), not_before };
    testApp.pass(60_000);
    const expired = await browser.submit(`${rest}/${jobId}/reschedule`, { ...off, nonce: 'expired' });
    t.is(pageOf(expired.body).field('Not before')?.value, not_before);
    t.regex((await browser.submit(`${rest}/${jobId}/reschedule`, off)).body, /Job rescheduled\./);
    t.is((await findJob(testApp.store.read, jobId))?.notBefore, Date.parse(not_before));
    const asked = (await browser.get(`/jobs/${jobId}?ask=cancel`)).body;
    t.regex(asked, /The email is not sent/);
    const ended = await browser.submit(`${rest}/${jobId}/cancel`, hiddenFields(asked, 'Cancel job'));
    t.regex(ended.body, /Job cancelled\./);
    t.is((await findJob(testApp.store.read, jobId))?.state, 'cancelled');
});
