// A verdict is replayed: the same answers by the same release, and what came out otherwise.
import { findRelease } from '../../db/builds/releases.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { Finding, Verdict } from '../../db/sages/verdicts.ts';
import { agreedTo, readersOf } from '../../db/screens/consent.ts';
import { answersOf, getScreen } from '../../db/screens/screens.ts';
import type { Reader } from '../../db/store/index.ts';
import type { Evaluators } from './index.ts';
import { byCriterion, judgeScreen } from './judge.ts';

interface Replay {
    screenId: string;
    signal: AbortSignal;
}

/**
 * Evaluates a screen again and compares; the stored verdict stays. Refuses: not_found; wrong_state without a verdict or consent.
 */
export async function replayScreen(on: Reader, evaluators: Evaluators, { screenId, signal }: Replay) {
    const screen = await getScreen(on, screenId);
    const { verdict: stored, kind, releaseRunId } = screen;
    if (!stored) throw new Refusal('wrong_state', 'This candidate has not been evaluated yet.');
    const release = await findRelease(on, releaseRunId ?? '');
    const { evaluator: name } = release.snapshot.sage;
    if (!agreedTo(screen, readersOf(name, evaluators.operator)))
        throw new Refusal('wrong_state', 'The candidate consented to a different evaluator.');
    const evaluator = kind === 'demo' ? evaluators.forDemo(name) : evaluators.of(name);
    const answers = byCriterion(await answersOf(on, screenId));
    const now = await judgeScreen(evaluator, { release, answers, signal });
    const criteria = release.snapshot.criteria.map(({ id }) => compared(id, stored, now));
    return {
        screen_id: screenId,
        run_id: release.runId,
        same: criteria.every(({ same }) => same),
        stored: madeBy(stored),
        now: madeBy(now),
        criteria
    };
}

const madeBy = ({ evaluator, prompt_sha256, score, findings }: Verdict) => ({
    evaluator,
    models: [...new Set(findings.flatMap(({ call }) => (call ? [call.model] : [])))],
    prompt_sha256,
    score
});

/** What counts of a finding; null where the verdict has none. */
function countingOf({ findings }: Verdict, criterionId: string) {
    const finding = findings.find(({ criterion_id }) => criterion_id === criterionId);
    if (!finding) return null;
    const { level, quotes, flags } = finding;
    return { level, quotes, flags, said: saidIn(finding) };
}

const saidIn = ({ evidence = [] }: Finding) =>
    evidence.flatMap(({ kind, indicator, quote }) => (kind === 'said' ? [{ indicator, quote }] : []));

function compared(criterion_id: string, verdict: Verdict, again: Verdict) {
    const stored = countingOf(verdict, criterion_id);
    const now = countingOf(again, criterion_id);
    const same = JSON.stringify(stored) === JSON.stringify(now);
    return { criterion_id, same, stored, now };
}
