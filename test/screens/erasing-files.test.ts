// What follows an erasure: it comes to its end after any interruption, is written beside the backups, and is made again.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { keepForm, purgeKeptForms } from '../../db/accounts/short-lived/kept-forms.ts';
import { appendErasures, readErasures } from '../../db/installation/erasures-file.ts';
import { eraseAgain } from '../../db/screens/erase.ts';
import { finishErasures } from '../../jobs/erasing/index.ts';
import { isOnPostgres } from '../support/databases.ts';
import { filesWithCanary, finish, found, name, planted } from '../support/erasing.ts';
import { createWorld, type World } from '../support/world.ts';

test('an erasure that was interrupted anywhere comes to its end, and is written beside the backups once [P47]', async (t) => {
    const world = await createWorld(t);
    const { council, id } = await planted(world);
    await council.send('POST', `/screens/${id}/erase`, {});
    const backupDir = join(world.folder, 'backups');
    let allowed = 0;
    const failing = (): never => {
        throw new Error('interrupted');
    };
    for (; allowed < 50; allowed += 1) {
        let left = allowed;
        const write: World['store']['write'] = (work) => (left-- > 0 ? world.store.write(work) : failing());
        const forgetDeleted = () => (left-- > 0 ? world.store.forgetDeleted() : failing());
        const store = { ...world.store, read: world.store.read, write, forgetDeleted };
        const finishing = finishErasures({ store, dataDir: world.folder, backupDir, now: world.now });
        if (
            await finishing.then(
                () => true,
                () => false
            )
        )
            break;
    }
    t.true(allowed > 1);
    t.deepEqual(await found(world), []);
    t.deepEqual(filesWithCanary(world.folder), []);
    const lines = readFileSync(join(backupDir, 'erasures.jsonl'), 'utf8').trim().split('\n');
    t.deepEqual(
        lines.map((line) => JSON.parse(line).screen_id),
        [id]
    );
});

test('what is deleted is overwritten in the file of the store', async (t) => {
    if (isOnPostgres) return t.pass();
    const { store, folder, now } = await createWorld(t);
    const typed = { note: name.repeat(2000) };
    await store.write((tx) => keepForm(tx, { id: 'x', typed, endsAt: now() - 1 }));
    await store.forgetDeleted();
    t.true(filesWithCanary(folder).length > 0);
    await store.write((tx) => purgeKeptForms(tx, now()));
    await store.forgetDeleted();
    t.deepEqual(filesWithCanary(folder), []);
});

test('a restored backup is erased again by the file beside it, before anything is read of it', async (t) => {
    const world = await createWorld(t);
    const { id } = await planted(world);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const at = new Date(0).toISOString();
    const backupDir = join(world.folder, 'backups');
    await appendErasures(backupDir, [
        { screen_id: id, at },
        { screen_id: unknown, at }
    ]);
    const file = join(backupDir, 'erasures.jsonl');
    const again = async () => eraseAgain(world.store, await readErasures(file), world.now());
    t.deepEqual(await again(), { erased: 1, known: 0, missing: 1 });
    t.deepEqual(await again(), { erased: 0, known: 1, missing: 1 });
    await finish(world);
    t.deepEqual(await found(world), []);
    t.deepEqual(filesWithCanary(world.folder), []);
    t.is((await readErasures(file)).length, 2);
});

test('a line that a crash has torn names nobody, and the next line stands for itself', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'erasures-'));
    t.teardown(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'erasures.jsonl');
    await appendErasures(folder, [{ screen_id: 'a', at: '1' }]);
    appendFileSync(file, '{"screen_id":"b');
    await appendErasures(folder, [
        { screen_id: 'a', at: '1' },
        { screen_id: 'b', at: '2' }
    ]);
    t.deepEqual(await readErasures(file), ['a', 'b']);
});
