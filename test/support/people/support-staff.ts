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
export async function startedBuild(testApp: TestApp) {
    const author = await testApp.as('author');
    const { sage } = (await author.send('POST', '/sages', engineer)).body.data;
    const { run_id } = (await author.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    return { author, sage, run_id: run_id as string };
}
