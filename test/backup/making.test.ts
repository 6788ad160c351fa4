// Making a backup: whole, under its name only once it is whole, and readable by its owner alone.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { backedUp, filesIn, objects, put, rowsIn, rowsOver } from '../support/stores/backups.ts';
import { typed } from '../support/servers/command-line.ts';
import { makeBackup } from '../../db/installation/backup/make.ts';
import type { Manifest } from '../../db/installation/backup/manifest.ts';
import { verifyBackup } from '../../db/installation/backup/verify.ts';
import { openStore } from '../../db/store/index.ts';
import { openStoreOf } from '../support/stores/databases.ts';
import { folderFor } from '../support/runs/folder.ts';

test('a backup holds every row, every stored object and the secrets, for its owner alone', async (t) => {
    const { dataDir, to, made } = await backedUp(t);
    t.like(made, { folder: to, secrets: true, files: 5, left_out: 0 });
    const { 'manifest.json': _, ...files } = filesIn(to);
    const manifest = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8')) as Manifest;
    t.deepEqual(Object.keys(files).toSorted(), manifest.files.map(({ path }) => path).toSorted());
    for (const [path, content] of Object.entries(objects))
        t.is(files[`storage/${path}`], Buffer.from(content).toString('latin1'));
    for (const path of Object.keys(files)) t.is(statSync(join(to, path)).mode & 0o777, 0o600);
    t.is(statSync(to).mode & 0o777, 0o700);
    t.deepEqual(await rowsIn(to), await rowsOver(dataDir));
});

test('a backup runs while others write, and contains what was committed before it', async (t) => {
    const { dataDir, run, folder } = await backedUp(t);
    const store = await openStoreOf(dataDir);
    const before = await rowsOver(dataDir);
    const grants = Array.from({ length: 20 }, (_, i) =>
        run(['credits', 'grant', '--amount', '1', '--reason', `r${i}`])
    );
    const to = join(folder, 'beside');
    const [{ code, err }] = await Promise.all([run(['backup', '--to', to]), ...grants]);
    t.is(code, 0, err);
    const rows = await rowsIn(to);
    await store.close();
    t.deepEqual(
        [...before].filter((row) => !rows.has(row)),
        []
    );
    t.is((await run(['backup', 'verify', to])).code, 0);
});

test('no backup contains the manifest signing key, and --no-secrets leaves out all secrets', async (t) => {
    const { dataDir, run, to, folder } = await backedUp(t);
    const { backup } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { backup: string };
    t.is(backup.length, 43);
    for (const content of Object.values(filesIn(to))) t.false(content.includes(backup));
    const names = ['challenge', 'jwt', 'links', 'nonce', 'postgres'];
    t.deepEqual(
        Object.keys(JSON.parse(readFileSync(join(to, 'secrets.json'), 'utf8')) as object).toSorted(),
        names
    );
    const bare = join(folder, 'bare');
    t.is((await run(['backup', '--to', bare, '--no-secrets'])).code, 0);
    t.false(existsSync(join(bare, 'secrets.json')));
    t.is((await run(['backup', 'verify', bare])).code, 0);
});

test('without --to a backup is created in BACKUP_DIR with its time in the name', async (t) => {
    const { folder, run } = await backedUp(t);
    const dir = join(folder, 'kept');
    t.is((await run(['backup'], { BACKUP_DIR: dir })).code, 0);
    const names = readdirSync(dir);
    t.is(names.length, 1);
    t.regex(names[0] ?? '', /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/);
});

test('a backup into a used folder or into the object folder is refused and leaves nothing', async (t) => {
    const { folder, dataDir, run, to } = await backedUp(t);
    const before = filesIn(to);
    const again = await run(['backup', '--to', to]);
    t.is(again.code, 1);
    t.regex(again.err, /is not empty\. Choose a new folder/);
    t.deepEqual(filesIn(to), before);
    t.is((await run(['backup', '--to', join(dataDir, 'storage', 'default')])).code, 1);
    t.deepEqual(readdirSync(folder).toSorted(), ['backup', 'data']);
});

test('a backup leaves out half uploads and links, counts the links, and keeps empty folders', async (t) => {
    const { dataDir, run, folder } = await backedUp(t);
    const storage = join(dataDir, 'storage');
    rmSync(join(storage, 'mine/c'));
    symlinkSync('/etc/passwd', join(storage, 'default/link'));
    writeFileSync(join(storage, 'default/.uploads'), 'an object of that name');
    const to = join(folder, 'other');
    const { out } = await run(['backup', '--to', to, '--json']);
    t.like(JSON.parse(out), { left_out: 1, files: 5 });
    t.true(existsSync(join(to, 'storage/mine')));
    t.false(existsSync(join(to, 'storage/default/link')));
    t.is((await run(['backup', 'verify', to])).code, 0);
});

test('an unfinished backup folder is not a backup, and the backup is created again', async (t) => {
    const { folder, run, to } = await backedUp(t);
    rmSync(join(to, 'manifest.json'));
    const { code, err } = await run(['backup', 'verify', to]);
    t.is(code, 1);
    t.regex(err, /^manifest\.json is missing in .*: this folder is not a backup/);
    const other = join(folder, 'other');
    writeFileSync(`${other}.making`, 'left by a crash');
    t.is((await run(['backup', '--to', other])).code, 0);
    t.false(existsSync(`${other}.making`));
});

test('backup verify fails without a folder, and for a folder that does not exist', async (t) => {
    const folder = folderFor(t);
    t.is((await typed(folder, ['backup', 'verify'])).code, 2);
    t.is((await typed(folder, ['backup', 'verify', join(folder, 'none')])).code, 1);
});

test('an object deleted during a backup is left out', async (t) => {
    const folder = folderFor(t);
    const dataDir = join(folder, 'data');
    put(join(dataDir, 'storage'), objects);
    const store = openStore(join(dataDir, 'app.db'));
    t.teardown(() => store.close());
    const source = { store, dataDir, database: undefined, secrets: undefined, passphrase: undefined };
    const progress = () => rmSync(join(dataDir, 'storage/default/a.txt'), { force: true });
    const by = { key: 'a key of this installation', program: { version: '1' } };
    const to = join(folder, 'backup');
    t.is((await makeBackup({ ...source, ...by }, to, { at: 1, progress })).files, 3);
    t.deepEqual(
        Object.keys(filesIn(to)).filter((path) => path.startsWith('storage/')),
        Object.keys(objects)
            .filter((path) => path !== 'default/a.txt')
            .map((path) => `storage/${path}`)
            .toSorted()
    );
    t.is((await verifyBackup(to, { keys: [by.key], progress: () => undefined })).files, 3);
});
