// Which labelled answers are near copies of each other, or of an example in the prompt.
import type { Release } from '../../db/builds/releases.ts';
import { textsOf } from '../../db/judgement/gold/reading.ts';
import type { LabelledCase } from '../../db/judgement/licence/case.ts';
import { areNearCopies, firstOfEach, type Sketch, sketchOf } from '../../db/judgement/licence/near-copies.ts';
import type { Reader } from '../../db/store/index.ts';

interface Looking {
    read: Reader;
    yieldNow: () => Promise<void>;
}

/** Returns the answers, each with the first of its near copies (null: itself), and without those that stand in a prompt. */
export async function withCopies(
    { snapshot }: Release,
    stock: readonly LabelledCase[],
    looking: Looking
): Promise<LabelledCase[]> {
    const first = new Map<number, number>();
    for (const { id: criterionId, question } of snapshot.criteria) {
        const examples = new Map(Object.entries(snapshot.examples ?? {})).get(criterionId) ?? [];
        const shown = examples.map(({ text }) => sketchOf(text, question));
        const answers = stock.filter((one) => one.criterionId === criterionId);
        const sketches = await sketchAll(answers, question, looking);
        const own = answers.flatMap((answer, place) => {
            const sketch = sketches[place];
            const isShown = !sketch || shown.some((example) => areNearCopies(example, sketch));
            return isShown ? [] : [{ id: answer.id, sketch }];
        });
        const places = await firstOfEach(
            own.map(({ sketch }) => sketch),
            looking.yieldNow
        );
        for (const [place, { id }] of own.entries()) first.set(id, own[places[place] ?? place]?.id ?? id);
    }
    return stock.flatMap((answer) => {
        const copyOf = first.get(answer.id);
        return copyOf === undefined ? [] : [{ ...answer, copyOf: copyOf === answer.id ? null : copyOf }];
    });
}

async function sketchAll(answers: readonly LabelledCase[], question: string, { read, yieldNow }: Looking) {
    const sketches: Sketch[] = [];
    for (const { id } of answers) {
        const text = (await textsOf(read, [id])).get(id) ?? '';
        sketches.push(sketchOf(text, question));
        await yieldNow();
    }
    return sketches;
}
