// Proved and active sages that meet people, with a clock of its own and the real jobs.
import { pino } from 'pino';
import { startBuild } from '../../db/builds/runs.ts';
import { grantCredits } from '../../db/accounts/credits.ts';
import { dueJobs, type TaskName } from '../../db/jobs/ledger.ts';
import { skipTesting, toggleSageStatus } from '../../db/council/status.ts';
import { createSage } from '../../db/council/edits.ts';
import { getSage } from '../../db/sages/sages.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { Store, Tx } from '../../db/store/index.ts';
import { createUser } from '../../db/accounts/users.ts';
import { makeEvaluators } from '../../jobs/evaluation/index.ts';
import { forEachTask, makeJobs } from '../../jobs/index.ts';
import type { Job, Jobs } from '../../jobs/job.ts';
import { startAttempts } from '../../jobs/queue/attempts.ts';
import { engineerFields } from '../support/fixtures/sages.ts';
import { type Flight, openDeliveries } from './deliveries.ts';

export type Landing = 'ends' | 'breaks';
export type ScreenApp = ReturnType<typeof openScreenApp>;

export const by = { name: 'model', id: 1, displayName: 'Model' };
export const secret = 'l'.repeat(40);

const beginning = Date.UTC(2026, 0, 15, 12);
const log = pino({ level: 'silent' });
const mail = {
    url: undefined,
    from: 'council@example.test',
    baseUrl: 'http://localhost',
    restPath: '/rest/svc/v1',
    links: secret,
    inForce: [],
    undoMs: 0
};

interface Fixtures {
    sages: number;
    credits: number;
}

/** Builds, tests and activates sages; what is left of the credits is the given number. Answers their ids. */
export async function createScreens(store: Store, { sages, credits }: Fixtures) {
    const at = beginning;
    const grant = { reference: 'model', amount: credits + sages, reason: 'Model', at };
    await store.write((tx) => grantCredits(tx, grant));
    const { id } = await store.write((tx) =>
        createUser(tx, { login: 'a', email: 'a@example.test', passwordHash: '-', role: 'administrator' }, at)
    );
    const body = { ...engineerFields, criteria: engineerFields.criteria.slice(0, 1) };
    const ids: number[] = [];
    for (let i = 0; i < sages; i += 1) ids.push(await prove(store, { body, by: id, at }));
    return ids;
}

async function prove(store: Store, { body, by: maker, at }: Proving) {
    const sage = await store.write((tx) => createSage(tx, body, { by: maker, at }));
    const start = { by: maker, mayRebuild: true, cost: 1, at };
    await store.write(async (tx) => startBuild(tx, await getSage(tx, sage.id), start));
    await drain(store, at);
    await store.write((tx) => skipTesting(tx, sage.id, { by, at }));
    await store.write((tx) => toggleSageStatus(tx, sage.id, { by, at }));
    return sage.id;
}

interface Proving {
    body: typeof engineerFields;
    by: number;
    at: number;
}

async function drain(store: Store, at: number) {
    const now = () => at;
    const { signal } = new AbortController();
    const tries = startAttempts({
        store,
        jobs: makeJobs({ store, evaluators: makeEvaluators({ store, now }), mail, log, now }),
        log,
        now,
        signal
    });
    for (let due = await dueJobs(store.read, at, 1); due[0]; due = await dueJobs(store.read, at, 1))
        await tries.run(due[0].id);
}

/** On a store in which `createScreens` has made the screens. */
export function openScreenApp(store: Store, sages: readonly number[]) {
    let at = beginning;
    const now = () => at;
    const jobs = makeJobs({ store, evaluators: makeEvaluators({ store, now }), mail, log, now });
    return {
        store,
        sages,
        now,
        pass: (ms: number) => void (at += ms),
        deliveries: openDeliveries<Landing>({ store, now, jobsThat: (land) => landing(jobs, land) }),
        flights: [] as Flight<Landing>[]
    };
}

/** The real jobs, whose tries have done their work and are held back before it takes effect. */
const landing = (jobs: Jobs, land: () => Promise<Landing>) =>
    forEachTask((task) => held(jobs[task] as Job<TaskName>, land));

function held<Name extends TaskName>(job: Job<Name>, land: () => Promise<Landing>): Job<Name> {
    return {
        ...job,
        async run(payload, context) {
            const effect = await job.run(payload, context);
            if ((await land()) === 'breaks') throw new Error('the try broke');
            return effect;
        }
    };
}

/** Undefined: it was refused, so that nothing was written. */
export async function unlessRefused<T>({ store }: ScreenApp, work: (tx: Tx) => Promise<T>) {
    return store.write(work).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        return undefined;
    });
}
