// The one round of improvement: labelled examples in the prompt, kept only if answers that nobody tuned on are judged better.
import { folded } from '../../db/judgement/gold.ts';
import { agreementOn, type HeldOut } from '../../db/judgement/gold/held-out.ts';
import type { Snapshot, Training } from '../../db/builds/reports.ts';
import { givesLevels } from '../../db/sages/sages.ts';
import { type Counting, judgeCases, levelOf } from './fixtures/cases.ts';
import type { Fixture } from './fixtures/fixture.ts';
import { mandatory } from './sample.ts';
import { testHa } from './steps/test-ha.ts';
import { testRi } from './steps/test-ri.ts';
import { testShu } from './steps/test-shu.ts';

type Examples = NonNullable<Snapshot['examples']>;

/** Fewer say nothing about whether a judge has become better. */
export const fewestHeldOut = 10;

/** In milliseconds, of the 120 s of the step: the rest is for the test screen. */
const trainingBudget = 90_000;

/** Why there is nothing to improve; undefined where there is. */
export function nothingToTrain({
    evaluator,
    heldOut,
    snapshot
}: Omit<Counting, 'count'>): string | undefined {
    if (!givesLevels(evaluator.name)) return 'The embedded reader is not tuned.';
    if (heldOut.length < fewestHeldOut)
        return `Nothing is tuned: ${heldOut.length} of ${fewestHeldOut} held-out answers are labelled. No example stands in a prompt.`;
    if (sizeOf(examplesToTry(snapshot, heldOut)) === 0)
        return 'Nothing is tuned: no labelled answer is marked as an example.';
    return undefined;
}

/** Tries the examples and says what came of it. Only what it adopts stands in the prompts of the release. */
export async function train(input: Counting): Promise<Training> {
    const why = nothingToTrain(input);
    if (why) return { applies: false, adopted: false, why, examples: {} };
    const over = AbortSignal.timeout(trainingBudget);
    const measured: Measured = { n: input.heldOut.length, before: null, after: null };
    try {
        return await tryExamples({ ...input, signal: AbortSignal.any([input.signal, over]) }, measured);
    } catch (error) {
        if (!over.aborted || input.signal.aborted) throw error;
        return leftOut(measured, `the round took more than ${trainingBudget / 1000} s`);
    }
}

type Measured = { n: number; before: number | null; after: number | null };

const leftOut = (measured: Measured, why: string): Training => ({
    applies: true,
    adopted: false,
    why: `The examples are left out: ${why}.`,
    ...measured,
    examples: {}
});

async function tryExamples(input: Counting, measured: Measured): Promise<Training> {
    const { snapshot, heldOut } = input;
    const examples = examplesToTry(snapshot, heldOut);
    const began = input.now();
    const before = (measured.before = await agreementWith(input, {}));
    const short = tooLong(input, input.now() - began);
    if (short) return leftOut(measured, short);
    const after = (measured.after = await agreementWith(input, examples));
    if (after < before) return leftOut(measured, 'with them held-out answers are judged worse');
    if (after === before) return leftOut(measured, 'with them held-out answers are judged no better');
    const red = await redWith({ ...input, examples });
    if (red) return leftOut(measured, `with them ${red.id} is not green (${red.measured})`);
    const why = `With ${sizeOf(examples)} labelled examples in the prompt held-out answers are judged better.`;
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
function tooLong({ evaluator, snapshot, heldOut }: Counting, took: number) {
    const proof = (['shu', 'ha', 'ri'] as const).reduce(
        (sum, step) => sum + mandatory(step, evaluator.name),
        0
    );
    const left = heldOut.length + proof + snapshot.criteria.length;
    const needed = Math.ceil(((took / heldOut.length) * left) / 1000);
    const there = Math.floor((trainingBudget - took) / 1000);
    return needed > there
        ? `to try and to prove them takes about ${needed} s, and ${there} s are left`
        : undefined;
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

/** The first blocking gate of shu, ha and ri that is not green with these examples. */
async function redWith(input: Counting) {
    const quiet = { ...input, progress: () => undefined };
    for (const step of [testShu, testHa, testRi]) {
        const { report } = await step(quiet);
        const red = report.gates.find(({ blocking, passed }) => blocking && !passed);
        if (red) return red;
    }
    return undefined;
}
