// The results of a release's evaluator for labelled answers.
import type { Release } from '../../db/builds/releases.ts';
import { folded } from '../../db/judgement/gold.ts';
import { textsOf } from '../../db/judgement/gold/reading.ts';
import type { LabelledCase } from '../../db/judgement/licence/case.ts';
import type { NewlyJudged } from '../../db/judgement/licence/drift.ts';
import type { Finding, Level } from '../../db/sages/verdicts.ts';
import type { Reader } from '../../db/store/index.ts';
import type { Evaluator } from '../evaluation/evaluator.ts';
import { isFinal } from '../evaluation/faults.ts';
import { inParallel } from '../evaluation/in-parallel.ts';
import { judge } from '../evaluation/judge.ts';

export interface Judges {
    read: Reader;
    evaluator: Evaluator;
    signal: AbortSignal;
}

export interface ToJudge extends Pick<LabelledCase, 'id' | 'criterionId'> {
    /** What was given before. */
    levels: readonly Level[];
    /** The number of calls now. */
    times: number;
}

/** As many in parallel as the evaluator allows, and no more texts in memory. */
export const judgeAll = (
    release: Release,
    answers: readonly ToJudge[],
    judges: Judges
): Promise<NewlyJudged[]> =>
    inParallel(answers, judges, (answer, signal) => judgeOne(release, answer, { ...judges, signal }));

async function judgeOne(
    release: Release,
    { id, criterionId, levels, times }: ToJudge,
    judges: Judges
): Promise<NewlyJudged> {
    const text = (await textsOf(judges.read, [id])).get(id) ?? '';
    const given: Level[] = [...levels];
    let model: string | null = null;
    for (let time = 0; time < times; time += 1) {
        const { level, call } = await askTwice(release, { criterionId, text }, judges);
        given.push(level);
        model = call?.model ?? model;
    }
    return { answerId: id, levels: given, model };
}

interface GivenAnswer {
    criterionId: string;
    text: string;
}

/** Evaluates one answer, and once more where it gets no level: that may be a temporary error. */
export async function askTwice(release: Release, asked: GivenAnswer, judges: Judges) {
    const first = await ask(release, asked, judges);
    return first.level === 'unscored' ? ask(release, asked, judges) : first;
}

/** An answer is never one of its own examples. One that the evaluator cannot read gets no level, so that the others continue. */
async function ask(
    { snapshot, prompt }: Release,
    { criterionId, text }: GivenAnswer,
    { evaluator, signal }: Judges
): Promise<Pick<Finding, 'level' | 'call'>> {
    const criteria = snapshot.criteria.filter((one) => one.id === criterionId);
    const examples = new Map(Object.entries(snapshot.examples ?? {})).get(criterionId) ?? [];
    const others = examples.filter((example) => folded(example.text) !== folded(text));
    const { threshold, language = 'en' } = snapshot.sage;
    const answers = { [criterionId]: text };
    const by = { prompt, rubric: snapshot.criteria, language, examples: { [criterionId]: others } };
    const judgeable = { criteria, answers, ...by };
    try {
        const { findings } = await judge(evaluator, { judgeable, threshold, signal });
        const [finding] = findings as [Finding];
        return finding;
    } catch (error) {
        if (!isFinal(error)) throw error;
        return { level: 'unscored' };
    }
}
