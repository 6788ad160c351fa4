// Fixtures of the support staff's tests.
import { listAudit } from '../../../db/record/audit.ts';
import { markJobDead, jobs } from '../../../db/jobs/ledger.ts';
import { markMail, queueTestMail } from '../../../db/jobs/mails.ts';
import { engineer } from '../fixtures/sages.ts';
import type { TestApp } from '../servers/test-app.ts';

/** What the audit log names, newest first. */
export const acts = async ({ store }: TestApp) =>
    (await listAudit(store.read, { limit: 50, offset: 0 })).items.map(({ act }) => act);

/** A mail that no server took: dead, as its job is. */
export async function deadMail({ store, now }: TestApp) {
    const mail = await store.write((tx) => queueTestMail(tx, 'ada@example.test', now()));
    const [job] = await store.read.select().from(jobs);
    if (!job) throw new Error('no job waits');
    await store.write(async (tx) => {
        await markJobDead(tx, job.id, 'mail_refused', now());
        await markMail(tx, mail.id, 'dead', now());
    });
    return { mailId: mail.id, jobId: job.id };
}

/** An author's build that has begun and not yet run. */
export async function startedBuild(testApp: TestApp, body: object = engineer) {
    const author = await testApp.as('author');
    const { sage } = (await author.send('POST', '/sages', body)).body.data;
    const start = async () => (await author.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    const run_id: string = (await start()).run_id;
    return { author, sage, start, run_id, path: `/sages/${sage.id}/builds/${run_id}` };
}

/** The same after its end. */
export async function endedBuild(testApp: TestApp, body?: object) {
    const build = await startedBuild(testApp, body);
    await testApp.drain();
    return build;
}

/** A sage that no build can pass: its only question has one indicator. */
export const thin = {
    ...engineer,
    criteria: engineer.criteria.slice(0, 1).map((one) => ({ ...one, indicators: ['hypothesis'] }))
};
