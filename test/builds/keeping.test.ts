// What a finding of a model is kept by, and what is not kept.
import test from 'ava';
import { preparedResults } from '../../db/builds/prepared-results.ts';
import { keeping } from '../../jobs/build/preparation/keeping.ts';
import { EvaluatorFault } from '../../jobs/evaluation/faults.ts';
import type { Judgeable } from '../../jobs/evaluation/evaluator.ts';
import { never } from '../support/fixtures/builds.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { sageOfFive, withSlowJudge } from '../support/fixtures/slow-judge.ts';

const { criteria } = sageOfFive;

test('a finding is cached by its question: one call per step, and a new one in another step', async (t) => {
    const { testApp, judge, asked, id, council } = await withSlowJudge(t);
    const { sage } = (await council.send('POST', '/sages', engineer)).body.data;
    const { store, now } = testApp;
    const some = criteria.slice(0, 1);
    const one: Judgeable = { criteria: some, rubric: criteria, answers: { c0: 'Told.' }, prompt: 'A.' };
    const isAskedFor = async (input: Partial<Judgeable>, shelf: object = {}, ahead = 0) => {
        const { evaluator } = keeping(judge, { store, sageId: id, step: 'shu', judge: '', now, ...shelf });
        for (let time = 0; time < ahead; time += 1) await evaluator.find(one, never());
        const { length } = asked;
        await evaluator.find({ ...one, ...input }, never());
        return asked.length > length;
    };
    t.true(await isAskedFor({}));
    t.false(await isAskedFor({}));
    t.true(await isAskedFor({}, {}, 1), 'the second time');
    t.false(await isAskedFor({}, {}, 1));
    for (const shelf of [{ step: 'ha' }, { judge: 'other' }, { sageId: Number(sage.id) }]) {
        t.true(await isAskedFor({}, shelf), JSON.stringify(shelf));
        t.false(await isAskedFor({}, shelf));
    }
    const [first] = some;
    const others: Partial<Judgeable>[] = [
        { answers: { c0: 'Told otherwise.' } },
        { prompt: 'B.' },
        { language: 'de' },
        { examples: { c0: [{ text: 'As here.', level: 'strong' }] } },
        { criteria: first ? [{ ...first, question: 'Who?' }] : [] },
        { criteria: first ? [{ ...first, indicators: ['alder'] }] : [] }
    ];
    for (const other of others) t.true(await isAskedFor(other), JSON.stringify(other));
    const same: Partial<Judgeable> = {
        examples: { c1: [{ text: 'As here.', level: 'strong' }] },
        criteria: first ? [{ ...first, test_answers: [], weight: 9 }] : []
    };
    t.false(await isAskedFor(same));
});

test('a failed or stopped evaluation is not cached', async (t) => {
    const { testApp, judge, asked, at, id } = await withSlowJudge(t);
    const { store, now } = testApp;
    const one: Judgeable = { criteria: criteria.slice(0, 1), answers: { c0: 'Told.' }, prompt: '' };
    const stop = new AbortController();
    const find = (signal: AbortSignal) =>
        keeping(judge, { store, sageId: id, step: 'shu', judge: '', now }).evaluator.find(one, signal);
    at.each = () => Promise.reject(new EvaluatorFault('timeout'));
    await t.throwsAsync(find(never()), { instanceOf: EvaluatorFault });
    at.each = () => Promise.resolve(stop.abort());
    await t.throwsAsync(find(stop.signal));
    at.each = () => Promise.resolve();
    t.deepEqual(await store.read.select().from(preparedResults), []);
    await find(never());
    t.is(asked.length, 1);
});
