// The command `doctor`: the store, the credits and the jobs, and the way to a PostgreSQL that was given.
import type { Config } from '../config.ts';
import { runDoctor } from '../db/installation/doctor.ts';
import { listNodes } from '../db/jobs/nodes.ts';
import { iso } from '../db/store/iso.ts';
import type { Store } from '../db/store.ts';
import { assertOwnSessions, SessionsShared } from '../jobs/queue/session-pooling.ts';

/** What is wrong, if anything: then it is not `ok`. */
export async function diagnose({ store, config }: { store: Store; config: Config }) {
    const { jobsWaiting, jobsDelayed, checks: ofStore } = await runDoctor(store);
    const checks = [...ofStore, ...(await queueChecks(config))];
    const ok = checks.every((check) => check.ok);
    const waiting = { jobs_waiting: jobsWaiting, jobs_delayed: jobsDelayed };
    return { ok, ...waiting, checks, ...(await nodesOf(store, config)), node: process.version };
}

/** The names of the nodes that share the store, with when they came. */
async function nodesOf({ read }: Store, { database }: Config) {
    if (!database) return {};
    const nodes = await listNodes(read);
    return { nodes: nodes.map(({ id, joinedAt }) => ({ id, since: iso(joinedAt) })) };
}

/** The embedded PostgreSQL runs with the service alone, and looks after itself. */
async function queueChecks({ jobsDatabaseUrl }: Config) {
    if (!jobsDatabaseUrl) return [];
    const problems = await assertOwnSessions({ connectionString: jobsDatabaseUrl }).then(
        () => [],
        problemsOf
    );
    return [{ check: 'the queue can be reached', ok: problems.length === 0, problems }];
}

/** Messages of pg may hold the address, which holds a password. */
function problemsOf(error: unknown) {
    if (error instanceof SessionsShared) return [error.message];
    const { code = 'no response' } = error as NodeJS.ErrnoException;
    return [`JOBS_DATABASE_URL cannot be reached (${code}).`];
}
