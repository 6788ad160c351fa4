// How a case is judged: by the frozen prompt, through the same check as a candidate's answers.
import type { CaseFailure, Gate, Snapshot } from '../../db/build-report.ts';
import type { Prompt } from '../../db/prompts.ts';
import type { Verdict } from '../../db/verdicts.ts';
import { judge } from '../evaluation/judge.ts';
import type { Fixture, Fixtures } from './fixtures.ts';
import type { StepInput } from './step.ts';

export interface Judged {
    fixture: Fixture;
    verdict: Verdict;
}

/** Judges one case; only the criteria that it answers, in the order given. */
export function judgeCase(
    input: Judges,
    { answers }: Pick<Fixture, 'answers'>,
    prompt = promptOf(input.frozen).prompt
) {
    const { criteria, results, sage } = input.snapshot;
    const judgeable = {
        criteria: criteria.filter(({ id }) => Object.hasOwn(answers, id)),
        answers,
        cutOffs: results.cutOffs,
        prompt
    };
    return judge(input.evaluator, { judgeable, threshold: sage.threshold, signal: input.signal });
}

export type Judges = Pick<StepInput, 'snapshot' | 'frozen' | 'evaluator' | 'signal'>;

/** Judges cases one after another and tells how far it is. */
export async function judgeCases(input: StepInput, cases: readonly Fixture[]): Promise<Judged[]> {
    const judged: Judged[] = [];
    for (const fixture of cases) {
        judged.push({ fixture, verdict: await judgeCase(input, fixture) });
        input.progress(judged.length, cases.length);
    }
    return judged;
}

type Frozen = StepInput['frozen'];

export function promptOf(frozen: Frozen) {
    if (!frozen.prompt) throw new Error('No prompt was frozen: creating_sage has to run first.');
    return frozen.prompt as Pick<Prompt, 'prompt' | 'sha256'>;
}

export function casesOf(frozen: Frozen) {
    if (!frozen.fixtures) throw new Error('No fixtures were frozen: sage_generation has to run first.');
    return (frozen.fixtures as Fixtures).cases;
}

export const levelOf = ({ verdict }: Judged, criterionId: string) =>
    verdict.findings.find(({ criterion_id }) => criterion_id === criterionId)?.level ?? 'unscored';

/** The same sage with other cut-offs. */
export const withCutOffs = (snapshot: Snapshot, cutOffs: Snapshot['results']['cutOffs']): Snapshot => ({
    ...snapshot,
    results: { ...snapshot.results, cutOffs }
});

const longestAnswer = 2000;

/** A case that came out wrong, for one criterion or (null) as a whole. */
export function failure(
    gate: Gate['id'],
    { fixture }: Judged,
    criterionId: string | null,
    came: Came
): CaseFailure {
    const answer =
        criterionId === null ? Object.values(fixture.answers).join('\n\n') : fixture.answers[criterionId];
    return {
        case_id: fixture.id,
        gate_id: gate,
        criterion_id: criterionId,
        answer: (answer ?? '').slice(0, longestAnswer),
        ...came
    };
}

type Came = Pick<CaseFailure, 'expected' | 'came'>;

/** A case and the case it is a variant of. */
export interface Pair {
    variant: Judged;
    base: Judged;
}

/** Puts each variant beside its base. */
export function pairsOf(variants: readonly Judged[], bases: readonly Judged[]): Pair[] {
    const byId = new Map(bases.map((one) => [one.fixture.id, one]));
    return variants.flatMap((variant) => {
        const base = byId.get(variant.fixture.base ?? '');
        return base ? [{ variant, base }] : [];
    });
}
