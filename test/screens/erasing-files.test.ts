// What follows an erasure: it is completed after any interruption, is written next to the backups, and is made again.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { keepForm, purgeKeptForms } from '../../db/accounts/short-lived/kept-forms.ts';
import { knownBackupKeys } from '../../db/installation/backup/key.ts';
import { appendErasures, eachOnce, readErasures } from '../../db/installation/erasures-file.ts';
import { eraseAgain } from '../../db/erasing/erase.ts';
import { finishErasures } from '../../jobs/upkeep/erasing/index.ts';
import { isOnPostgres } from '../support/stores/databases.ts';
import {
    eraseMentions,
    filesWithCanary,
    finish,
    found,
    name,
    placeIn,
    planted
} from '../support/fixtures/erasing.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';
import { folderFor } from '../support/runs/folder.ts';

test('an interrupted erasure is completed, and is written next to the backups once [P47]', async (t) => {
    const testApp = await createTestApp(t);
    const { council, id } = await planted(testApp);
    await council.send('POST', `/screens/${id}/erase`, {});
    const place = placeIn(testApp.folder);
    let allowed = 0;
    const failing = (): never => {
        throw new Error('interrupted');
    };
    for (; allowed < 50; allowed += 1) {
        let left = allowed;
        const write: TestApp['store']['write'] = (work) =>
            left-- > 0 ? testApp.store.write(work) : failing();
        const forgetDeleted = () => (left-- > 0 ? testApp.store.forgetDeleted() : failing());
        const store = { ...testApp.store, read: testApp.store.read, write, forgetDeleted };
        const finishing = finishErasures({ store, now: testApp.now, yieldNow: setImmediate, ...place });
        const isDone = finishing.then(
            () => true,
            () => false
        );
        if (await isDone) break;
    }
    t.true(allowed > 1);
    await eraseMentions(testApp);
    t.deepEqual(await found(testApp), []);
    t.deepEqual(filesWithCanary(testApp.folder), []);
    const lines = readFileSync(join(place.backupDir, 'erasures.jsonl'), 'utf8').trim().split('\n');
    t.is(lines.length, 1);
    t.like(JSON.parse(lines[0] ?? ''), { screen_id: id });
});

test('what is deleted is overwritten in the file of the store', async (t) => {
    if (isOnPostgres) return t.pass();
    const { store, folder, now } = await createTestApp(t);
    const typed = { note: name.repeat(2000) };
    await store.write((tx) => keepForm(tx, { id: 'x', typed, endsAt: now() - 1 }));
    await store.forgetDeleted();
    t.true(filesWithCanary(folder).length > 0);
    await store.write((tx) => purgeKeptForms(tx, now()));
    await store.forgetDeleted();
    t.deepEqual(filesWithCanary(folder), []);
});

test('a restored backup is erased again from the erasures file before any data is read', async (t) => {
    const testApp = await createTestApp(t);
    const { id } = await planted(testApp);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const place = placeIn(testApp.folder);
    await appendErasures(place, linesOf([id, unknown]));
    const file = join(place.backupDir, 'erasures.jsonl');
    const named = () => readErasures(file, { keys: knownBackupKeys(testApp.folder, drawn), trust: false });
    const again = async () => eraseAgain(testApp.store, await named(), testApp.now());
    t.deepEqual(await again(), { erased: 1, known: 0, missing: 1 });
    t.deepEqual(await again(), { erased: 0, known: 1, missing: 1 });
    await finish(testApp);
    await eraseMentions(testApp);
    t.deepEqual(await found(testApp), []);
    t.deepEqual(filesWithCanary(testApp.folder), []);
    t.is((await named()).length, 2);
});

const at = '2026-01-01T00:00:00.000Z';
const drawn = { secret: undefined };
const linesOf = (ids: readonly string[]) => ids.map((screen_id) => ({ screen_id, at }));

