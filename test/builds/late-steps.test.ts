// A step whose run has timed out, or whose try was superseded, delivers its result again and again: nothing changes.
import test, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import { grantCredits } from '../../db/accounts/credits.ts';
import { buildPlan, buildTimeout } from '../../db/builds/plan.ts';
import { clearTimedOut, startBuild } from '../../db/builds/runs.ts';
import { createSage } from '../../db/council/edits.ts';
import { jobs as ledger } from '../../db/jobs/ledger.ts';
import { eq } from '../../db/store/drizzle.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { makeEvaluators } from '../../jobs/evaluation/index.ts';
import { makeJobs } from '../../jobs/index.ts';
import type { Effect, Job } from '../../jobs/job.ts';
import { startAttempts } from '../../jobs/queue/attempts.ts';
import { casesOr } from '../support/runs/size.ts';
import { anAttempt } from '../support/servers/attempt.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';
import { rowsOf } from '../support/stores/whole-store.ts';
import { keepReadings } from '../support/fixtures/kept-readings.ts';
import { engineerFields } from '../support/fixtures/sages.ts';

const deliveries = 5;
const rounds = casesOr(1);
const log = pino({ level: 'silent' });
const { signal } = new AbortController();
const mail = {
    url: undefined,
    from: 'council@example.test',
    baseUrl: 'http://localhost',
    restPath: '/rest/svc/v1',
    links: 'l'.repeat(40),
    inForce: [],
    undoMs: 0
};

type LateApp = Awaited<ReturnType<typeof openLateApp>>;

/** A store with a clock of its own, in which the result of a step arrives after the run has timed out. */
async function openLateApp(t: ExecutionContext) {
    const folder = openStoreFolder();
    const store = await folder.fresh();
    t.teardown(async () => {
        await store.close();
        folder.remove();
    });
    let at = Date.UTC(2026, 0, 15, 12);
    const now = () => at;
    const evaluators = keepReadings(makeEvaluators({ store, now }));
    const jobs = makeJobs({ store, evaluators, mail, log, now });
    const inTime = startAttempts({ store, jobs, log, now, signal });
    const step = jobs['build-step'];
    const amount = rounds * buildPlan.length;
    await store.write((tx) => grantCredits(tx, { reference: 'test', amount, reason: 'Test', at }));

    /** Runs the job; its result is held back until its run has timed out. Answers what stood in the store then. */
    async function runLate(id: string) {
        let before: ReadonlySet<string> = new Set();
        let effect: Effect = async () => undefined;
        const run: Job<'build-step'>['run'] = async (payload, context) => {
            effect = (await step.run(payload, context)) ?? effect;
            at += buildTimeout;
            await store.write((tx) => clearTimedOut(tx, at));
            before = await rowsOf(store);
            return effect;
        };
        const late = { ...jobs, 'build-step': { ...step, run } };
        await startAttempts({ store, jobs: late, log, now, signal }).run(id);
        return { before, effect };
    }

    /** Of this run alone: without a guard, late results leave other jobs behind. */
    async function waitingJob(runId: string) {
        const waiting = await store.read.select().from(ledger).where(eq(ledger.state, 'pending'));
        return waiting.find(({ payload }) => 'runId' in payload && payload.runId === runId)?.id ?? '';
    }

    return {
        store,
        step,
        runLate,
        /** Starts a build of a new sage, and goes on until its job of this step waits. Answers that job's id. */
        async waitingStep(number: number) {
            const sage = await store.write((tx) => createSage(tx, engineerFields, { by: null, at }));
            const start = { by: null, mayRebuild: true, cost: 1, at };
            const { run } = await store.write((tx) => startBuild(tx, sage, start));
            for (let passed = 1; passed < number; passed += 1) await inTime.run(await waitingJob(run.runId));
            return { id: await waitingJob(run.runId), payload: { runId: run.runId, step: number } };
        }
    };
}

/** The rows that have changed since, but for this job's own: each as it was, and as it is. */
async function changesSince(before: ReadonlySet<string>, { store }: LateApp, jobId?: string) {
    const changed = [...before.symmetricDifference(await rowsOf(store))];
    return changed.filter((row) => !row.startsWith(`jobs {"id":"${jobId}"`));
}

/** What is refused has changed nothing either. */
function throwUnlessRefused(error: unknown) {
    if (!(error instanceof Refusal)) throw error;
}

async function eachStep(work: (number: number) => Promise<unknown>) {
    for (let round = 0; round < rounds; round += 1)
        for (const { step_order } of buildPlan) await work(step_order);
}

test('a step result after the time of its run changes nothing, however often [P18]', async (t) => {
    const lateApp = await openLateApp(t);
    const { store, step, runLate } = lateApp;
    await eachStep(async (number) => {
        const { id, payload } = await lateApp.waitingStep(number);
        const { before, effect } = await runLate(id); // through the ledger, as a slow try ends
        for (let time = 1; time < deliveries; time += 1) {
            await store.write(effect).catch(throwUnlessRefused); // past it, as no ledger would
            await store.write(async (tx) => step.onDead?.(tx, payload, 'late')); // and as a step that is given up
        }
        t.deepEqual(await changesSince(before, lateApp, id), [], `step ${number}`);
    });
    t.log(`${rounds * buildPlan.length} late steps`);
});

test('a result of a step attempt that was restarted changes nothing, however often [P18]', async (t) => {
    const lateApp = await openLateApp(t);
    const { store, step, runLate } = lateApp;
    await eachStep(async (number) => {
        const { id, payload } = await lateApp.waitingStep(number);
        const effect = await step.run(payload, anAttempt(1));
        await step.run(payload, anAttempt(2));
        await store.write(async () => undefined); // the progress that the second try showed is written by now
        const before = await rowsOf(store);
        for (let time = 0; time < deliveries; time += 1)
            await store.write(async (tx) => effect?.(tx)).catch(throwUnlessRefused);
        t.deepEqual(await changesSince(before, lateApp), [], `step ${number}`);
        await runLate(id); // so that nothing of this run waits any more
    });
    t.log(`${rounds * buildPlan.length} superseded tries`);
});
