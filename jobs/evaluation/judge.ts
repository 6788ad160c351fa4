// The checks of every verdict of every evaluator: a level without a true quote is not accepted.
import { sha256 } from '../../db/accounts/tokens.ts';
import type { Criterion } from '../../db/sages/sages.ts';
import {
    type Finding,
    type Level,
    recommendationOf,
    scoreOf,
    type Verdict
} from '../../db/sages/verdicts.ts';
import type { Release } from '../../db/builds/releases.ts';
import { answerTo, type Evaluator, type Judgeable } from './evaluator.ts';

interface Judging {
    judgeable: Judgeable;
    threshold: number;
    signal: AbortSignal;
}

/** Evaluates all criteria, checks every finding and computes the score. A finding that fails a check is `unscored`. */
export async function judge(
    evaluator: Evaluator,
    { judgeable, threshold, signal }: Judging
): Promise<Verdict> {
    signal.throwIfAborted();
    const found = await unlessAborted(evaluator.find(judgeable, signal), signal);
    const findings = judgeable.criteria.map((criterion) =>
        checked(criterion, found, answerTo(judgeable.answers, criterion.id))
    );
    const score = scoreOf(judgeable.criteria, findings);
    return {
        findings,
        score,
        recommendation: recommendationOf(score, threshold),
        evaluator: { name: evaluator.name, version: evaluator.version },
        prompt_sha256: sha256(judgeable.prompt)
    };
}

/** Stops waiting on abort, even for an evaluator that ignores the signal. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

const levels: readonly Level[] = ['absent', 'partial', 'strong', 'unscored'];

function checked({ id }: Criterion, found: readonly Finding[], answer: string): Finding {
    const [finding, second] = found.filter(({ criterion_id }) => criterion_id === id);
    if (!finding)
        return unscored(id, 'The evaluator returned nothing for this criterion.', 'finding_missing');
    if (second) return unscored(id, 'The evaluator returned this criterion twice.', 'finding_ambiguous');
    if (!levels.includes(finding.level)) {
        return unscored(id, 'The evaluator gave a level that does not exist.', 'level_invalid');
    }
    return withTrueQuotes(finding, answer);
}

function withTrueQuotes(finding: Finding, answer: string): Finding {
    const quotes = finding.quotes.filter((quote) => /[\p{L}\p{N}]/u.test(quote) && answer.includes(quote));
    const flags =
        quotes.length < finding.quotes.length ? [...finding.flags, 'quote_not_found'] : finding.flags;
    if (quotes.length > 0 || finding.level === 'absent' || finding.level === 'unscored') {
        return { ...finding, quotes, flags };
    }
    return {
        ...unscored(finding.criterion_id, 'No quote from the answer supports the level.', 'level_unquoted'),
        flags: [...flags, 'level_unquoted']
    };
}

const unscored = (criterion_id: string, reason: string, flag: string): Finding => ({
    criterion_id,
    level: 'unscored',
    quotes: [],
    reason,
    flags: [flag]
});

/** Evaluates the answers of a screen by a frozen release: those of candidates, a build's own, and a replay. */
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
