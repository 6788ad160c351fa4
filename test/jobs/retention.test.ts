// Jobs and emails that ended well are deleted after KEEP_JOBS_DAYS; what is still needed stays.
import test from 'ava';
import { jobAttempts, recordAttempt } from '../../db/jobs/attempts.ts';
import { enqueue, jobs } from '../../db/jobs/ledger.ts';
import { mails, markMail, queueMail } from '../../db/jobs/mails.ts';
import { purgeEnded } from '../../db/jobs/retention.ts';
import { audit, record } from '../../db/record/audit.ts';
import { eq } from '../../db/store/drizzle.ts';
import type { Tx } from '../../db/store/index.ts';
import { loadConfig } from '../../config/index.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';

const day = 24 * 60 * 60_000;
const folder = openStoreFolder();
test.after.always(() => folder.remove());
const yieldNow = () => Promise.resolve();

type Ended = Partial<typeof jobs.$inferInsert>;

async function job(tx: Tx, ended: Ended) {
    const id = await enqueue(tx, 'check-licence', { runId: 'a-run' }, 1);
    await tx.update(jobs).set(ended).where(eq(jobs.id, id));
    return id;
}

const facts = {
    test: {},
    screen_reminder: { screenId: 'a-screen', issue: 1, position: 'Engineer' },
    review_waits: { userId: 1, sages: [] }
};

async function mail(tx: Tx, kind: keyof typeof facts, state: 'sent' | 'kept' | 'dead' | 'queued') {
    const about = facts[kind];
    const id = await queueMail(tx, { kind, to: { name: 'A', email: 'a@example.test' }, about, at: 1 });
    if (state !== 'queued') await markMail(tx, id, state, day);
    await tx
        .update(jobs)
        .set({ state: state === 'queued' ? 'sent' : 'done', endedAt: state === 'queued' ? null : day })
        .where(eq(jobs.about, id));
    return id;
}

test('done and cancelled jobs and sent emails are deleted when old, and nothing else', async (t) => {
    const store = await folder.fresh();
    t.teardown(() => store.close());
    const made = await store.write(async (tx) => ({
        gone: [
            await job(tx, { state: 'done', endedAt: day }),
            await job(tx, { state: 'cancelled', endedAt: day })
        ],
        unsent: await mail(tx, 'review_waits', 'kept'),
        stays: [
            await job(tx, { state: 'dead', endedAt: day }),
            await job(tx, { state: 'held' }),
            await job(tx, { state: 'pending' }),
            await job(tx, { state: 'done', endedAt: 3 * day })
        ],
        sent: await mail(tx, 'test', 'sent'),
        staying: [
            await mail(tx, 'screen_reminder', 'sent'),
            await mail(tx, 'test', 'kept'),
            await mail(tx, 'test', 'dead'),
            await mail(tx, 'test', 'queued')
        ]
    }));
    await store.write(async (tx) => {
        for (const jobId of [made.gone[0] ?? '', made.stays[0] ?? ''])
            await recordAttempt(tx, { jobId, number: 1, at: 1, code: 'x', words: null });
        await record(tx, { by: { name: 'cli' }, act: 'job.retry', target: `job:${made.gone[0]}`, at: 1 });
    });
    await purgeEnded(store, { before: 2 * day, yieldNow });
    const { total, kept } = await left();
    const sorted = (ids: readonly (string | null)[]) => ids.toSorted();
    t.deepEqual(sorted(kept.mails), sorted(made.staying));
    t.deepEqual(
        sorted(kept.jobs.filter(({ task }) => task !== 'send-mail').map(({ id }) => id)),
        sorted(made.stays)
    );
    t.deepEqual(
        sorted(kept.jobs.flatMap(({ task, about }) => (task === 'send-mail' ? [about] : []))),
        sorted(made.staying),
        'the job of each mail that stays says how its delivery went'
    );
    t.deepEqual([total.attempts, total.acts], [1, 1], 'the audit log stays');

    async function left() {
        const rows = await store.read.select().from(jobs).orderBy(jobs.id);
        const letters = await store.read.select({ id: mails.id }).from(mails).orderBy(mails.id);
        return {
            total: {
                attempts: (await store.read.select().from(jobAttempts)).length,
                acts: (await store.read.select().from(audit)).length
            },
            kept: { jobs: rows, mails: letters.map(({ id }) => id) }
        };
    }
});

test('thousands of old jobs are deleted in parts of 500 at most, also behind as many that stay', async (t) => {
    const store = await folder.fresh();
    t.teardown(() => store.close());
    await store.write(async (tx) => {
        for (let n = 0; n < 1600; n += 1)
            await job(tx, n < 800 ? { state: 'dead', endedAt: 1 } : { state: 'done', endedAt: 1 });
    });
    let parts = 0;
    await purgeEnded(store, { before: day, yieldNow: () => Promise.resolve(void (parts += 1)) });
    t.deepEqual([(await store.read.select({ id: jobs.id }).from(jobs)).length, parts], [800, 5]);
});

test('KEEP_JOBS_DAYS is two years by default, and 0 keeps all', (t) => {
    t.is(loadConfig({}).keepJobsDays, 730);
    t.is(loadConfig({ KEEP_JOBS_DAYS: '0' }).keepJobsDays, 0);
});
