// How a case is judged: by the frozen prompt, through the same check as a candidate's answers.
import type { CaseFailure, Gate, Snapshot } from '../../db/build-report.ts';
import type { Verdict } from '../../db/verdicts.ts';
import { judge } from '../evaluation/judge.ts';
import type { Fixture } from './fixtures.ts';
import type { Frozen, StepInput } from './step.ts';

export type Judges = Pick<StepInput, 'snapshot' | 'frozen' | 'evaluator' | 'signal'>;

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

export interface Counting extends StepInput {
    /** One more is judged. */
    count(): void;
}

/** Counts whatever is judged with it against one plan. */
export function counted(input: StepInput, planned: number): Counting {
    let run = 0;
    return { ...input, count: () => input.progress((run += 1), planned) };
}

export interface Judged {
    fixture: Fixture;
    verdict: Verdict;
}

/** Judges cases one after another. */
export async function judgeCases(input: Counting, cases: readonly Fixture[]): Promise<Judged[]> {
    const judged: Judged[] = [];
    for (const fixture of cases) {
        judged.push({ fixture, verdict: await judgeCase(input, fixture) });
        input.count();
    }
    return judged;
}

export function promptOf(frozen: Frozen) {
    if (!frozen.prompt) throw new Error('No prompt was frozen: creating_sage has to run first.');
    return frozen.prompt;
}

export function fixturesOf(frozen: Frozen) {
    if (!frozen.fixtures) throw new Error('No fixtures were frozen: sage_generation has to run first.');
    return frozen.fixtures;
}

export const casesOf = (frozen: Frozen) => fixturesOf(frozen).cases;

export const levelOf = ({ verdict }: Judged, criterionId: string) =>
    verdict.findings.find(({ criterion_id }) => criterion_id === criterionId)?.level ?? 'unscored';

/** The same sage with other cut-offs. */
export const withCutOffs = (snapshot: Snapshot, cutOffs: Snapshot['results']['cutOffs']): Snapshot => ({
    ...snapshot,
    results: { ...snapshot.results, cutOffs }
});

const longestAnswer = 2000;

type Came = Pick<CaseFailure, 'expected' | 'came'>;

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
