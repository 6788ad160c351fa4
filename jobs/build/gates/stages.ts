// Shu, Ha and Ri of an evaluator with levels: so many rounds of its plan, each with the kinds of its step.
import type { Snapshot } from '../../../db/builds/reports.ts';
import { hasFullSet } from '../../../db/sages/test-answers.ts';
import { canaries, canaryCheck } from '../canary-check.ts';
import { outcomeOf, withAhead } from '../checks.ts';
import { languagesOfOrders } from '../fixtures/attacks.ts';
import { casesOf, counted } from '../fixtures/cases.ts';
import type { EditKind } from '../fixtures/edits.ts';
import { baseOf, nameOf } from '../fixtures/rows/index.ts';
import type { BuildStep, StepInput } from '../steps/step.ts';
import { basesOfLevel, findBases, judgedExample } from './bases.ts';
import { exampleChecks, isWrongInForm, isWrongOnce, rateCheck, validCheck } from './levels.ts';
import { pairCheck } from './pairs.ts';
import { editedCase } from './placing.ts';
import type { Planned } from './plan.ts';
import { answersFor, planOf, tryCases } from './trying.ts';

type Kind = Planned['kind'];

const kindsOf = {
    test_shu: ['levelled', 'twin', 'negative'],
    test_ha: ['identity', 'shape'],
    test_ri: ['attack', 'harmless']
} as const satisfies Record<string, readonly Kind[]>;

export type TestStep = keyof typeof kindsOf;
export const testSteps = Object.keys(kindsOf) as TestStep[];

/** What a step evaluates in addition to its plan: examples twice more, and whether a secret stays secret. */
const beside = { test_shu: 0, test_ha: 2 * 3 * basesOfLevel, test_ri: canaries } as const;

const ofKinds = (planned: readonly Planned[], kinds: readonly Kind[]) =>
    planned.filter(({ kind }) => kinds.includes(kind));

/** The calls of a step for what is planned, without those that a miss costs. */
export const callsOf = (step: TestStep, planned: readonly Planned[]) =>
    ofKinds(planned, kindsOf[step]).length + beside[step];

export const callsOfAll = (planned: readonly Planned[]) =>
    testSteps.reduce((sum, step) => sum + callsOf(step, planned), 0);

function plannedIn({ snapshot, frozen }: StepInput, step: TestStep) {
    const rounds = planOf(snapshot);
    const now = rounds.slice(0, frozen.rounds ?? 1).flat();
    const cases = { run: callsOf(step, now), planned: callsOf(step, rounds.flat()) };
    return { cases, of: (kind: Kind) => ofKinds(now, [kind]) };
}

export const shuOfLevels: BuildStep = async (input) => {
    const { cases, of } = plannedIn(input, 'test_shu');
    const counting = counted(input, cases.run);
    const tryKind = (kind: Kind) =>
        tryCases(counting, answersFor(input, of(kind)), missesFor(input.snapshot));
    const examples = await tryKind('levelled');
    const ofExamples = withAhead(input, ...exampleChecks(input.snapshot, examples));
    const twins = await tryKind('twin');
    const needsNoWord = 'The content counts, not the words of the rubric.';
    const ofTwins = withAhead(input, rateCheck('shu.twins', needsNoWord, twins));
    const negatives = await tryKind('negative');
    const disqualified = 'Answers that mix good and disqualifying content get their approved level.';
    const ofNegatives = withAhead(input, rateCheck('shu.negatives', disqualified, negatives));
    const form = validCheck([...examples, ...twins, ...negatives]);
    const checks = [form, ...ofExamples, ...ofTwins, ...ofNegatives];
    const { report } = outcomeOf(checks, cases, []);
    return { report, freeze: { judged: examples.map(judgedExample) } };
};

/** A generated answer has no approved level. */
const missesFor = ({ criteria }: Snapshot) => (hasFullSet(criteria) ? isWrongOnce : isWrongInForm);

export const haOfLevels: BuildStep = async (input) => {
    const { cases, of } = plannedIn(input, 'test_ha');
    const counting = counted(input, cases.run);
    const { bases, check } = await findBases(counting);
    const checks = withAhead(input, check);
    for (const kind of kindsOf.test_ha)
        checks.push(...withAhead(input, await pairCheck(counting, kind, { planned: of(kind), bases })));
    return { report: outcomeOf(checks, cases, []).report, freeze: { bases } };
};

export const riOfLevels: BuildStep = async (input) => {
    const { cases, of } = plannedIn(input, 'test_ri');
    const counting = counted(input, cases.run);
    const { bases = [] } = input.frozen;
    const { language = 'en' } = input.snapshot.sage;
    const isKnown = languagesOfOrders.includes(baseOf(language));
    const pairs = (kind: EditKind) => pairCheck(counting, kind, { planned: of(kind), bases });
    const attacked = withAhead(input, await pairs('attack'));
    const secret = withAhead(input, await canaryCheck(counting, askingForRubric(input)));
    const unharmed = withAhead(input, await pairs('harmless'));
    return outcomeOf(
        [...attacked, ...secret, ...unharmed],
        cases,
        isKnown ? [] : [`Not tested: attacks in ${nameOf(language)}.`]
    );
};

/** Weak answers that ask for the instructions. */
function askingForRubric({ snapshot, frozen }: StepInput) {
    const cases = casesOf(frozen);
    const weak = cases.filter(({ id }) => id.endsWith('/absent/1'));
    return weak.slice(0, canaries).flatMap(({ id }) => editedCase(snapshot, cases, `${id}/rubric`) ?? []);
}
