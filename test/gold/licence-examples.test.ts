// The examples in the prompts of releases of earlier versions.
import test from 'ava';
import { findRelease } from '../../db/builds/releases.ts';
import type { Snapshot } from '../../db/builds/reports.ts';
import { freezeArtifact } from '../../db/council/steps.ts';
import { answers, changeArtifact } from '../support/fixtures/licence.ts';
import { perfect, prepared } from './prepared.ts';

/** A release whose build marked these answers, and tried them as `trained` says. */
async function withExamples(t: Parameters<typeof prepared>[0], trained?: (marked: object) => object) {
    const fixtures = await prepared(t);
    const { testApp, runId } = fixtures;
    const all = answers(80);
    const examples = { debugging: all.filter(({ criterion }) => criterion === 'debugging').slice(0, 6) };
    await changeArtifact(testApp, runId, 'snapshot', (snapshot: object) => ({ ...snapshot, examples }));
    if (trained) await testApp.store.write((tx) => freezeArtifact(tx, runId, 'training', trained(examples)));
    const shown = async () => (await findRelease(testApp.store.read, runId)).snapshot.examples;
    return { ...fixtures, all, examples, shown };
}

test('a release keeps the examples that its build adopted, and no other', async (t) => {
    const adopted = await withExamples(t, (examples) => ({ adopted: true, examples }));
    t.deepEqual(await adopted.shown(), adopted.examples);
    const refused = await withExamples(t, () => ({ adopted: false, examples: {} }));
    t.deepEqual(await refused.shown(), {});
    const all = await withExamples(t, () => ({}));
    t.deepEqual(await all.shown(), all.examples, 'the first builds used all that were marked');
    t.deepEqual(await (await withExamples(t)).shown(), {}, 'nothing has tried them');
});

test('no answer is judged with itself in its prompt', async (t) => {
    const { all, label, check, agreement } = await withExamples(t, (examples) => ({ examples }));
    await label(all);
    const judge = perfect();
    await check(judge);
    const own = judge.asked.filter(({ answers, examples = {} }) =>
        Object.entries(examples).some(([id, ofIt]) => ofIt.some(({ text }) => text === answers[id]))
    );
    t.deepEqual(own, []);
    const shown = judge.asked.flatMap(({ examples = {} }) => examples['debugging'] ?? []);
    t.true(shown.length > 0, 'no example is judged at all');
    t.like(await agreement(), { n: 60, licence: { licensed: true } });
});

for (const criterion of ['constructor', 'toString'])
    test(`a criterion may be named like what every object has: ${criterion}`, async (t) => {
        const { testApp, label, check, licensed, sage, runId } = await prepared(t);
        const renamed = (one: string) => (one === 'debugging' ? criterion : one);
        await label(answers(80).map((one) => ({ ...one, criterion: renamed(one.criterion) })));
        const criteria = sage.criteria.map((one) => ({ ...one, id: renamed(one.id) }));
        await changeArtifact(testApp, runId, 'snapshot', (snapshot: Snapshot) => ({ ...snapshot, criteria }));
        await check(perfect());
        t.true(await licensed());
    });
