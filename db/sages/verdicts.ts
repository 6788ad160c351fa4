// What an evaluator finds, and the arithmetic that code, never an evaluator, does with it.
import type { Criterion } from './sages.ts';

/** `unscored`: no level can be stood by; a person has to look. */
export type Level = 'absent' | 'partial' | 'strong' | 'unscored';

/** What a passage does with an indicator: only `said` speaks for the candidate. `mentioned` is neither clearly said nor denied. */
export type EvidenceKind = 'said' | 'denied' | 'asked' | 'supposed' | 'by_others' | 'quoted' | 'mentioned';

/** A passage that has to do with an indicator; `answer.slice(start, end)` is the quote. */
export interface Evidence {
    indicator: string;
    quote: string;
    start: number;
    end: number;
    kind: EvidenceKind;
}

/** How a language model was asked: enough to create the same messages again and to compare them with the digest. */
export interface ModelCall {
    /** As the server named it. */
    model: string;
    seed: number | null;
    boundary: string;
    messages_sha256: string;
    prompt_tokens: number;
    completion_tokens: number;
}

/** The finding for one criterion. Every quote is a literal part of the answer. */
export interface Finding {
    criterion_id: string;
    level: Level;
    quotes: string[];
    reason: string;
    /** What was odd about the text, e.g. `instruction_to_judge`, `hidden_text`. */
    flags: string[];
    /** Where the embedded reader looked; absent where it did not. */
    evidence?: Evidence[];
    /** Absent where no model was asked. */
    call?: ModelCall;
}

/** The reason of the embedded reader for an answer that is not in English. */
export const notEnglish =
    'Not evaluated: the built-in evaluator supports English only. People review every answer.';

export type Recommendation = 'advance' | 'reject' | 'needs_review';

/** The evaluator could not be asked, or is not the one that the candidate agreed to, or they would rather be asked by a person, or wrote nothing. */
export type Fault = 'evaluator_unavailable' | 'consent_changed' | 'person_asked' | 'no_answers';

export interface Verdict {
    findings: Finding[];
    /** 0 to 100, the weighted mean of the levels; null while a criterion is unscored. */
    score: number | null;
    recommendation: Recommendation;
    evaluator: { name: string; version: string };
    prompt_sha256: string;
    /** Why nothing was found, and a person has to review. */
    fault?: Fault;
}

/** Whether a person decides without levels: the candidate asked for a person, or wrote nothing. */
export const needsNoLevels = (verdict: Verdict | null) =>
    verdict?.fault === 'person_asked' || verdict?.fault === 'no_answers';

/** A verdict as figures: neither quotes nor reasons, nor the digest of what a model was shown. */
export function withoutWords({ findings, ...verdict }: Verdict): Verdict {
    const bare = findings.map(({ criterion_id, level, flags }) => ({
        criterion_id,
        level,
        quotes: [],
        reason: '',
        flags
    }));
    return { ...verdict, findings: bare };
}

const points = { absent: 0, partial: 50, strong: 100 } as const;

/** The weighted score of the findings, 0 to 100 with one decimal; null when a criterion is unscored or missing. */
export function scoreOf(
    criteria: readonly Criterion[],
    findings: readonly Pick<Finding, 'criterion_id' | 'level'>[]
) {
    let total = 0;
    let weights = 0;
    for (const criterion of criteria) {
        const level = findings.find((finding) => finding.criterion_id === criterion.id)?.level ?? 'unscored';
        if (level === 'unscored') return null;
        total += points[level] * criterion.weight;
        weights += criterion.weight;
    }
    return weights > 0 ? Math.round((total / weights) * 10) / 10 : null;
}

/** Advice only: a person decides. An unscored answer is never rejected by code. */
export function recommendationOf(score: number | null, threshold: number): Recommendation {
    if (score === null) return 'needs_review';
    return score >= threshold ? 'advance' : 'reject';
}

/** Flags that require a review by a person, whatever the finding. All other flags only inform. */
export const weightyFlags: readonly string[] = [
    'boundary',
    'canary',
    'evaluators_disagree',
    'forged_verdict',
    'hidden_text',
    'instruction_to_judge',
    'not_read'
];

type Judge = Pick<Verdict, 'evaluator' | 'prompt_sha256'>;

const whyNot = {
    evaluator_unavailable: 'The evaluator was not available. A person gives the level.',
    consent_changed: 'The candidate consented to a different evaluator. A person gives the level.',
    person_asked: 'The candidate asked to be interviewed by a person.',
    no_answers: 'No answers came in.'
} as const satisfies Record<Fault, string>;

/** The verdict of an evaluator that could not or must not be asked: nothing is scored, and a person reviews. */
export function unavailableVerdict(
    criteria: readonly Criterion[],
    judge: Judge,
    fault: Fault = 'evaluator_unavailable'
): Verdict {
    const findings = criteria.map(({ id }) => ({
        criterion_id: id,
        level: 'unscored' as const,
        quotes: [],
        reason: whyNot[fault],
        flags: [fault]
    }));
    return {
        findings,
        score: null,
        recommendation: 'needs_review',
        ...judge,
        fault
    };
}
