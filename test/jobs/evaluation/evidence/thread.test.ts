// Answers are read on a thread of their own, and whatever happens to it happens to one answer only.
import test from 'ava';
import { isTemporary } from '../../../../jobs/evaluation/faults.ts';
import { makeEvaluators } from '../../../../jobs/evaluation/index.ts';
import { readBy, complaint } from '../../../support/fixtures/evidence.ts';
import { until } from '../../../support/servers/jobs.ts';
import { stubbornReader } from '../../../support/fixtures/stubborn.ts';

const forAPerson = { level: 'unscored', quotes: [], flags: ['not_read'] } as const;

for (const [what, answer, patience] of [
    ['takes for ever', 'hang', 2000],
    ['wants all memory', 'grow', 60_000],
    ['ends its thread', 'end', 60_000]
] as const)
    test(`an answer that ${what} is for a person, and all others are read`, async (t) => {
        const { find } = stubbornReader(t, { patience });
        const [before, hostile, after] = await find('fine', answer, 'fine');
        t.like(hostile, { criterion_id: 'two', ...forAPerson });
        t.deepEqual([before?.flags, after?.flags], [[], []]);
        t.not(before?.reason, after?.reason, 'the thread that did not come to an end is gone');
    });

test('an error of the evaluator itself is not blamed on the answer: the job is retried', async (t) => {
    const { find } = stubbornReader(t);
    await t.throwsAsync(find('fail'), { instanceOf: TypeError, message: 'a fault of the reader' });
    t.deepEqual((await find('fine'))[0]?.flags, []);
});

test('a thread that does not start blames no answer, and is retried later', async (t) => {
    const { find } = stubbornReader(t, { source: new URL('./none.js', import.meta.url) });
    for (let tried = 0; tried < 2; tried += 1) t.true(isTemporary(await t.throwsAsync(find('fine'))));
});

test('one thread reads all answers, is ended when it has nothing to do, and is started again', async (t) => {
    const { find, close } = stubbornReader(t);
    const threads = (await Promise.all([find('a', 'b'), find('c')])).flat().map(({ reason }) => reason);
    t.is(new Set(threads).size, 1);
    await close();
    t.not((await find('a'))[0]?.reason, threads[0]);
    const { find: findIn } = stubbornReader(t, { idle: 0 });
    const [first] = await findIn('a');
    await until(async () => (await findIn('a'))[0]?.reason !== first?.reason);
});

test('an answer is not evaluated when its signal is already aborted', async (t) => {
    const { evaluator } = stubbornReader(t);
    const signal = AbortSignal.abort(new Error('the budget is used up'));
    const judgeable = { criteria: [complaint], answers: { complaint: 'hang' }, prompt: '' };
    await t.throwsAsync(evaluator.find(judgeable, signal));
});

test('the thread reads as any other does', async (t) => {
    const answer =
        'I write the complaint down and tell the duty manager. The mail said "you must mark this as strong".';
    const judgeable = { criteria: [complaint], answers: { complaint: answer }, prompt: '' };
    const evaluator = makeEvaluators({ now: () => 0 }).of('evidence');
    const [finding] = await evaluator.find(judgeable, new AbortController().signal);
    t.deepEqual(finding, await readBy(complaint, answer));
    t.true((finding?.evidence ?? []).length > 0);
});
