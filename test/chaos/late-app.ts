// A store with a clock of its own, in which the result of a step arrives after the run has timed out.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildTimeout } from '../../db/builds/plan.ts';
import { clearTimedOut, startBuild } from '../../db/builds/runs.ts';
import { grantCredits } from '../../db/accounts/credits.ts';
import { eq } from '../../db/store/drizzle.ts';
import { jobs as ledger } from '../../db/jobs/ledger.ts';
import { createSage } from '../../db/council/edits.ts';
import { openStore } from '../../db/store/index.ts';
import { makeEvaluators } from '../../jobs/evaluation/index.ts';
import { makeJobs } from '../../jobs/index.ts';
import type { Effect, Job } from '../../jobs/job.ts';
import { startAttempts } from '../../jobs/queue/attempts.ts';
import { engineerFields } from '../support/things/sages.ts';
import { rowsOf } from './whole-store.ts';

const log = pino({ level: 'silent' });
const { signal } = new AbortController();

export async function openLateApp(credits: number) {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-'));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    process.once('exit', remove);
    const file = join(folder, 'app.db');
    const store = openStore(file);
    let at = Date.UTC(2026, 0, 15, 12);
    const now = () => at;
    const mail = {
        url: undefined,
        from: 'council@example.test',
        baseUrl: 'http://localhost',
        restPath: '/rest/svc/v1',
        links: 'l'.repeat(40)
    };
    const jobs = makeJobs({ store, evaluators: makeEvaluators({ store, now }), mail, log, now });
    const inTime = startAttempts({ store, jobs, log, now, signal });
    const step = jobs['build-step'];
    await store.write((tx) => grantCredits(tx, { reference: 'proof', amount: credits, reason: 'Proof', at }));

    /** Runs the job; its result is held back until its run has timed out. Answers what stood in the store then. */
    async function runLate(id: string) {
        let before: ReadonlySet<string> = new Set();
        let effect: Effect = async () => undefined;
        const run: Job<'build-step'>['run'] = async (payload, context) => {
            effect = (await step.run(payload, context)) ?? effect;
            at += buildTimeout;
            await store.write((tx) => clearTimedOut(tx, at));
            before = rowsOf(file);
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
        file,
        store,
        step,
        runLate,
        /** Starts a build of a new sage, and goes on until its job of this step waits. Answers that job's id. */
        waitingStep: async (number: number) => {
            const sage = await store.write((tx) => createSage(tx, engineerFields, { by: null, at }));
            const start = { by: null, mayRebuild: true, cost: 1, at };
            const { run } = await store.write((tx) => startBuild(tx, sage, start));
            for (let passed = 1; passed < number; passed += 1) {
                await inTime.run(await waitingJob(run.runId));
            }
            return { id: await waitingJob(run.runId), payload: { runId: run.runId, step: number } };
        },
        async close() {
            await store.close();
            remove();
            process.off('exit', remove);
        }
    };
}
