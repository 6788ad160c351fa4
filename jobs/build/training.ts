// The one round of improvement: labelled examples in the prompt, used only if they improve the results on held-out answers.
import { buildPlan } from '../../db/builds/plan.ts';
import { folded } from '../../db/judgement/gold.ts';
import { agreementOn, type HeldOut } from '../../db/judgement/gold/held-out.ts';
import type { Snapshot, Training } from '../../db/builds/reports.ts';
import { givesLevels } from '../../db/sages/sages.ts';
import { type Counting, judgeCases, levelOf } from './fixtures/cases.ts';
import type { Fixture } from './fixtures/fixture.ts';
import { callsOfAll } from './gates/stages.ts';
import { planOf } from './gates/trying.ts';
import { testHa } from './steps/test-ha.ts';
import { testRi } from './steps/test-ri.ts';
import { testShu } from './steps/test-shu.ts';

const stepBudget = buildPlan.find(({ name }) => name === 'transcending_training')?.max_time ?? 0;

type Examples = NonNullable<Snapshot['examples']>;

/** Fewer do not show whether an evaluator has improved. */
export const fewestHeldOut = 10;

/** In milliseconds, of the 120 s of the step. */
const longestTraining = 90_000;
const spare = 10_000;

/** The time for the round where the test screen takes so long: it may have to be evaluated again, and slower. */
const trainingBudget = (screen: number) =>
    Math.max(0, Math.min(longestTraining, stepBudget - spare - 3 * screen));

/** Why there is nothing to improve; undefined where there is. */
export function nothingToTrain({
    evaluator,
    heldOut,
    snapshot
}: Omit<Counting, 'count'>): string | undefined {
    if (!givesLevels(evaluator.name)) return 'The built-in evaluator cannot be tuned.';
    if (heldOut.length < fewestHeldOut)
        return `Not tuned: ${heldOut.length} of ${fewestHeldOut} held-out answers are labelled. The prompt contains no examples.`;
    if (sizeOf(examplesToTry(snapshot, heldOut)) === 0)
        return 'Not tuned: no labelled answer is marked as an example.';
    return undefined;
}

/**
 * Tries the examples and returns the result. The prompts of the release contain only what it adopts. It leaves enough time for a
 * test screen of so many milliseconds, so that an improvement never makes a build time out.
 */
export async function train(input: Counting, screen: number): Promise<Training> {
    const why = nothingToTrain(input);
    if (why) return { applies: false, adopted: false, why, examples: {} };
    const budget = trainingBudget(screen);
    const measured: Measured = { n: input.heldOut.length, before: null, after: null };
    if (budget === 0)
        return leftOut(
            measured,
            `the test review takes ${inSeconds(screen)} of the step's ${inSeconds(stepBudget)}`
        );
    const over = AbortSignal.timeout(budget);
    const signal = AbortSignal.any([input.signal, over]);
    try {
        return await tryExamples({ ...input, signal }, measured, budget);
    } catch (error) {
        if (!over.aborted || input.signal.aborted) throw error;
        return leftOut(measured, `the round took more than ${inSeconds(budget)}`);
    }
}

const inSeconds = (time: number) => `${Math.round(time / 1000)} s`;

type Measured = { n: number; before: number | null; after: number | null };

const leftOut = (measured: Measured, why: string): Training => ({
    applies: true,
    adopted: false,
    why: `The examples are not used: ${why}.`,
    ...measured,
    examples: {}
});

async function tryExamples(input: Counting, measured: Measured, budget: number): Promise<Training> {
    const { snapshot, heldOut } = input;
    const examples = examplesToTry(snapshot, heldOut);
    const began = input.now();
    const before = (measured.before = await agreementWith(input, {}));
    const short = tooLong(input, input.now() - began, budget);
    if (short) return leftOut(measured, short);
    const after = (measured.after = await agreementWith(input, examples));
    if (after < before) return leftOut(measured, 'results on held-out answers are worse with them');
    if (after === before) return leftOut(measured, 'results on held-out answers are not better with them');
    const red = await redWith({ ...input, examples });
    if (red) return leftOut(measured, `with them ${red.id} fails (${red.measured})`);
    const why = `Results on held-out answers are better with ${sizeOf(examples)} labelled examples in the prompt.`;
    return { applies: true, adopted: true, why, ...measured, examples };
}

/** Those that people marked; none that says the same as a held-out answer. */
function examplesToTry({ examples = {} }: Snapshot, heldOut: readonly HeldOut[]): Examples {
    const held = new Set(heldOut.map(({ criterionId, text }) => `${criterionId} ${folded(text)}`));
    const others = Object.entries(examples).map(([id, of]) => [
        id,
        of.filter(({ text }) => !held.has(`${id} ${folded(text)}`))
    ]);
    return Object.fromEntries(others) as Examples;
}

const sizeOf = (examples: Examples) => Object.values(examples).flat().length;

/** Undefined where the time suffices; else by how much it does not, after the held-out answers took so long once. */
function tooLong({ snapshot, heldOut }: Counting, took: number, budget: number) {
    const [first = []] = planOf(snapshot);
    const left = heldOut.length + callsOfAll(first);
    const needed = Math.ceil(((took / heldOut.length) * left) / 1000);
    const there = Math.floor((budget - took) / 1000);
    return needed > there ? `testing them takes about ${needed} s, and ${there} s are left` : undefined;
}

async function agreementWith(input: Counting, examples: Examples) {
    const judged = await judgeCases({ ...input, examples }, input.heldOut.map(caseOf));
    return agreementOn(
        input.heldOut,
        judged.map((one, place) => levelOf(one, input.heldOut[place]?.criterionId ?? ''))
    );
}

const caseOf = ({ criterionId, text, level }: HeldOut, place: number): Fixture => ({
    id: `held-out/${place + 1}`,
    kind: 'levelled',
    answers: { [criterionId]: text },
    expected: { [criterionId]: level },
    planted: null,
    base: null
});

/** The first blocking gate of the first round that is not green with these examples; the nights evaluate the others with them. */
async function redWith(input: Counting) {
    const quiet = { ...input, progress: () => undefined };
    let frozen = { ...input.frozen, rounds: 1 };
    for (const step of [testShu, testHa, testRi]) {
        const { report, freeze } = await step({ ...quiet, frozen });
        frozen = { ...frozen, ...freeze };
        const red = report.gates.find(({ blocking, passed }) => blocking && !passed);
        if (red) return red;
    }
    return undefined;
}
