// The embedded evaluator, without a model or a network: it finds and quotes indicators and leaves the level to people.
import { setImmediate } from 'node:timers/promises';
import type { Criterion } from '../../../db/sages/sages.ts';
import { type Finding, type Level, notEnglish } from '../../../db/sages/verdicts.ts';
import { answerTo, type Evaluator } from '../evaluator.ts';
import { yieldBetween } from '../yielding.ts';
import { type Reading, readAnswer } from './reading.ts';
import { loadTokenizer } from './tokens.ts';

export interface EvidenceRequest {
    criterion: Criterion;
    answer: string;
    language: string;
}

/** Reads one answer; undefined where it could not be read to its end. */
export type Read = (asked: EvidenceRequest, signal: AbortSignal) => Promise<Finding | undefined>;

/** Reads on this thread, for commands; the language data is loaded at the first answer. */
export const readHere = async ({ criterion, answer, language }: EvidenceRequest, signal: AbortSignal) => {
    const reader = { tokenize: await loadTokenizer(), yieldNow: yieldBetween(signal), language };
    return findingOf(criterion, await readAnswer(criterion, answer, reader));
};

/** Creates the reader. No answer that is empty is read. */
export const evidenceEvaluator = (read: Read): Evaluator => ({
    name: 'evidence',
    version: '4',
    async find({ criteria, answers, language = 'en' }, signal) {
        const findings: Finding[] = [];
        for (const criterion of criteria) {
            await setImmediate(undefined, { signal });
            const answer = answerTo(answers, criterion.id);
            const isEmpty = answer.trim() === '';
            const found = isEmpty
                ? without(criterion, 'absent', 'The answer is empty.')
                : await read({ criterion, answer, language }, signal);
            findings.push(found ?? without(criterion, 'unscored', unread, 'not_read'));
        }
        return findings;
    }
});

/** A finding without evidence. */
const without = ({ id }: Criterion, level: Level, reason: string, ...flags: string[]): Finding => ({
    criterion_id: id,
    level,
    quotes: [],
    reason,
    flags,
    evidence: []
});

/** Such an answer is odd, and whatever else is found in it, a person has to look. */
const unread = 'The reader did not get to the end of this answer. A person reads it.';

const mostQuotes = 4;

/** Builds a finding: the quotes are the places of kind `said`, and the evidence lists each with its indicator. */
const findingOf = ({ id }: Criterion, { read, evidence, flags }: Reading): Finding => ({
    criterion_id: id,
    level: 'unscored',
    quotes: [...new Set(evidence.flatMap(({ kind, quote }) => (kind === 'said' ? [quote] : [])))].slice(
        0,
        mostQuotes
    ),
    reason: read ? 'A person gives the level.' : notEnglish,
    flags,
    evidence
});
