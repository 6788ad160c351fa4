// However often one answer is numbered, reordered or misspelt, it counts once.
import test from 'ava';
import { areNearCopies, firstOfEach, sketchOf } from '../../db/judgement/licence/near-copies.ts';
import { labelledAnswers } from '../bench/judgement/set.ts';

const question = 'How do you find a bug?';
const text =
    'I wrote down what I had seen first, then I bisected the history until one change was left, and I explained it to the team before I mended it.';
const alike = (a: string, b: string) => areNearCopies(sketchOf(a, question), sketchOf(b, question));

test('numbers, case, punctuation, order, a dropped word and hidden characters stay a near copy', (t) => {
    const edits = {
        numbered: `7. ${text}`,
        upper: text.toUpperCase(),
        bare: text.replaceAll(/[.,]/g, ''),
        reordered: text.split(', ').toReversed().join(', '),
        dropped: text.replace('explained it to ', ''),
        hidden: text.replaceAll('e', 'e\u200b'),
        half: text.slice(0, text.length / 2),
        longer: `${text} That is how I always do it.`
    };
    for (const [edit, other] of Object.entries(edits)) t.true(alike(text, other), edit);
});

test('other answers are other answers, and what they share with the question does not join them', (t) => {
    t.false(alike(text, 'I call the customer back the same day and ask what they were doing when it broke.'));
    t.false(alike(`${question} I look.`, `${question} We measure.`));
    t.true(alike('1.', '2.'), 'without any letter nothing tells them apart');
});

test('of the labelled answers of eight roles hardly two are joined', async (t) => {
    const byCriterion = Map.groupBy(labelledAnswers('answers.jsonl'), ({ criterion }) => criterion);
    let joined = 0;
    for (const [criterion, answers] of byCriterion) {
        const first = await firstOfEach(
            answers.map((one) => sketchOf(one.text, criterion.question)),
            () => Promise.resolve()
        );
        joined += answers.length - new Set(first).size;
    }
    t.true(joined <= 1, `${joined}`);
});

test('an answer similar to two groups merges them', async (t) => {
    const [first, second] = [
        text,
        'We talk to each other every morning and write on a board who does what until noon.'
    ];
    const both = `${first.slice(0, 110)} ${second}`;
    const groups = (texts: string[]) =>
        firstOfEach(
            texts.map((one) => sketchOf(one, question)),
            () => Promise.resolve()
        );
    t.deepEqual(await groups([first, second]), [0, 1]);
    t.deepEqual(await groups([first, second, both]), [0, 0, 0]);
});
