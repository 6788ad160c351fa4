// A few sages and credits, a separate clock, and builds whose steps end on request.
import { forEachTask } from '../../jobs/index.ts';
import assert from 'node:assert/strict';
import { emptyReport, type TestScreen } from '../../db/builds/reports.ts';
import {
    beginStep,
    failStepOfDeadJob,
    completeStep,
    failStep,
    screenBuild,
    type StepAttempt
} from '../../db/council/steps.ts';
import { testScreenStep } from '../../db/builds/plan.ts';
import { buildReference, clearTimedOut, runs, stepsOf } from '../../db/builds/runs.ts';
import { credits, grantCredits } from '../../db/accounts/credits.ts';
import { createSage } from '../../db/council/edits.ts';
import type { Store, Tx } from '../../db/store/index.ts';
import type { Job, Jobs } from '../../jobs/job.ts';
import { engineerFields } from '../support/fixtures/sages.ts';
import { type Flight, openDeliveries } from './deliveries.ts';

export type Landing = 'passes' | 'fails' | 'breaks';
export type StepFlight = Flight<Landing> & { begun: StepAttempt | undefined };

export type BuildApp = Awaited<ReturnType<typeof openBuildApp>>;

interface Setting {
    store: Store;
    sages: number;
    credits: number;
}

export async function openBuildApp({ store, sages, credits }: Setting) {
    let at = Date.UTC(2026, 0, 15, 12);
    const now = () => at;
    let begun: StepAttempt | undefined;
    const remember = (step: StepAttempt) => (begun = step);
    const jobsThat = (land: () => Promise<Landing>) =>
        ({ ...idle, 'build-step': stepThat(land, { store, now, remember }) }) satisfies Jobs;
    const deliveries = openDeliveries({ store, now, jobsThat });
    const ids: number[] = [];
    await store.write((tx) => grantCredits(tx, { reference: 'model', amount: credits, reason: 'Model', at }));
    for (let i = 0; i < sages; i += 1)
        ids.push((await store.write((tx) => createSage(tx, engineerFields, { by: null, at }))).id);

    return {
        store,
        now,
        deliveries,
        sages: ids,
        flights: [] as StepFlight[],
        pass: (ms: number) => void (at += ms),
        sweep: () => store.write((tx) => clearTimedOut(tx, at)),
        runs: () => store.read.select().from(runs).orderBy(runs.runId),
        stepsPassed: async (runId: string) =>
            (await stepsOf(store.read, runId)).filter(({ state }) => state === 'completed').length,
        /** Undefined: there was nothing left to do. */
        async begin(jobId: string): Promise<StepFlight | undefined> {
            begun = undefined;
            const flight = await deliveries.begin(jobId);
            return flight && { ...flight, begun };
        }
    };
}

const nothing = { maxAttempts: 1, run: async () => undefined };
const idle = forEachTask(() => nothing);

interface Fixtures {
    store: Store;
    now: () => number;
    remember: (begun: StepAttempt) => void;
}

/** As the real one, without the proving itself. */
function stepThat(land: () => Promise<Landing>, { store, now, remember }: Fixtures): Job<'build-step'> {
    return {
        maxAttempts: 3,
        async run({ runId, step }) {
            const begun = await store.write((tx) => beginStep(tx, runId, step, now()));
            if (!begun) return;
            remember(begun);
            const landing = await land();
            if (landing === 'breaks') throw new Error('the attempt broke');
            return (tx) => (landing === 'passes' ? pass(tx, begun, now()) : fail(tx, begun, now()));
        },
        onDead: (tx, { runId, step }, failure) =>
            failStepOfDeadJob(tx, { runId, step }, { failure, at: now() })
    };
}

const report = emptyReport('As the model says.');

async function pass(tx: Tx, begun: StepAttempt, at: number) {
    const taken = await completeStep(tx, begun, { report, freeze: {}, at });
    if (taken && begun.step === testScreenStep) await screenBuild(tx, begun.runId, testScreen, at);
}

async function fail(tx: Tx, begun: StepAttempt, at: number) {
    await failStep(tx, begun, { report, failure: 'gate', at });
}

const testScreen: TestScreen = {
    answers: { debugging: 'A hypothesis.' },
    verdict: {
        findings: [],
        score: null,
        recommendation: 'needs_review',
        evaluator: { name: 'rules', version: '1' },
        prompt_sha256: ''
    }
};

/** Every build has ended in time, and its hold was settled once. */
export async function assertSettled(testApp: BuildApp, longest: number) {
    const booked = await testApp.store.read.select().from(credits);
    for (const { runId, state, startedAt, endedAt } of await testApp.runs()) {
        assert(endedAt !== null && endedAt - startedAt <= longest, `${runId} ended late`);
        const kinds = booked.filter(({ reference }) => reference === buildReference(runId));
        assert.deepEqual(
            kinds.map(({ kind }) => kind),
            ['hold', state === 'completed' ? 'capture' : 'release']
        );
    }
}
