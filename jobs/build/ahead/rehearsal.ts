// What a build would ask of a model, asked without one: the same steps in the same order, of which nothing is recorded.
import { promptFor } from '../../../db/council/snapshots.ts';
import type { Ahead } from '../../../db/builds/reports.ts';
import { makeFixtures } from '../fixtures/fixtures.ts';
import { callsOf, roundsWithin, type TestStep, testSteps } from '../gates/stages.ts';
import { planOf } from '../gates/trying.ts';
import type { AskingStep, BuildStep, Frozen, Known, StepInput } from '../steps/step.ts';
import { testHa } from '../steps/test-ha.ts';
import { testRi } from '../steps/test-ri.ts';
import { testShu } from '../steps/test-shu.ts';
import { transcendingTraining } from '../steps/transcending-training.ts';

const asking: Readonly<Record<AskingStep, BuildStep>> = {
    test_shu: testShu,
    test_ha: testHa,
    test_ri: testRi,
    transcending_training: transcendingTraining
};
export const askingSteps = Object.keys(asking) as AskingStep[];

/** Runs these steps, each with its evaluator, as a build that has all the time there is. */
export async function rehearse(
    input: Omit<StepInput, 'frozen' | 'evaluator'>,
    steps: readonly AskingStep[],
    judging: (step: AskingStep) => Pick<StepInput, 'evaluator' | 'ahead'>
) {
    const { snapshot, signal } = input;
    const { evaluator } = snapshot.sage;
    let frozen: Frozen = {
        snapshot,
        prompt: promptFor(snapshot),
        fixtures: await makeFixtures(snapshot, { evaluator, signal }),
        rounds: roundsWithin(snapshot)
    };
    for (const step of steps) {
        const { freeze } = await asking[step]({ ...input, frozen, ...judging(step) });
        frozen = { ...frozen, ...freeze };
    }
}

export type Left = Readonly<Record<TestStep, number>>;

/** How many calls of each test step are not judged yet. Where some are missing, what depends on them is not known: at most so many. */
export async function callsLeft(input: StepInput, known: Known): Promise<Left> {
    const told = new Map<AskingStep, () => Ahead>();
    await rehearse({ ...input, progress: () => undefined }, testSteps, (step) => {
        const { evaluator, ahead } = known(step);
        told.set(step, ahead);
        return { evaluator };
    });
    const all = planOf(input.snapshot).slice(0, roundsWithin(input.snapshot)).flat();
    let isWhole = true;
    const left = testSteps.map((step) => {
        const { of = 0, judged = 0 } = told.get(step)?.() ?? {};
        isWhole &&= of === judged;
        return [step, isWhole ? 0 : Math.max(0, callsOf(step, all) - judged)];
    });
    return Object.fromEntries(left) as Left;
}
