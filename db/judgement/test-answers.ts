// The rules for test answers, and who approved each. A draft may contain anything, since it never counts.
import { setImmediate } from 'node:timers/promises';
import type { Criterion } from '../sages/sages.ts';
import type { TestAnswer } from '../sages/test-answers.ts';
import { indicatorWordIn } from '../sages/words.ts';
import { Refusal } from '../store/refusal.ts';
import { areNearCopies, type Sketch, sketchOf } from './licence/near-copies.ts';

/** Refuses, naming the field: an answer that can never test a model, or that repeats another one. */
export async function assertTestAnswers(criteria: readonly Criterion[]) {
    for (const [place, criterion] of criteria.entries()) {
        const earlier: Earlier[] = [];
        for (const [at, answer] of (criterion.test_answers ?? []).entries()) {
            const sketch = sketchOf(answer.text, criterion.question);
            const fault = faultOf(answer, { criterion, sketch, earlier });
            if (fault) {
                const field = `criteria.${place}.test_answers.${at}.${fault.part}`;
                const message = `Test answer ${at + 1} of ${criterion.id}: ${fault.says}`;
                throw new Refusal('invalid_field', message, { field });
            }
            if (!answer.draft) earlier.push({ text: answer.text, sketch });
            await setImmediate(); // a long answer takes a millisecond
        }
    }
}

interface Earlier {
    text: string;
    sketch: Sketch;
}

interface Among {
    criterion: Criterion;
    sketch: Sketch;
    /** The answers before it that are not drafts. */
    earlier: readonly Earlier[];
}

function faultOf({ text, kind, level, reason, draft }: TestAnswer, { criterion, sketch, earlier }: Among) {
    const { question, levels, indicators } = criterion;
    if (kind === 'twin' && level !== 'strong')
        return {
            part: 'level',
            says: 'A twin is a strong answer without indicator words. Set its level to strong.'
        };
    if (kind === 'disqualifier' && level === 'strong')
        return {
            part: 'level',
            says: 'A disqualifying answer is not strong. Set its level to absent or partial.'
        };
    if (draft) return undefined;
    if (reason === '') return { part: 'reason', says: 'Write the reason for this level.' };
    const word = kind === 'twin' ? indicatorWordIn(text, indicators) : undefined;
    const copied = earlier.find((one) => areNearCopies(one.sketch, sketch));
    const says =
        (word !== undefined && `It contains "${word}", a word of an indicator. Use other words.`) ||
        (areNearCopies(sketchOf(levels[level], question), sketch) &&
            'It repeats the description of its level. Write it as a candidate would.') ||
        (copied && `It is nearly the same as "${copied.text.slice(0, 40)}…". Use a different example.`);
    return says ? { part: 'text', says } : undefined;
}

/** Who approved it and when: null for built-in answers. */
interface Approval {
    by: number | null;
    at: number;
}

/**
 * Returns criteria as they are stored. Written answers are approved by their author, and an existing one stays approved as it
 * was. A criterion without test answers keeps its present ones.
 */
export function withApprovals(
    criteria: readonly Criterion[],
    before: readonly Criterion[],
    approval: Approval
): Criterion[] {
    return criteria.map(({ test_answers: written, ...criterion }) => {
        const kept = before.find(({ id }) => id === criterion.id)?.test_answers ?? [];
        const known = new Map(kept.map((one) => [keyOf(one), one]));
        const answers = written?.map((one) => known.get(keyOf(one)) ?? approved(one, approval)) ?? kept;
        return answers.length === 0 ? criterion : { ...criterion, test_answers: answers };
    });
}

const keyOf = ({ level, kind, text, reason, draft }: TestAnswer) =>
    JSON.stringify([level, kind, text, reason, Boolean(draft)]);

const approved = ({ level, text, kind, reason, draft }: TestAnswer, { by, at }: Approval): TestAnswer => ({
    level,
    text,
    kind,
    reason,
    ...(draft ? { draft, by: null } : { by }),
    at
});
