// Answers that people labelled: what is one answer, and who labelled blind.
import test, { type ExecutionContext } from 'ava';
import { labelsBySage, levelOf, listGold } from '../../db/judgement/gold/reading.ts';
import { digestOf, mostAnswers } from '../../db/judgement/gold.ts';
import { sages } from '../../db/sages/sages.ts';
import { goldAnswers } from '../../db/judgement/gold.ts';
import { findScreen } from '../../db/screens/screens.ts';
import type { Store } from '../../db/store/index.ts';
import type { Client } from '../support/people/roles.ts';
import { goodAnswers, levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const goldOf = async ({ read }: Store, sageId: number) =>
    (await listGold(read, sageId, { limit: mostAnswers, offset: 0 })).items;

const item = (text: string, level = 'strong', more: object = {}) => ({
    criterion: 'debugging',
    text,
    level,
    ...more
});

async function prepared(t: ExecutionContext, env: Record<string, string> = {}) {
    const testApp = await createTestApp(t, { env });
    const author = await testApp.as('author');
    const { sage } = (await author.send('POST', '/sages', engineer)).body.data;
    const label = (by: Client, ...items: object[]) => by.send('POST', `/sages/${sage.id}/gold`, { items });
    const read = async (by: Client, query = '') => (await by.get(`/sages/${sage.id}/gold${query}`)).body.data;
    return { testApp, author, sage: sage as { id: number; uuid: string }, label, read };
}

test('the same text for the same criterion is one answer with the label of each person', async (t) => {
    const { testApp, author, label, read } = await prepared(t);
    const reviewer = await testApp.as('reviewer');
    t.is((await label(author, item('I bisected it.'))).statusCode, 200);
    t.like((await label(reviewer, item('I bisected it.', 'partial'))).body.data, {
        saved: 1,
        counts: { absent: 0, partial: 1, strong: 0 }
    });
    await label(
        reviewer,
        item('I bisected it.', 'partial'),
        item('I bisected it.', 'absent', { criterion: 'teamwork' })
    );
    const { items, total, counts } = await read(author);
    t.is(total, 2);
    t.deepEqual(counts, { absent: 1, partial: 1, strong: 0 });
    t.like(items[0], { criterion: 'debugging', text: 'I bisected it.', source: 'page' });
    t.deepEqual(
        items[0].labels.map(({ by, level, blind }: { by: string; level: string; blind: boolean }) => [
            by,
            level,
            blind
        ]),
        [
            ['author', 'strong', true],
            ['reviewer', 'partial', true]
        ],
        'the same label twice is one row'
    );
    t.is((await read(author, '?per_page=1&page=2')).items[0].criterion, 'teamwork');
});

test('a later label of the same person adds a row, and the newest label counts', async (t) => {
    const { testApp, author, label, sage } = await prepared(t);
    await label(author, item('I asked around.', 'strong'));
    await label(author, item('I asked around.', 'absent'));
    const [answer] = await goldOf(testApp.store, sage.id);
    t.is(answer?.labels.length, 2);
    t.is(levelOf(answer?.labels ?? []), 'absent');
    await label(author, item('I asked around.', 'strong', { blind: false }));
    const [again] = await goldOf(testApp.store, sage.id);
    t.is(levelOf(again?.labels ?? []), 'absent', 'a label that is not blind is kept and does not count');
});

test('the labels of others are listed only for answers that the reader has labelled', async (t) => {
    const { testApp, author, sage, label } = await prepared(t);
    const reviewer = await testApp.as('reviewer');
    await label(author, item('I bisected it.'), item('I guessed.'));
    const listed = async () =>
        (await reviewer.get(`/sages/${sage.id}/gold`)).body.data.items.map(
            ({ labels }: { labels: { by: string }[] }) => labels.map(({ by }) => by)
        );
    t.deepEqual(await listed(), [[], []]);
    await label(reviewer, item('I guessed.'));
    t.deepEqual(await listed(), [[], ['author', 'reviewer']]);
});

test('one wrong item refuses all items, and the refusal names it', async (t) => {
    const { author, label, read } = await prepared(t);
    const wrong: [object, string][] = [
        [item('x', 'strong', { criterion: 'cooking' }), 'items.1.criterion'],
        [item('x', 'unscored'), 'items.1.level'],
        [item(' \n'), 'items.1.text'],
        [item('ä'.repeat(25_601)), 'items.1.text'],
        [item('x', 'strong', { held_out: false }), 'items.1.held_out']
    ];
    for (const [one, field] of wrong) {
        const refused = await label(author, item('I bisected it.'), one);
        t.is(refused.statusCode, 400);
        t.is(refused.headers['x-svc-field'], field);
    }
    t.is((await label(author, ...Array.from({ length: 201 }, (_, i) => item(`${i}`)))).statusCode, 400);
    t.is((await read(author)).total, 0);
});

test('a label on a text whose findings the user saw is never blind, whatever the client sends', async (t) => {
    const testApp = await createTestApp(t);
    const { sage, id } = await withJudgedScreen(testApp);
    const [curious, blind] = [await testApp.as('author'), await testApp.as('reviewer')];
    await curious.get(`/screens/${id}?show=verdict`);
    for (const by of [curious, blind]) {
        const items = [item(goodAnswers.debugging, 'strong', { blind: true }), item('Typed in.')];
        await by.send('POST', `/sages/${sage.id}/gold`, { items });
    }
    const [shown, typed] = (await blind.get(`/sages/${sage.id}/gold`)).body.data.items;
    const blindness = ({ labels }: { labels: { by: string; blind: boolean }[] }) =>
        Object.fromEntries(labels.map(({ by, blind }) => [by, blind]));
    t.deepEqual(blindness(shown), { author: false, reviewer: true });
    t.deepEqual(blindness(typed), { author: true, reviewer: true });
});

test('an answer that a user saw on a screen is recognised despite other white space and case', async (t) => {
    const testApp = await createTestApp(t);
    const { sage, id } = await withJudgedScreen(testApp);
    const curious = await testApp.as('author');
    await curious.get(`/screens/${id}?show=verdict`);
    const send = (...items: object[]) => curious.send('POST', `/sages/${sage.id}/gold`, { items });
    await send(item(`  ${goodAnswers.debugging.toUpperCase().replaceAll(' ', ' \u00a0')}\n`));
    await send(item('Typed  In.'), item('typed in. ', 'absent'));
    const { items } = (await curious.get(`/sages/${sage.id}/gold`)).body.data;
    t.deepEqual(
        items.map(({ labels }: { labels: { blind: boolean }[] }) => labels.map(({ blind }) => blind)),
        [[false], [true, true]]
    );
});

test('hidden characters do not make a different answer', async (t) => {
    for (const unseen of ['\u200b', '\u200d', '\u2060', '\u00ad', '\ufeff', '\u{e0041}'])
        t.is(
            digestOf('debugging', `${unseen}I bi${unseen}sected it.`),
            digestOf('debugging', 'I bisected it.')
        );
    const { testApp, author, label, read } = await prepared(t);
    await label(author, item('I bisected it.'));
    await label(await testApp.as('reviewer'), item('I bi\u200bsected it.\u200b'));
    const { items, total } = await read(author);
    t.is(total, 1);
    t.is(items[0].labels.length, 2);
});

test('with SAGE_ACCESS=owner a named reviewer judges the screens of a sage and nothing else', async (t) => {
    const { testApp, sage, label } = await prepared(t, { SAGE_ACCESS: 'owner' });
    const reviewer = await testApp.as('reviewer');
    await testApp.store.write(async (tx) => {
        await tx.update(sages).set({ reviewers: [reviewer.user.id] });
    });
    t.is((await label(reviewer, item('x'))).statusCode, 404);
    for (const path of ['gold', 'agreement'])
        t.is((await reviewer.get(`/sages/${sage.id}/${path}`)).statusCode, 404);
});

test('levels given blind for every criterion of a screen become labels in the same write', async (t) => {
    const testApp = await createTestApp(t);
    const { sage, id } = await withJudgedScreen(testApp);
    const reviewer = await testApp.as('reviewer');
    const give = (levels: object[]) => reviewer.send('POST', `/screens/${id}/levels`, { levels });
    const gold = () => goldOf(testApp.store, sage.id);
    const levels = levelsOf('strong', 'partial');
    await give(levels.slice(0, 1));
    t.deepEqual(await gold(), [], 'half of the levels is no verdict yet');
    await give(levels.slice(1));
    t.deepEqual(
        (await gold()).map(({ criterionId, text, source }) => [criterionId, text, source]).toSorted(),
        Object.entries(goodAnswers).map(([criterion, text]) => [criterion, text, 'screen'])
    );
    for (const { labels } of await gold())
        t.like(labels, [{ byName: 'reviewer', blind: true, source: 'screen' }]);
    await reviewer.get(`/screens/${id}`);
    await give(levelsOf('absent', 'absent').slice(0, 1));
    const later = (await gold()).find(({ criterionId }) => criterionId === 'debugging');
    t.like(later?.labels, [
        { level: 'strong', blind: true },
        { level: 'absent', blind: false }
    ]);
    t.is(
        levelOf(later?.labels ?? []),
        'strong',
        'what was given after the findings were shown does not count'
    );
});

test('a sage with a full gold set accepts no labels from a screen, and the levels are saved', async (t) => {
    const testApp = await createTestApp(t);
    const { sage, id } = await withJudgedScreen(testApp);
    const reviewer = await testApp.as('reviewer');
    const row = {
        sageId: sage.id,
        criterionId: 'debugging',
        source: 'file'
    } as const;
    await testApp.store.write(async (tx) => {
        for (let n = 0; n < mostAnswers; n += 1)
            await tx.insert(goldAnswers).values({ ...row, text: `${n}`, digest: `${n}`, createdAt: 1 });
    });
    const items = [item('One more.')];
    t.is((await reviewer.send('POST', `/sages/${sage.id}/gold`, { items })).statusCode, 409);
    const levels = levelsOf('strong', 'partial');
    t.is((await reviewer.send('POST', `/screens/${id}/levels`, { levels })).statusCode, 200);
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_evaluated');
    t.is((await goldOf(testApp.store, sage.id)).length, mostAnswers);
});

test('labels of a sage are sorted by the digest of their answers, in any order of arrival', async (t) => {
    const { testApp, author, label, sage } = await prepared(t);
    await label(author, ...Array.from({ length: 8 }, (_, n) => item(`Answer ${n}.`)));
    const digests = (await labelsBySage(testApp.store.read, sage.id)).map(({ digest }) => digest);
    t.is(digests.length, 8);
    t.deepEqual(digests, digests.toSorted());
});
