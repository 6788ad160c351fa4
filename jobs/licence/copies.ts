// Which labelled answers are near copies of each other, of an example in the prompt, or of one whose findings a labeller had
// seen.
import type { Release } from '../../db/builds/releases.ts';
import { textsOf } from '../../db/judgement/gold/reading.ts';
import type { LabelledCase } from '../../db/judgement/licence/case.ts';
import { areNearCopies, firstOfEach, type Sketch, sketchOf } from '../../db/judgement/licence/near-copies.ts';
import { showingsOf } from '../../db/judgement/showings.ts';
import { answersOf } from '../../db/screens/screens.ts';
import type { Reader } from '../../db/store/index.ts';

interface Looking {
    read: Reader;
    yieldNow: () => Promise<void>;
}

/** An answer with what is compared of it. */
export interface Sketched {
    answer: LabelledCase;
    sketch: Sketch;
}

/** Returns the answers that still have a text, each with its sketch. */
export async function sketchAll(
    { snapshot }: Release,
    stock: readonly LabelledCase[],
    { read, yieldNow }: Looking
): Promise<Sketched[]> {
    const questions = new Map(snapshot.criteria.map(({ id, question }) => [id, question]));
    const sketched: Sketched[] = [];
    for (const answer of stock) {
        const text = (await textsOf(read, [answer.id])).get(answer.id) ?? '';
        sketched.push({ answer, sketch: sketchOf(text, questions.get(answer.criterionId) ?? '') });
        await yieldNow();
    }
    return sketched;
}

/** Returns the answers, each with the first of its near copies (null: itself), and without those that a prompt contains. */
export async function withCopies(
    { snapshot }: Release,
    stock: readonly Sketched[],
    yieldNow: Looking['yieldNow']
): Promise<LabelledCase[]> {
    const first = new Map<number, number>();
    for (const { id: criterionId, question } of snapshot.criteria) {
        const examples = new Map(Object.entries(snapshot.examples ?? {})).get(criterionId) ?? [];
        const shown = examples.map(({ text }) => sketchOf(text, question));
        const own = stock.filter(
            ({ answer, sketch }) =>
                answer.criterionId === criterionId && !shown.some((example) => areNearCopies(example, sketch))
        );
        const places = await firstOfEach(
            own.map(({ sketch }) => sketch),
            yieldNow
        );
        for (const [place, { answer }] of own.entries())
            first.set(answer.id, own[places[place] ?? place]?.answer.id ?? answer.id);
    }
    return stock.flatMap(({ answer }) => {
        const copyOf = first.get(answer.id);
        return copyOf === undefined ? [] : [{ ...answer, copyOf: copyOf === answer.id ? null : copyOf }];
    });
}

interface Seen extends Looking {
    release: Release;
    sageId: number;
}

/** Returns the labels that are not blind: before, their user was shown the findings on a near copy of the answer. */
export async function seenBefore(
    stock: readonly Sketched[],
    { release: { snapshot }, sageId, read, yieldNow }: Seen
): Promise<number[]> {
    const seen = new Set<number>();
    for (const { screenId, userId, at } of await showingsOf(read, sageId)) {
        const later = stock.flatMap(({ answer, sketch }) =>
            answer.labels
                .filter((label) => label.userId === userId && label.at > at)
                .map(({ id }) => ({ id, criterionId: answer.criterionId, sketch }))
        );
        if (later.length === 0) continue;
        for (const { criterionId, answer } of await answersOf(read, screenId)) {
            const question = snapshot.criteria.find(({ id }) => id === criterionId)?.question ?? '';
            const shown = sketchOf(answer, question);
            for (const label of later)
                if (label.criterionId === criterionId && areNearCopies(shown, label.sketch))
                    seen.add(label.id);
            await yieldNow();
        }
    }
    return [...seen];
}
