import { auditCredits } from '../accounts/credits.ts';
import { jobTally } from '../jobs/tally.ts';
import type { Store } from '../store/index.ts';

/** What is wrong with the store, the credits and the jobs, and how many jobs wait. */
export async function runDoctor(store: Store, at: number) {
    const { waiting, dead, delayed } = await jobTally(store.read, at);
    const checks = [
        checkOf('the database is intact', ...(await store.check())),
        checkOf('the credits add up', ...(await auditCredits(store.read))),
        checkOf('no job has failed', dead > 0 && `${dead} failed jobs`)
    ];
    return { jobsWaiting: waiting, jobsDelayed: delayed, checks };
}

/** The result of a check: each text is a problem, false and undefined are none. */
export function checkOf(check: string, ...found: (string | false | undefined)[]) {
    const problems = found.filter((one) => typeof one === 'string');
    return { check, ok: problems.length === 0, problems };
}
