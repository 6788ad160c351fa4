// The evaluator without a model or a network: it measures how many stated indicators an answer covers.
import { setImmediate } from 'node:timers/promises';
import type { CutOffs } from '../../db/sages/template-versions.ts';
import type { Criterion } from '../../db/sages/sages.ts';
import type { Finding } from '../../db/sages/verdicts.ts';
import type { Evaluator } from './evaluator.ts';
import { isShort } from './guards.ts';
import { maskHidden } from './hidden-text.ts';
import { answerTo } from './judge.ts';
import { type Match, phrasesOf } from './phrases.ts';
import { quotesFrom } from './quotes.ts';
import { readAnswer } from './reading.ts';
import { type Rest, takingTurns } from './yielding.ts';

/** Judges by indicator phrases. The same input gives the same output. */
export const rules: Evaluator = {
    name: 'rules',
    version: '1',
    async find({ criteria, answers, cutOffs }, signal) {
        const findings: Finding[] = [];
        for (const criterion of criteria) {
            // A long rubric must not hold up the requests of others, nor a long answer.
            await setImmediate(undefined, { signal });
            const answer = answerTo(answers, criterion.id);
            findings.push(await findingOn(criterion, { answer, cutOffs, rest: takingTurns(signal) }));
        }
        return findings;
    }
};

interface Answered {
    answer: string;
    cutOffs: CutOffs;
    rest: Rest;
}

async function findingOn(criterion: Criterion, { answer, cutOffs, rest }: Answered): Promise<Finding> {
    const { masked, hidden } = maskHidden(answer);
    const { readings, flags, words } = await readAnswer(masked, criterion, rest);
    const indicators = phrasesOf(criterion.indicators);
    const said = distinct(readings.flatMap(({ speaksFor }) => speaksFor));
    const against = distinct(readings.flatMap((reading) => reading.against));
    const short = words > 0 && isShort(words);
    const level = lowered(levelFor(said.length, indicators.length, cutOffs, short), against.length);
    return {
        criterion_id: criterion.id,
        level,
        quotes: quotesFrom(answer, readings),
        reason: reasonFor(said, against, indicators.length),
        flags: [...(hidden ? ['hidden_text'] : []), ...flags, ...(short ? ['short_answer'] : [])]
    };
}

const distinct = (matches: readonly Match[]) => [...new Set(matches.map(({ phrase }) => phrase.text))];

const ladder = ['absent', 'partial', 'strong'] as const;

/** Strong asks for two indicators at least, so that partial has room below it. */
function levelFor(said: number, of: number, { partial, strong }: CutOffs, short: boolean) {
    if (said >= Math.max(2, share(strong, of))) return short ? 1 : 2;
    return said >= Math.max(1, share(partial, of)) ? 1 : 0;
}

// 0.7 of 10 is 7, whatever binary fractions make of it
const share = (cutOff: number, of: number) => Math.ceil(cutOff * of - 1e-9);

const lowered = (level: number, by: number) => ladder[Math.max(0, level - by)] ?? 'absent';

function reasonFor(said: readonly string[], against: readonly string[], of: number) {
    const spoken =
        said.length > 0 ? `${said.length} of ${of} indicators: ${said.join(', ')}` : 'No indicator';
    return against.length > 0 ? `${spoken}; against: ${against.join(', ')}.` : `${spoken}.`;
}
