// The support staff's routes: by session, or as a machine with a token for the jobs.
import { randomUUID } from 'node:crypto';
import { failStepOfDeadJob } from '../../../db/council/steps.ts';
import { startBuild } from '../../../db/builds/runs.ts';
import { markJobDead, enqueue, jobs } from '../../../db/jobs/ledger.ts';
import { markMail, queueTestMail } from '../../../db/jobs/mails.ts';
import { eq } from '../../../db/store/drizzle.ts';
import { resetRequests } from '../../../db/accounts/password-resets.ts';
import type { Tx } from '../../../db/store/index.ts';
import { createSage } from '../../../db/council/edits.ts';
import { engineerFields } from '../../support/fixtures/sages.ts';
import type { About, Table } from '../calls.ts';
import type { Fixtures } from '../fixtures.ts';

const root = '/rest/svc/v1/admin';

export const support: Table = {
    'get /jobs/{id}': { about: jobInPath('dead') },
    'get /jobs/mails/{id}': { about: mailInPath },
    [`get ${root}/jobs/{id}`]: { about: jobInPath('dead') },
    [`post ${root}/jobs`]: { about: trigger },
    [`post ${root}/jobs/retry-dead`]: {
        sent: { json: { task: 'send-mail', error: 'mail_refused' } }
    },
    [`post ${root}/jobs/{id}/retry`]: { about: jobInPath('dead') },
    [`post ${root}/jobs/{id}/cancel`]: { about: jobInPath('pending') },
    [`post ${root}/jobs/{id}/reschedule`]: {
        about: jobInPath('pending', { json: { not_before: '2030-01-01T00:00:00Z' } })
    },
    [`post ${root}/mails/{id}/send`]: { about: mailInPath },
    [`post ${root}/builds/{run_id}/retry`]: { about: buildInPath('failed') },
    [`post ${root}/builds/{run_id}/cancel`]: { about: buildInPath('running') }
};

/** A request for a link to choose a new password. */
async function requestOf(tx: Tx, at: number) {
    const id = randomUUID();
    await tx.insert(resetRequests).values({ id, login: 'nobody', at });
    return { requestId: id };
}

function jobInPath(state: 'dead' | 'pending', more: About = {}) {
    return async ({ testApp: { store, now } }: Fixtures): Promise<About> => {
        const id = await store.write(async (tx) => {
            const job = await enqueue(tx, 'answer-reset-request', await requestOf(tx, now()), now());
            if (state === 'dead') await markJobDead(tx, job, 'x', now());
            return job;
        });
        return { params: { id }, ...more };
    };
}

/** A mail that no server took. */
async function mailInPath({ testApp: { store, now } }: Fixtures): Promise<About> {
    return store.write(async (tx) => {
        const { id } = await queueTestMail(tx, 'ada@example.test', now());
        const [job] = await tx.select().from(jobs).where(eq(jobs.about, id));
        await markJobDead(tx, job?.id ?? '', 'mail_refused', now());
        await markMail(tx, id, 'dead', now());
        return { params: { id }, json: {} };
    });
}

async function trigger({ testApp: { store, now } }: Fixtures): Promise<About> {
    const payload = await store.write((tx) => requestOf(tx, now()));
    return { json: { task: 'answer-reset-request', payload } };
}

function buildInPath(state: 'failed' | 'running') {
    return async ({ testApp: { store, now } }: Fixtures, by: number): Promise<About> => {
        const at = now();
        const run_id = await store.write(async (tx) => {
            const sage = await createSage(tx, engineerFields, { by, at });
            const { run } = await startBuild(tx, sage, { by, mayRebuild: false, cost: 1, at });
            if (state === 'failed')
                await failStepOfDeadJob(tx, { runId: run.runId, step: 1 }, { failure: 'x', at });
            return run.runId;
        });
        return { params: { run_id } };
    };
}
