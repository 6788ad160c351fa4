// A judge is not measured on the examples that its prompt shows.
import test, { type ExecutionContext } from 'ava';
import type { Snapshot } from '../../db/builds/reports.ts';
import { digestOf, isHeldOut } from '../../db/judgement/gold.ts';
import { goldExamples } from '../../db/judgement/gold/examples.ts';
import { isLicensed } from '../../db/judgement/licence.ts';
import { answers, changeArtifact, judgeThat, withJudge } from '../support/things/licence.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function prepared(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const fixtures = await withJudge(testApp);
    return { testApp, ...fixtures, licensed: () => isLicensed(testApp.store.read, fixtures.runId) };
}

test('no answer is judged with itself in its prompt, nor with one of the held-out fifth', async (t) => {
    const { testApp, label, check, agreement, sage, runId } = await prepared(t);
    await label(answers(60).map((one) => ({ ...one, example: true })));
    const examples = await goldExamples(testApp.store.read, sage);
    t.is(examples['debugging']?.length, 6, 'two of each level');
    await changeArtifact(testApp, runId, 'snapshot', (snapshot: object) => ({ ...snapshot, examples }));
    const perfect = judgeThat((_text, level) => level);
    await check(perfect);
    const own = perfect.asked.filter(({ answers, examples = {} }) =>
        examples['debugging']?.some(({ text }) => text === answers['debugging'])
    );
    t.deepEqual(own, []);
    const shown = perfect.asked.map(({ examples = {} }) => examples['debugging'] ?? []);
    t.is(shown.filter(({ length }) => length === 6).length, 54, 'no example is judged at all');
    t.is(shown.length, 54);
    t.like(await agreement(), { n: 54, labellers: [{ by: 'anna', labels: 54 }] });
    t.false(shown.flat().some(({ text }) => isHeldOut(digestOf('debugging', text))));
});

test('a criterion may be named like what every object has', async (t) => {
    const { testApp, label, check, licensed, sage, runId } = await prepared(t);
    for (const criterion of ['constructor', 'toString']) {
        const items = answers(60).filter(({ text }) => !isHeldOut(digestOf(criterion, text)));
        await label(items.map((one) => ({ ...one, criterion, example: true })));
        await changeArtifact(testApp, runId, 'snapshot', (snapshot: Snapshot) => ({
            ...snapshot,
            criteria: snapshot.criteria.map((one, place) => (place === 0 ? { ...one, id: criterion } : one)),
            examples: {}
        }));
        const criteria = sage.criteria.map((one, place) => (place === 0 ? { ...one, id: criterion } : one));
        const examples = await goldExamples(testApp.store.read, { id: sage.id, criteria });
        t.is(examples[criterion]?.length, 6);
        await check(judgeThat((_text, level) => level));
        t.true(await licensed());
    }
});
