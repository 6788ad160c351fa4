// Backups of a store on PostgreSQL: one file of SQLite, which either engine takes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openStoreAt } from '../../db/store/index.ts';
import { settleRestore } from '../../db/installation/backup/settle.ts';
import { beginDraft, markLoading } from '../../db/installation/backup/exchange.ts';
import { ensureInstallation } from '../../db/installation/installation.ts';
import { secretSettings } from '../support/people/roles.ts';
import { filesIn, put } from '../support/stores/backups.ts';
import { typed } from '../support/servers/command-line.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { contentsOf, fillStore } from '../support/stores/full-store.ts';
import { folderFor } from '../support/runs/folder.ts';

/** A data folder with a database of its own. */
async function onDatabase(folder: string, name: string) {
    const dataDir = join(folder, name);
    const { url, run: ask } = await createDatabase();
    const env = { DATABASE_URL: url, STORAGE_SHARED: 'on', ...secretSettings };
    return { dataDir, url, ask, run: (args: string[]) => typed(dataDir, args, { env }) };
}

/** A database with rows in every table, and its backup. */
async function backedUp(t: ExecutionContext) {
    const folder = folderFor(t);
    const one = await onDatabase(folder, 'one');
    put(one.dataDir, { 'storage/default/a.txt': 'hello' });
    await fillStore(join(one.dataDir, 'app.db'));
    const moved = await typed(one.dataDir, ['store', 'move', '--to', one.url], { env: { DATABASE_URL: '' } });
    if (moved.code !== 0) throw new Error(moved.err);
    const to = join(folder, 'backup');
    const made = await one.run(['backup', '--to', to]);
    if (made.code !== 0) throw new Error(made.err);
    return { ...one, folder, to };
}

/** The tables that a restore changes on purpose. */
const ofNewLife = 'installation sessions pending_changes password_resets reset_requests audit jobs'.split(
    ' '
);

function assertSame(t: ExecutionContext, before: Contents, after: Contents) {
    t.deepEqual(Object.keys(after), Object.keys(before));
    for (const [table, rows] of Object.entries(before))
        if (!ofNewLife.includes(table) && table !== 'sqlite_sequence') t.deepEqual(after[table], rows, table);
}

type Contents = ReturnType<typeof contentsOf>;

test('a backup of a database is restored to another one, to the last byte, and backed up again', async (t) => {
    const { folder, to } = await backedUp(t);
    const two = await onDatabase(folder, 'two');
    const { code, err } = await two.run(['restore', '--from', to, '--trust']);
    t.is(code, 0, err);
    t.deepEqual(filesIn(join(two.dataDir, 'storage')), { 'default/a.txt': 'hello' });
    t.false(existsSync(join(two.dataDir, 'restoring')) || existsSync(join(two.dataDir, 'app.db')));
    const again = join(folder, 'again');
    t.is((await two.run(['backup', '--to', again])).code, 0);
    assertSame(t, contentsOf(join(to, 'store.db')), contentsOf(join(again, 'store.db')));
});

test('a backup of a database is restored to a data folder', async (t) => {
    const { folder, to } = await backedUp(t);
    const dataDir = join(folder, 'file');
    const { code, err } = await typed(dataDir, ['restore', '--from', to, '--trust'], {
        env: { DATABASE_URL: '' }
    });
    t.is(code, 0, err);
    assertSame(t, contentsOf(join(to, 'store.db')), contentsOf(join(dataDir, 'app.db')));
});

test('nothing is restored into a database that is not empty', async (t) => {
    const { folder, to, dataDir, run } = await backedUp(t);
    const { code, err } = await run(['restore', '--from', to]);
    t.is(code, 1, err);
    t.regex(err, /^The target is not empty/);
    t.false(existsSync(join(dataDir, 'restoring')));
    t.is((await run(['credits', 'show'])).code, 0, 'it goes on');
    t.is((await (await onDatabase(folder, 'three')).run(['restore', '--from', to, '--trust'])).code, 0);
});

test('the database shows whether a restore that was killed while loading has finished', async (t) => {
    const folder = folderFor(t);
    const { dataDir, url } = await onDatabase(folder, 'killed');
    put(dataDir, { 'storage/old.txt': 'old' });
    const database = { url, named: true };
    const loading = async (epoch: string) => {
        await beginDraft(dataDir);
        put(join(dataDir, 'restoring'), { 'app.db': 'what was loaded', 'storage/new.txt': 'new' });
        await markLoading(dataDir, epoch);
    };
    await loading('an epoch that never came');
    const store = await openStoreAt({ file: '', database });
    t.teardown(() => store.close());
    await t.throwsAsync(settleRestore({ dataDir, database }), {
        message: /was interrupted, and nothing was restored. Run it again/
    });
    t.deepEqual(Object.keys(filesIn(join(dataDir, 'storage'))), ['old.txt']);
    const { epoch } = await store.write(ensureInstallation);
    await loading(epoch);
    t.regex((await settleRestore({ dataDir, database })) ?? '', /interrupted restore was completed/);
    t.deepEqual(Object.keys(filesIn(join(dataDir, 'storage'))), ['new.txt']);
    t.false(existsSync(join(dataDir, 'app.db')));
});