/** Two erasures in a file, and what is read of it. */
async function twoLines(t: ExecutionContext) {
    const folder = folderFor(t);
    const place = placeIn(folder);
    const append = (...ids: string[]) => appendErasures(place, linesOf(ids));
    await append('a', 'b');
    const file = join(place.backupDir, 'erasures.jsonl');
    const read = async (belief: Partial<Parameters<typeof readErasures>[1]> = {}) => {
        const believed = { keys: knownBackupKeys(folder, drawn), trust: false, ...belief };
        return (await readErasures(file, believed)).map(({ id }) => id);
    };
    return { folder, place, file, append, read, whole: readFileSync(file, 'utf8') };
}

test('a torn line of the erasures file is ignored, and the next line is complete', async (t) => {
    const { file, append, read } = await twoLines(t);
    appendFileSync(file, '{"screen_id":"c');
    await append('a', 'c');
    t.deepEqual(await read(), ['a', 'b', 'c']);
});

test('a changed or foreign line of the erasures file is refused with its line number', async (t) => {
    const { file, read, whole } = await twoLines(t);
    const spoilt = [
        whole.replace('"b"', '"x"'),
        whole.replace('"hmac"', '"by_age":true,"hmac"'),
        whole.replaceAll('2026', '2027'),
        `${whole}${JSON.stringify({ screen_id: 'x', at })}\n`,
        `${whole}no JSON\n`,
        `${whole}${'{"screen_id":"'.padEnd(9000, 'x')}\n`
    ];
    for (const text of spoilt) {
        writeFileSync(file, text);
        await t.throwsAsync(read(), { message: /^Line [123] of .*erasures\.jsonl was changed/ }, text);
    }
    writeFileSync(file, whole.replace('"b"', '"x"'));
    t.deepEqual(await read({ trust: true }), ['a', 'x']);
    await t.throwsAsync(read({ keys: [] }), {
        message: /^We cannot verify that .* Set BACKUP_SECRET/
    });
});

test('a line records if an erasure was requested, and a request counts more than age', async (t) => {
    const { place, file } = await twoLines(t);
    await appendErasures(place, [{ screen_id: 'old', at, by_age: true }]);
    const erased = await readErasures(file, { keys: knownBackupKeys(place.dataDir, drawn), trust: false });
    const inWords = (some: typeof erased) => some.map(({ id, byAge }) => `${id} ${byAge ? 'age' : 'asked'}`);
    t.deepEqual(inWords(erased), ['a asked', 'b asked', 'old age']);
    const twice = [...erased, { id: 'old', byAge: false }, { id: 'a', byAge: true }];
    t.deepEqual(inWords(eachOnce(twice)), ['a asked', 'b asked', 'old asked']);
});

test('an erasure whose line was changed is written again', async (t) => {
    const { file, append, whole } = await twoLines(t);
    writeFileSync(file, whole.replaceAll('2026', '2027'));
    await append('a');
    t.is(readFileSync(file, 'utf8').split('\n')[2], whole.split('\n')[0]);
    await append('a');
    t.is(readFileSync(file, 'utf8').trim().split('\n').length, 3);
});

test('after a change of the key old lines are accepted while it is known, and not written again', async (t) => {
    const { folder, place, file, read } = await twoLines(t);
    const [first, second] = ['the first key', 'the second key'].map((key) => key.repeat(4));
    const lines = () => readFileSync(file, 'utf8').trim().split('\n').length;
    const after = async (backup: Parameters<typeof appendErasures>[0]['backup'], id: string) => {
        await appendErasures({ ...place, backup }, linesOf(['a', id]));
        return read({ keys: knownBackupKeys(folder, backup) });
    };
    t.deepEqual(await after({ secret: first }, 'c'), ['a', 'b', 'c']);
    t.deepEqual(await after({ secret: second, also: first }, 'd'), ['a', 'b', 'c', 'd']);
    t.is(lines(), 4);
    await t.throwsAsync(after({ secret: second }, 'd'), { message: /^Line 3 of .* was changed, or was not/ });
});
