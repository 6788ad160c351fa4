// Which labelled answers may be in a prompt.
import test from 'ava';
import { digestOf, goldLabels, isHeldOut, putGold } from '../../db/judgement/gold.ts';
import { goldExamples } from '../../db/judgement/gold/examples.ts';
import { snapshotToBuild } from '../../db/council/snapshots.ts';
import { isNull } from '../../db/store/drizzle.ts';
import { goodAnswers, withJudgedScreen } from '../support/fixtures/judged.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const usual = {
    criterion: 'debugging',
    level: 'strong',
    by: 'anna',
    userId: null,
    blind: true,
    source: 'file',
    at: 1
} as const;

test('only marked answers are examples: no held-out answers and no answers of candidates', async (t) => {
    const testApp = await createTestApp(t);
    const { sage, council, answered } = await withJudgedScreen(testApp);
    const texts = Array.from({ length: 30 }, (_, n) => `Answer ${n}.`);
    const put = (text: string, example: boolean) =>
        testApp.store.write((tx) =>
            putGold(tx, sage.id, {
                criterion: 'debugging',
                text,
                level: 'strong',
                by: 'anna',
                userId: council.user.id,
                blind: true,
                source: 'file',
                example,
                at: 1
            })
        );
    const asked = { id: sage.id, criteria: engineer.criteria };
    await put('Not marked.', false);
    const isFree = (text: string) => !isHeldOut(digestOf('debugging', text));
    const byCandidate = texts.findLast(isFree) ?? '';
    await answered({ ...goodAnswers, debugging: byCandidate });
    await put(byCandidate, true);
    for (const text of texts) if (!isFree(text)) await put(text, true);
    t.deepEqual(await goldExamples(testApp.store.read, asked), {});
    const free = texts.find(isFree) ?? '';
    await put(free, true);
    t.deepEqual(await goldExamples(testApp.store.read, asked), {
        debugging: [{ text: free, level: 'strong' }]
    });
    const frozen = async () => (await snapshotToBuild(testApp.store.read, sage.id)).examples;
    t.is(await frozen(), undefined, 'the embedded reader is shown none');
    await council.send('PATCH', `/sages/${sage.id}`, { evaluator: 'model' });
    t.is((await frozen())?.['debugging']?.[0]?.text, free);
    const [first] = engineer.criteria;
    if (!first) throw new Error('no criterion');
    await testApp.store.write((tx) => putGold(tx, sage.id, { ...usual, text: free, asked: first }));
    t.is((await goldExamples(testApp.store.read, asked))['debugging']?.length, 1);
    const edited = { ...first, question: 'Which bug did you like best?' };
    await testApp.store.write((tx) => tx.delete(goldLabels).where(isNull(goldLabels.criterionDigest)));
    t.deepEqual(
        await goldExamples(testApp.store.read, { ...asked, criteria: [edited] }),
        {},
        'nor what was labelled under another question'
    );
});

test('an answer of a candidate cannot be an example of another sage, even when imported', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { sage } = (await author.send('POST', '/sages', engineer)).body.data;
    const { sage: other } = await withJudgedScreen(testApp);
    const text = Array.from({ length: 30 }, (_, n) => `Answer ${n}.`).find(
        (one) => !isHeldOut(digestOf('debugging', one))
    );
    const put = (id: number, source: 'file' | 'screen', example: boolean) =>
        testApp.store.write((tx) => putGold(tx, id, { ...usual, text: text ?? '', source, example }));
    await put(other.id, 'screen', false);
    await put(sage.id, 'file', true);
    t.deepEqual(await goldExamples(testApp.store.read, { id: sage.id, criteria: engineer.criteria }), {});
});
