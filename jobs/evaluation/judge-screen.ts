// Evaluates the answers of a screen by a frozen release: those of candidates, a build's own, and a replay.
import type { Release } from '../../db/builds/releases.ts';
import type { Verdict } from '../../db/sages/verdicts.ts';
import type { Evaluator } from './evaluator.ts';
import { judge } from './judge.ts';

export interface ScreenToJudge {
    release: Pick<Release, 'snapshot' | 'prompt'>;
    answers: Readonly<Record<string, string>>;
    signal: AbortSignal;
}

/** Evaluates every criterion of the release, in its language and with its examples. */
export function judgeScreen(
    evaluator: Evaluator,
    { release: { snapshot, prompt }, answers, signal }: ScreenToJudge
): Promise<Verdict> {
    const { criteria, examples = {} } = snapshot;
    const { threshold, language = 'en' } = snapshot.sage;
    return judge(evaluator, {
        judgeable: { criteria, answers, prompt, language, examples },
        threshold,
        signal
    });
}

/** Answers by criterion id, of the rows that hold them. */
export const byCriterion = (given: readonly { criterionId: string; answer: string }[]) =>
    Object.fromEntries(given.map(({ criterionId, answer }) => [criterionId, answer]));
