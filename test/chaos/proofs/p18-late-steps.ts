// P18: a step whose run has timed out, or whose try was superseded, delivers its result again and again: nothing changes.
import { buildPlan } from '../../../db/builds/plan.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { anAttempt } from '../../support/servers/attempt.ts';
import { openLateApp } from '../late-app.ts';
import { none, type Proof } from '../proof.ts';
import { changesBetween, rowsOf } from '../whole-store.ts';

const deliveries = 5;

export const proof: Proof = {
    name: 'P18',
    promise: 'A late step changes nothing.',
    rounds: { short: 3, long: 50 },
    async run({ rounds, report }) {
        const testApp = await openLateApp(2 * rounds * buildPlan.length);
        const changes: string[] = [];
        try {
            for (let round = 0; round < rounds; round += 1) {
                for (const { step_order } of buildPlan)
                    changes.push(
                        ...(await deliverLate(testApp, step_order)),
                        ...(await deliverSuperseded(testApp, step_order))
                    );
                report(round + 1, rounds);
            }
        } finally {
            await testApp.close();
        }
        return [
            { count: rounds * buildPlan.length, of: 'late steps' },
            { count: rounds * buildPlan.length, of: 'superseded tries' },
            { count: 2 * rounds * buildPlan.length * deliveries, of: 'deliveries' },
            none('changes', changes.length)
        ];
    },
    sabotages: [
        {
            without: 'asking whether the run is still open',
            edits: [
                {
                    file: 'db/council/steps.ts',
                    find: 'return and(eq(steps.runId, runId), eq(steps.stepOrder, step), exists(open));',
                    replace: 'return and(eq(steps.runId, runId), eq(steps.stepOrder, step));'
                }
            ]
        },
        {
            without: 'asking whether the try is the newest',
            edits: [
                {
                    file: 'db/council/steps.ts',
                    find: 'attempt === undefined ? undefined : eq(steps.attempt, attempt)',
                    replace: 'undefined'
                }
            ]
        }
    ]
};

/** Through the ledger, as a slow try ends; then past it, as no ledger would; and as a step that is given up. */
async function deliverLate({ file, store, step, runLate, waitingStep }: TestApp, number: number) {
    const { id, payload } = await waitingStep(number);
    const { before, effect } = await runLate(id);
    for (let time = 1; time < deliveries; time += 1) {
        await store.write(effect).catch(throwUnlessRefused);
        await store.write(async (tx) => step.onDead?.(tx, payload, 'late'));
    }
    const ownRow = `jobs {"id":"${id}"`;
    return changesBetween(before, rowsOf(file)).filter((row) => !row.startsWith(ownRow));
}

/** The run goes on, but the step has begun again since: the first try's result comes after the second has begun. */
async function deliverSuperseded({ file, store, step, runLate, waitingStep }: TestApp, number: number) {
    const { id, payload } = await waitingStep(number);
    const effect = await step.run(payload, anAttempt(1));
    await step.run(payload, anAttempt(2));
    await store.write(async () => undefined); // the progress that the second try showed is written by now
    const before = rowsOf(file);
    for (let time = 0; time < deliveries; time += 1)
        await store.write(async (tx) => effect?.(tx)).catch(throwUnlessRefused);
    const changes = changesBetween(before, rowsOf(file));
    await runLate(id); // so that nothing of this run waits any more
    return changes;
}

/** What is refused has changed nothing either. */
function throwUnlessRefused(error: unknown) {
    if (!(error instanceof Refusal)) throw error;
}

type TestApp = Awaited<ReturnType<typeof openLateApp>>;
