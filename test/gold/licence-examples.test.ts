// A judge is not measured on the examples that its prompt shows.
import test from 'ava';
import type { Snapshot } from '../../db/builds/reports.ts';
import { digestOf, isHeldOut } from '../../db/judgement/gold.ts';
import { goldExamples } from '../../db/judgement/gold/examples.ts';
import { answers, changeArtifact } from '../support/fixtures/licence.ts';
import { perfect, prepared } from './prepared.ts';

test('no answer is judged with itself in its prompt, nor with one of the held-out fifth', async (t) => {
    const { testApp, label, check, agreement, sage, runId } = await prepared(t);
    await label(answers(80).map((one) => ({ ...one, example: true })));
    const examples = await goldExamples(testApp.store.read, sage);
    t.is(examples['debugging']?.length, 6, 'two of each level');
    await changeArtifact(testApp, runId, 'snapshot', (snapshot: object) => ({ ...snapshot, examples }));
    const judge = perfect();
    await check(judge);
    const [of = ''] = Object.keys(examples);
    const own = judge.asked.filter(({ answers, examples = {} }) =>
        Object.entries(examples).some(([id, ofIt]) => ofIt.some(({ text }) => text === answers[id]))
    );
    t.deepEqual(own, []);
    const shown = judge.asked.flatMap(({ examples = {} }) => examples[of] ?? []);
    t.true(shown.length > 0, 'no example is judged at all');
    t.like(await agreement(), { n: 60, licence: { licensed: true } });
    t.false(shown.some(({ text }) => isHeldOut(digestOf(of, text))));
});

for (const criterion of ['constructor', 'toString'])
    test(`a criterion may be named like what every object has: ${criterion}`, async (t) => {
        const { testApp, label, check, licensed, sage, runId } = await prepared(t);
        const renamed = (one: string) => (one === 'debugging' ? criterion : one);
        await label(answers(80).map((one) => ({ ...one, criterion: renamed(one.criterion), example: true })));
        const criteria = sage.criteria.map((one) => ({ ...one, id: renamed(one.id) }));
        await changeArtifact(testApp, runId, 'snapshot', (snapshot: Snapshot) => ({
            ...snapshot,
            criteria,
            examples: {}
        }));
        const examples = await goldExamples(testApp.store.read, { id: sage.id, criteria });
        t.is(examples[criterion]?.length, 6);
        await check(perfect());
        t.true(await licensed());
    });
