// The answers that edits are tried on: examples that got their approved level in three evaluations.
import { type Grade, grades } from '../../../db/judgement/licence/agreement.ts';
import { hasFullSet } from '../../../db/sages/test-answers.ts';
import { type Check, countCheck } from '../checks.ts';
import { criterionOf, findingOf } from '../comparing.ts';
import { casesOf, type Counting, failure, judgeCases } from '../fixtures/cases.ts';
import type { Fixture } from '../fixtures/fixture.ts';
import type { Base, Frozen, JudgedExample } from '../steps/step.ts';
import { crit } from './rates.ts';
import { expectedOf, levelIn, type Levelled, type Tried } from './trying.ts';

export const judgedExample = ({ fixture, calls, levels, reason }: Tried): JudgedExample => ({
    id: fixture.id,
    levels,
    reason,
    flagged: calls.some((one) => (findingOf(one, criterionOf(one))?.flags ?? []).length > 0)
});

export const basesOfLevel = 8;
const calls = 3;
const mostUnstable = 0.12;

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
 * Evaluates examples again until each level has eight bases or no example is left; then those that wavered have another chance.
 */
export async function findBases(input: Counting): Promise<{ bases: Base[]; check: Check }> {
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
    const nextOnes = () => left.flatMap((some, place) => some.splice(0, lacking(grades[place] ?? 'absent')));
    for (let wave = nextOnes(); wave.length > 0; wave = nextOnes())
        tried.push(...(await threeTimes(input, wave)));
    const check = rerun(tried);
    const wavered = tried.filter((one) => hasWavered(one) && lacking(expectedOf(one.fixture)) > 0);
    const again = wavered.map((one) => ({ ...one, levels: [] }));
    tried.push(...(await threeTimes(input, again)));
    const bases = tried.filter(isBase).map(({ id, levels: [level], reason, flagged }): Base => {
        return { id, level: level as Grade, reason, flagged };
    });
    return { bases, check };
}

const hasWavered = ({ levels }: Pick<Levelled, 'levels'>) => new Set(levels).size > 1;

/** With the calls that are known already. */
async function threeTimes(input: Counting, wave: readonly Example[]): Promise<Example[]> {
    const missing = wave.flatMap(({ fixture, levels }) =>
        Array.from({ length: calls - levels.length }, () => fixture)
    );
    const more = await judgeCases(input, missing);
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
