// What others wrote is theirs: an erasure takes an address out of it, and lists the rest for somebody who decides.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { eraseAgain, eraseScreen } from '../../db/erasing/erase.ts';
import { erasures, findErasure } from '../../db/erasing/erasures.ts';
import { listDoubts, wantedBy } from '../../db/erasing/mentions.ts';
import { placesIn } from '../../db/erasing/places.ts';
import { traces } from '../../db/agents/traces.ts';
import { getScreen, screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { listTasks, putTask } from '../../db/agents/task-links.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import { answer, eraseMentions, finish, invite } from '../support/fixtures/erasing.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const sentence = 'Prepare the quarterly report for the board';
const pdf = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n(ada@example.test)\nxref\n%%EOF\n`;
const ada = { name: 'Ada Byron', email: 'ada@example.test' };

async function withTasks(testApp: TestApp, titles: readonly string[]) {
    const { store, now } = testApp;
    for (const [n, title] of titles.entries())
        await store.write((tx) => putTask(tx, { crmId: `${n}`, title }, now()));
    const all = async () => (await listTasks(store.read, { limit: 99, offset: 0 })).items;
    return async () =>
        (await all()).toSorted((a, b) => Number(a.crmId) - Number(b.crmId)).map((task) => task.title);
}

function stored({ folder }: TestApp, key: string, content: string | Buffer) {
    const path = join(folder, 'storage/default', key);
    mkdirSync(join(folder, 'storage/default'), { recursive: true });
    writeFileSync(path, content);
    return () => (existsSync(path) ? readFileSync(path, 'latin1') : undefined);
}

const erase = async (testApp: TestApp, id: string) => {
    const council = await testApp.as('councilAdmin');
    await council.send('POST', `/screens/${id}/erase`, {});
    await finish(testApp);
    return council;
};

test('common sentences and file format parts that a candidate wrote stay in texts of others', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const titles = await withTasks(testApp, [sentence, `Write to ${ada.email}`]);
    const file = stored(testApp, 'plan.pdf', pdf);
    const archive = stored(testApp, 'plan.zip', `PK\0\0${ada.email}\0crc`);
    const { id, path } = await invite(fixtures, ada);
    await answer(testApp, path, [
        ['debugging', sentence],
        ['teamwork', '<< /Type /Catalog /Pages 2 0 R >>']
    ]);
    const council = await erase(testApp, id);
    t.deepEqual(await titles(), [sentence, 'Write to (erased)']);
    t.is(file(), pdf);
    t.is(archive(), `PK\0\0${ada.email}\0crc`);

    const { items } = (await council.get('/mentions')).body.data;
    const ids = items.map((one: { id: string }) => one.id);
    t.deepEqual(ids, ['task_links:1', 'storage:default/plan.pdf', 'storage:default/plan.zip']);
    t.deepEqual(items[0].context, [sentence]);
    t.deepEqual(items[1].context, ['default/plan.pdf']);
    for (const id of ids)
        t.is((await council.send('POST', '/mentions/decide', { id, choice: 'keep' })).statusCode, 200);
    await finish(testApp);
    t.is(file(), pdf);
    t.deepEqual(await titles(), [sentence, 'Write to (erased)']);
    const erasure = await findErasure(testApp.store.read, id);
    t.is(erasure?.traits, null, 'nothing that they were found by is kept');
    t.not(erasure?.endedAt, null);
});

test('a name stays in texts of others until somebody has decided, and goes with the decision', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const titles = await withTasks(testApp, ['Call Ada Byron', 'Call BYRON, Ada', 'Call Ada']);
    const { id } = await invite(fixtures, ada);
    const council = await erase(testApp, id);
    t.deepEqual(await titles(), ['Call Ada Byron', 'Call BYRON, Ada', 'Call Ada']);
    const open = async () =>
        (await council.get(`/screens/${id}/candidate-data`)).body.data.candidate.possible_mentions;
    t.is(await open(), 2);
    await eraseMentions(testApp);
    t.is(await open(), 0);
    t.deepEqual(await titles(), ['Call (erased)', 'Call (erased), (erased)', 'Call Ada']);
});

test('an address in other letters than ASCII is the same in capitals, and another one without its marks', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const of = (email: string) => invite(fixtures, { name: 'Zoë', email });
    const [first, again, other] = [
        await of('zoe@müller.test'),
        await of('zoe@example.test'),
        await of('zoe@muller.test')
    ];
    for (const [{ id }, candidateEmail] of [
        [first, 'zoé@müller.test'],
        [again, 'ZOE\u0301@MÜLLER\u200b.test'] // as stores of before have them
    ] as const)
        await testApp.store.write((tx) =>
            tx.update(screens).set({ candidateEmail }).where(eq(screens.id, id))
        );
    const { erased } = (await fixtures.council.send('POST', `/screens/${first.id}/erase`, {})).body.data;
    t.deepEqual(erased.toSorted(), [first.id, again.id].toSorted());
    t.is((await getScreen(testApp.store.read, other.id)).erasedAt, null);
});

test('erasure by age changes only data about the person, and a restore repeats only that', async (t) => {
    const testApp = await createTestApp(t);
    const { store, now } = testApp;
    const fixtures = await withActiveSage(testApp);
    const before = [`Write to ${ada.email}`, 'Call Ada Byron', 'Write to grace@example.test'];
    const titles = await withTasks(testApp, before);
    const file = stored(testApp, `${ada.email}.txt`, ada.email);
    const { id } = await invite(fixtures, ada);
    const restored = await invite(fixtures, { name: 'Grace Hopper', email: 'grace@example.test' });
    const screen = await getScreen(store.read, id);
    await store.write((tx) => eraseScreen(tx, screen, { by: { name: 'retention' }, why: 'age', at: now() }));
    await eraseAgain(store, [{ id: restored.id, byAge: true }], now());
    await finish(testApp);
    t.deepEqual(await titles(), before);
    t.is(file(), ada.email);
    t.is((await getScreen(store.read, id)).candidateEmail, '');
    const line = readFileSync(join(testApp.folder, 'backups/erasures.jsonl'), 'utf8');
    t.is(line.split('"by_age":true').length, 3);
    t.is((await eraseMentions(testApp)).length, 4);
    t.deepEqual(await titles(), ['Write to (erased)', 'Call (erased)', 'Write to (erased)']);
    t.is(file(), undefined);
});

test('a council administrator sees and decides each mention once', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const titles = await withTasks(testApp, [`${'x '.repeat(60)}Is May <here>?`, 'In May']);
    await erase(testApp, (await invite(fixtures, { name: 'May', email: 'may@june.test' })).id);
    const { browser, client: council } = await browserOf(testApp, 'councilAdmin');
    const linkOnStart = async () => pageOf((await browser.get('/')).body).link(/^Possible mentions/);
    t.is(await linkOnStart(), '/screens/mentions');
    const page = (await browser.get('/screens/mentions')).body as string;
    t.regex(pageOf(page).part(/^Linked task 1/).text, /…[x ]+Is May <here>\?/);
    const decide = async (id: string, choice: string) =>
        (await council.send('POST', '/mentions/decide', { id, choice })).statusCode;
    const [first, second] = ['task_links:1', 'task_links:2'] as const;
    t.is(await decide(first, 'erase'), 200);
    await finish(testApp);
    t.regex((await titles())[0] ?? '', /Is \(erased\) <here>\?$/);
    t.is(await decide(first, 'erase'), 404);
    t.is(await decide(second, 'both'), 400);
    t.is(await decide(second, 'keep'), 200);
    t.is((await titles())[1], 'In May');
    t.is(await linkOnStart(), undefined);
    const { items } = (await (await testApp.as('support')).get('/admin/audit?act=mention.erase')).body.data;
    t.like(items[0], { after: first, note: null });
});

test('an object that cannot be deleted stays listed with the reason, and other erasures continue', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const { id } = await invite(fixtures, { name: 'May', email: 'may@june.test' });
    mkdirSync(join(testApp.folder, 'storage/default/locked'), { recursive: true });
    const council = await erase(testApp, id);
    const doubt = { in: 'storage', key: 'default/locked' };
    const traits = { name: 'Somebody', email: '', texts: [], doubts: [doubt] };
    await testApp.store.write((tx) => tx.update(erasures).set({ traits }));
    await council.send('POST', '/mentions/decide', { id: 'storage:default/locked', choice: 'erase' });
    await finish(testApp);
    const { items } = (await council.get('/mentions')).body.data;
    t.is(items.length, 1);
    t.regex(items[0].failed, /EISDIR in the bucket default/);
    t.false(items[0].deciding);
});

test('for a word in thousands of texts the first 200 places are listed, with a hint of more', async (t) => {
    const testApp = await createTestApp(t);
    const { id } = await invite(await withActiveSage(testApp), { name: 'May', email: 'may@june.test' });
    const traits = { name: 'May', email: '', texts: [] };
    const row = { screenId: id, at: 1, by: 'test', traits, searchedAt: 1, endedAt: null };
    const may = wantedBy(row);
    for (let key = 0; key < 5000; key += 1) may.add({ in: 'traces', key });
    await testApp.store.write((tx) => tx.insert(erasures).values({ ...row, traits: may.left() }));
    t.is(may.left()?.doubts?.length, 200);
    const { items, more } = await listDoubts(testApp.store.read, {
        dataDir: testApp.folder,
        places: placesIn([traces])
    });
    t.deepEqual([items.length, more, items[0]?.context], [100, true, []]);
});
