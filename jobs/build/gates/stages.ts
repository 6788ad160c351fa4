// Shu, Ha and Ri of an evaluator with levels: so many rounds of its plan, each with the kinds of its step.
import type { Snapshot } from '../../../db/builds/reports.ts';
import { hasFullSet } from '../../../db/sages/test-answers.ts';
import { type Grade, grades } from '../../../db/judgement/licence/agreement.ts';
import { canaries, canaryCheck } from '../canary-check.ts';
import { outcomeOf, withAhead, type Check, countCheck } from '../checks.ts';
import { wordingsOfOrders } from '../fixtures/attacks.ts';
import { casesOf, counted, type Counting, failure, judgeCases } from '../fixtures/cases.ts';
import type { EditKind } from '../fixtures/edits.ts';
import { baseOf, nameOf, rowsIn } from '../fixtures/rows/index.ts';
import type { BuildStep, StepInput, Base, Frozen, JudgedExample } from '../steps/step.ts';
import { criterionOf, findingOf } from '../comparing.ts';
import type { Fixture } from '../fixtures/fixture.ts';
import { interleave } from '../sample.ts';
import {
    exampleChecks,
    isBesideIn,
    isWrongInForm,
    isWrongOnce,
    quotesCheck,
    rateCheck,
    validCheck
} from './levels.ts';
import { pairCheck } from './pairs.ts';
import { editedCase } from './placing.ts';
import type { Planned } from './plan.ts';
import { answersFor, planOf, tryCases, expectedOf, levelIn, type Levelled, type Tried } from './trying.ts';
import { crit } from './rates.ts';

type Kind = Planned['kind'];

const kindsOf = {
    test_shu: ['levelled', 'twin', 'negative'],
    test_ha: ['identity', 'shape'],
    test_ri: ['attack', 'harmless']
} as const satisfies Record<string, readonly Kind[]>;

type TestStep = keyof typeof kindsOf;
export const testSteps = Object.keys(kindsOf) as TestStep[];

/** The answers that edits are tried on: examples that got their approved level in three evaluations. */
const judgedExample = ({ fixture, calls, levels, reason }: Tried): JudgedExample => ({
    id: fixture.id,
    levels,
    reason,
    flagged: calls.some((one) => (findingOf(one, criterionOf(one))?.flags ?? []).length > 0)
});

const basesOfLevel = 8;
const calls = 3;
/** What wavers in 5 of 100 calls: so often three calls are not all the same. */
const mostUnstable = 1 - 0.95 ** calls;

/** An example with the results of its calls. */
interface Example extends JudgedExample {
    fixture: Fixture;
}

/** The examples of a build with their results. */
function examplesIn(frozen: Frozen): Example[] {
    const known = new Map(casesOf(frozen).map((one) => [one.id, one]));
    return (frozen.judged ?? []).flatMap((one) => {
        const fixture = known.get(one.id);
        return fixture ? [{ ...one, fixture }] : [];
    });
}

/**
 * Evaluates examples again until each level has eight bases or no example is left; then those that wavered have another chance,
 * and all have one where too many did.
 */
async function findBases(input: Counting): Promise<{ bases: Base[]; check: Check }> {
    const isApproved = hasFullSet(input.snapshot.criteria);
    const isBase = ({ fixture, levels: [level = 'unscored', ...others] }: Example) =>
        others.every((other) => other === level) &&
        (isApproved ? level === expectedOf(fixture) : level !== 'unscored');
    const tried: Example[] = [];
    const lacking = (level: Grade) => {
        const found = tried.filter((one) => expectedOf(one.fixture) === level && isBase(one));
        return Math.max(0, basesOfLevel - found.length);
    };
    const examples = examplesIn(input.frozen);
    const left = grades.map((level) => examples.filter(({ fixture }) => expectedOf(fixture) === level));
    const nextOnes = () =>
        interleave(left.map((some, place) => some.splice(0, lacking(grades[place] ?? 'absent'))));
    for (let wave = nextOnes(); wave.length > 0; wave = nextOnes())
        tried.push(...(await threeTimes(input, wave)));
    const check = rerun(tried);
    const { passed } = check.gate;
    const doubted = tried.filter(
        (one) => !passed || (hasWavered(one) && lacking(expectedOf(one.fixture)) > 0)
    );
    const again = doubted.map((one) => ({ ...one, levels: [] }));
    tried.push(...(await threeTimes(input, again)));
    const firm = new Map(tried.filter(isBase).map((one) => [one.id, one]));
    const bases = Array.from(firm.values(), ({ id, levels: [level], reason, flagged }): Base => {
        return { id, level: level as Grade, reason, flagged };
    });
    return { bases, check: passed ? check : rerun(tried) };
}

const hasWavered = ({ levels }: Pick<Levelled, 'levels'>) => new Set(levels).size > 1;

/** With the calls that are known already, and each time after an answer of another level: forwards, and backwards. */
async function threeTimes(input: Counting, wave: readonly Example[]): Promise<Example[]> {
    const missing = Array.from({ length: calls }, (_, turn) => {
        const some = wave.flatMap(({ fixture, levels }) => (levels.length + turn < calls ? fixture : []));
        return turn % 2 === 0 ? some : some.toReversed();
    });
    const more = await judgeCases(input, missing.flat());
    return wave.map((example) => {
        const again = more.filter(({ fixture }) => fixture === example.fixture).map(levelIn);
        return { ...example, levels: [...example.levels, ...again] };
    });
}

const rerun = (tried: readonly Levelled[]) =>
    countCheck('ha.rerun', 'The same answer gets the same result again.', {
        tried,
        missed: tried.filter(hasWavered),
        red: crit(tried.length, mostUnstable),
        tell: ({ fixture, levels: [first = '', ...others] }) =>
            failure('ha.rerun', { fixture }, null, {
                expected: first,
                came: others.join(', '),
                remedy: 'The evaluator is the cause, not the sage. Try another model.'
            })
    });

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
    const misses = missesFor(input.snapshot);
    const isBeside = isBesideIn(input.snapshot);
    const tryKind = (kind: Kind, isMiss = misses) => tryCases(counting, answersFor(input, of(kind)), isMiss);
    const examples = await tryKind('levelled', (one) => misses(one) || isBeside(one));
    const ofExamples = withAhead(input, ...exampleChecks(input.snapshot, examples));
    const twins = await tryKind('twin');
    const needsNoWord = 'The content counts, not the words of the rubric.';
    const ofTwins = withAhead(input, rateCheck('shu.twins', needsNoWord, twins));
    const negatives = await tryKind('negative');
    const disqualified = 'Answers that mix good and disqualifying content get their approved level.';
    const ofNegatives = withAhead(input, rateCheck('shu.negatives', disqualified, negatives));
    const form = validCheck([...examples, ...twins, ...negatives]);
    const quoted = quotesCheck(input.snapshot, examples);
    const checks = [form, ...ofExamples, ...ofTwins, ...ofNegatives, quoted];
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
    const { language = 'en' } = input.snapshot.sage;
    const notes = rowsIn(language) ? [] : [`Not tested: people in ${nameOf(language)}, only in English.`];
    return { report: outcomeOf(checks, cases, notes).report, freeze: { bases } };
};

export const riOfLevels: BuildStep = async (input) => {
    const { cases, of } = plannedIn(input, 'test_ri');
    const counting = counted(input, cases.run);
    const { bases = [] } = input.frozen;
    const { language = 'en' } = input.snapshot.sage;
    const isKnown = Object.hasOwn(wordingsOfOrders, baseOf(language));
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
