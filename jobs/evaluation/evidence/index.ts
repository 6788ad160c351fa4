// The embedded evaluator, without a model or a network: it finds and quotes indicators and leaves the level to people.
import { setImmediate } from 'node:timers/promises';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import type { Evaluator } from '../evaluator.ts';
import { answerTo } from '../judge.ts';
import { yieldBetween } from '../yielding.ts';
import { type Reading, readAnswer } from './reading.ts';
import { loadTokenizer, type Tokenize } from './tokens.ts';

/** Creates the reader. Its language data is loaded at the first answer that is not empty. */
export function evidenceEvaluator(): Evaluator {
    let loading: Promise<Tokenize> | undefined;
    return {
        name: 'evidence',
        version: '1',
        async find({ criteria, answers, language = 'en' }, signal) {
            const findings: Finding[] = [];
            for (const criterion of criteria) {
                await setImmediate(undefined, { signal });
                const answer = answerTo(answers, criterion.id);
                if (answer.trim() === '') {
                    findings.push(emptyFinding(criterion));
                    continue;
                }
                loading ??= loadTokenizer();
                const reader = { tokenize: await loading, yieldNow: yieldBetween(signal), language };
                findings.push(findingOf(criterion, await readAnswer(criterion, answer, reader)));
            }
            return findings;
        }
    };
}

const emptyFinding = ({ id }: Criterion): Finding => ({
    criterion_id: id,
    level: 'absent',
    quotes: [],
    reason: 'The answer is empty.',
    flags: [],
    evidence: []
});

const mostQuotes = 4;

/** Builds a finding: the quotes are the places of kind `said`, and the evidence lists each with its indicator. */
const findingOf = ({ id }: Criterion, { read, evidence, flags }: Reading): Finding => ({
    criterion_id: id,
    level: 'unscored',
    quotes: [...new Set(evidence.flatMap(({ kind, quote }) => (kind === 'said' ? [quote] : [])))].slice(
        0,
        mostQuotes
    ),
    reason: read ? 'A person gives the level.' : 'Not read: this reader knows English only.',
    flags,
    evidence
});
