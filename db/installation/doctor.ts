import { auditCredits } from '../accounts/credits.ts';
import { jobTally } from '../jobs/tally.ts';
import type { Store } from '../store/index.ts';

/** What is wrong with the store, the credits and the jobs, and how many jobs wait. */
export async function runDoctor(store: Store, at: number) {
    const { waiting, dead, delayed } = await jobTally(store.read, at);
    const checks = [
        { check: 'the database is intact', problems: await store.check() },
        { check: 'the credits add up', problems: await auditCredits(store.read) },
        { check: 'no job has failed', problems: dead > 0 ? [`${dead} failed jobs`] : [] }
    ].map(({ check, problems }) => ({ check, ok: problems.length === 0, problems }));
    return { jobsWaiting: waiting, jobsDelayed: delayed, checks };
}
