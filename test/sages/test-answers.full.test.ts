// The largest set of test answers blocks no other request.
import test from 'ava';
import { assertTestAnswers } from '../../db/judgement/test-answers.ts';
import type { Criterion } from '../../db/sages/sages.ts';
import { missingTestAnswers } from '../../db/sages/test-answers.ts';
import { longestWait } from '../support/runs/stretches.ts';

/** The same letters for the same seed, in words that no other seed has. */
function letters(count: number, seed: number) {
    let state = seed * 7919 + 17;
    const next = () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) % 30;
    };
    return Array.from({ length: count }, () => ' abcdefghijklmnopqrstuvwxyz'.charAt(next()) || ' ')
        .join('')
        .trim();
}

test('comparing 400 answers of 2,000 characters never blocks the event loop for 50 ms', async (t) => {
    const criteria = Array.from({ length: 20 }, (_, n): Criterion => ({
        id: `c${n}`,
        question: letters(2000, n + 1000),
        weight: 1,
        levels: { absent: letters(1000, n + 2000), partial: '', strong: letters(1000, n + 3000) },
        indicators: Array.from({ length: 20 }, (_, k) => letters(200, n * 20 + k + 4000)),
        negative_indicators: [],
        test_answers: Array.from({ length: 20 }, (_, k) => ({
            level: 'absent',
            kind: 'plain',
            text: letters(2000, n * 20 + k + 1),
            reason: 'It is.'
        }))
    }));
    await assertTestAnswers(criteria.slice(0, 1)); // compiled before it is measured
    const wait = await longestWait(() => assertTestAnswers(criteria));
    t.log(`${wait} ms`);
    t.true(wait <= 50);
    t.true((await longestWait(async () => Promise.resolve(criteria.map(missingTestAnswers)))) <= 50);
});
