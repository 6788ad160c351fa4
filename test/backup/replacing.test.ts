// A restore in the place of data that are there: either the old ones or the new ones, whenever it is interrupted.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Sqlite from 'better-sqlite3';
import { beginDraft, decide, exchange, markLoading } from '../../db/installation/backup/exchange.ts';
import { sayingOfKeys, settleRestore } from '../../db/installation/backup/settle.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { openStore } from '../../db/store/index.ts';
import { restoredSecrets } from '../../db/installation/backup/restore.ts';
import { backedUp, filesIn, put, rowsOver } from '../support/stores/backups.ts';
import { secrets } from '../support/people/roles.ts';
import { found, planted } from '../support/fixtures/erasing.ts';
import { typed } from '../support/servers/command-line.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { folderFor } from '../support/runs/folder.ts';

/** The installation has gone on since its backup. */
async function goneOn(t: ExecutionContext) {
    const made = await backedUp(t);
    await made.run(['credits', 'grant', '--amount', '7', '--reason', 'since']);
    put(join(made.dataDir, 'storage'), { 'default/since.txt': 'since' });
    return made;
}

const balanceOf = async (dataDir: string) =>
    (JSON.parse((await typed(dataDir, ['credits', 'show', '--json'])).out) as { balance: number }).balance;

test('a restore takes the place of the data, which are put aside until the next one', async (t) => {
    const { dataDir, run, to } = await goneOn(t);
    t.is((await run(['restore', '--from', to])).code, 0);
    t.is(await balanceOf(dataDir), 20);
    t.false(existsSync(join(dataDir, 'storage/default/since.txt')));
    const aside = join(dataDir, 'before-restore');
    t.is(await balanceOf(aside), 27);
    t.true(existsSync(join(aside, 'storage/default/since.txt')));
});

test('a restore waits for no command that works on the data: it changes nothing', async (t) => {
    const { dataDir, run, to } = await goneOn(t);
    const store = openStore(join(dataDir, 'app.db'));
    const busy = await run(['restore', '--from', to]);
    t.is(busy.code, 75);
    t.is(busy.err, 'Another command is using this data folder. Try again when it has finished.\n');
    await store.close();
    t.is(await balanceOf(dataDir), 27);
    t.is((await run(['restore', '--from', to])).code, 0);
});

test('unreadable data can be replaced by a restore', async (t) => {
    const { dataDir, run, to } = await goneOn(t);
    writeFileSync(join(dataDir, 'app.db'), 'damaged'.repeat(1000));
    t.is((await run(['restore', '--from', to])).code, 0);
    t.is(await balanceOf(dataDir), 20);
});

test('a newer, foreign or damaged store is refused before anything is replaced', async (t) => {
    const { dataDir, folder, run } = await goneOn(t);
    const spoilt = async (sql: string) => {
        const other = join(folder, 'other');
        rmSync(other, { recursive: true, force: true });
        mkdirSync(other);
        await openStore(join(other, 'app.db')).close();
        const sqlite = new Sqlite(join(other, 'app.db'));
        sqlite.exec(sql);
        sqlite.close();
        const to = join(folder, 'spoilt');
        rmSync(to, { recursive: true, force: true });
        cpSync(join(folder, 'backup'), to, { recursive: true });
        await remade(join(other, 'app.db'), to);
        const { code, err } = await run(['restore', '--from', to, '--trust']);
        t.is(code, 1, sql);
        return err;
    };
    const later = 'update __drizzle_migrations set created_at = created_at + 1e15';
    t.regex(await spoilt(later), /was written by a newer version\. Start that version/);
    t.regex(await spoilt('create table more (id text)'), /its database has unknown tables/);
    t.regex(await spoilt('alter table users add column more text'), /its database has unknown tables/);
    t.regex(
        await spoilt('create trigger act after insert on audit begin select 1; end'),
        /act is not one of its tables/
    );
    t.is(await balanceOf(dataDir), 27);
    t.false(existsSync(join(dataDir, 'restoring')));
});

/** Writes a manifest for another store, as an attacker does. */
async function remade(store: string, to: string) {
    const { readManifest, writeManifest } = await import('../../db/installation/backup/manifest.ts');
    const { digestOf } = await import('../../db/installation/backup/files.ts');
    const { manifest } = await readManifest(to);
    const sqlite = new Sqlite(store);
    rmSync(join(to, 'store.db'));
    sqlite.prepare('vacuum into ?').run(join(to, 'store.db'));
    sqlite.close();
    const digest = await digestOf(join(to, 'store.db'), () => undefined);
    const files = manifest.files.map((file) => (file.path === 'store.db' ? { ...file, ...digest } : file));
    rmSync(join(to, 'manifest.json'));
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    await writeManifest(to, { ...manifest, files, bytes }, 'no key');
}

/** The data folder when its restore has just been decided for, or is just before that. */
async function undecided(t: ExecutionContext) {
    const { dataDir, folder, run, to } = await goneOn(t);
    const old = join(folder, 'old');
    cpSync(dataDir, old, { recursive: true });
    t.is((await run(['restore', '--from', to])).code, 0);
    const draft = join(old, 'restoring');
    mkdirSync(draft);
    for (const name of ['app.db', 'storage', 'secrets.json'])
        renameSync(join(dataDir, name), join(draft, name));
    return old;
}

test('a restore killed before its decision changes nothing, and the next start reports it', async (t) => {
    const dataDir = await undecided(t);
    const before = await rowsOver(dataDir);
    t.regex((await settleRestore({ dataDir, database: undefined })) ?? '', /interrupted restore was undone/);
    t.deepEqual(await rowsOver(dataDir), before);
    t.is(await settleRestore({ dataDir, database: undefined }), undefined);
});

test('on a database without a shared key for backups there is something to say', (t) => {
    const database = { url: 'postgres://db.example.test/council', named: false };
    t.is(sayingOfKeys({ database, backup: { secret: 'k'.repeat(32) } }), undefined);
    t.is(sayingOfKeys({ database: undefined, backup: { secret: undefined } }), undefined);
    t.regex(sayingOfKeys({ database, backup: { secret: undefined } }) ?? '', /^BACKUP_SECRET is not set/);
});

test('a restore that was killed after it was decided is brought to its end, wherever that was', async (t) => {
    const start = await undecided(t);
    await decide(start, () => undefined);
    const steps = ['app.db', 'storage', 'secrets.json'].flatMap((name) => [
        (dir: string) => renameSync(join(dir, name), join(dir, 'before-restore', name)),
        (dir: string) => renameSync(join(dir, 'restoring', name), join(dir, name))
    ]);
    for (let done = 0; done <= steps.length; done += 1) {
        const dataDir = `${start}-${done}`;
        cpSync(start, dataDir, { recursive: true });
        for (const step of steps.slice(0, done)) step(dataDir);
        const early = await typed(dataDir, ['credits', 'show']);
        t.is(early.code, 75, 'no command meets half of it');
        t.regex(early.err, /^A restore is running in this data folder or was interrupted/);
        t.regex(
            (await settleRestore({ dataDir, database: undefined })) ?? '',
            /interrupted restore was completed/,
            `${done}`
        );
        t.is(await balanceOf(dataDir), 20);
        t.false(existsSync(join(dataDir, 'storage/default/since.txt')));
        t.true(existsSync(join(dataDir, 'before-restore/storage/default/since.txt')));
        t.false(readdirSync(dataDir).some((name) => name.startsWith('rest')));
    }
});

test('a log that the old store has left is not read by the new one', async (t) => {
    const dataDir = await undecided(t);
    await decide(dataDir, () => undefined);
    writeFileSync(join(dataDir, 'app.db-wal'), 'a log of before');
    await exchange(dataDir);
    t.true(existsSync(join(dataDir, 'before-restore/app.db-wal')));
    t.is(await balanceOf(dataDir), 20);
});

test('restore erases candidates erased since the backup, by erasures file or old database [P47]', async (t) => {
    const testApp = await createTestApp(t);
    const { council, id } = await planted(testApp);
    const run = (args: string[], env = {}) => typed(testApp.folder, args, { env });
    const to = join(testApp.folder, 'backups', 'one');
    t.is((await run(['backup', '--to', to])).code, 0);
    t.true((await found(testApp)).length > 5);
    t.is((await council.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
    await testApp.store.close();
    const erasedBy = async (env: Record<string, string>, ...more: string[]) => {
        const { out } = await run(['restore', '--from', to, '--trust', '--json', ...more], env);
        return (JSON.parse(out) as { erased: number }).erased;
    };
    t.is(await erasedBy({}), 1, 'by the store that is replaced');
    const rows = await rowsOver(testApp.folder);
    t.is(
        [...rows].filter(
            (row) => row.startsWith('screens ') && row.includes(`"id":"${id}"`) && /zephyrine/i.test(row)
        ).length,
        0
    );
    for (const name of ['app.db', 'before-restore']) rmSync(join(testApp.folder, name), { recursive: true });
    rmSync(join(testApp.folder, 'backups/erasures.jsonl'), { force: true });
    t.is((await run(['restore', '--from', to, '--trust'])).code, 1, 'nothing says whom');
    t.is(await erasedBy({}, '--without-erasures'), 0);
    rmSync(join(testApp.folder, 'app.db'));
    const lines = `${JSON.stringify({ screen_id: id, at: '2026-01-01T00:00:00Z' })}\n`;
    put(testApp.folder, { 'elsewhere/erasures.jsonl': lines });
    const unsigned = await run(['restore', '--from', to], { BACKUP_DIR: join(testApp.folder, 'elsewhere') });
    t.is(unsigned.code, 1);
    t.regex(unsigned.err, /^Line 1 of .*erasures\.jsonl was changed.*[Aa]dd --trust/);
    t.is(await erasedBy({ BACKUP_DIR: join(testApp.folder, 'elsewhere') }), 1, 'by the file of BACKUP_DIR');
    rmSync(join(testApp.folder, 'app.db'));
    put(testApp.folder, { 'backups/erasures.jsonl': lines });
    t.is(await erasedBy({ BACKUP_DIR: join(testApp.folder, 'nowhere') }), 1, 'by the file beside the backup');
    t.true(Object.keys(filesIn(to)).length > 0);
});

test('no command works on data that a restore is bringing into a database', async (t) => {
    const dataDir = folderFor(t);
    await beginDraft(dataDir);
    t.is((await typed(dataDir, ['credits', 'show'])).code, 0, 'until then a restore has changed nothing');
    await markLoading(dataDir, 'an epoch');
    const { code, err } = await typed(dataDir, ['credits', 'show']);
    t.is(code, 75);
    t.regex(err, /^A restore is running in this data folder or was interrupted/);
});

test('invalid secrets are refused, and those of the folder need not be readable', async (t) => {
    const folder = folderFor(t);
    const [ofBackup, ofFolder] = [join(folder, 'backup.json'), join(folder, 'secrets.json')];
    const restored = (text: string) => {
        writeFileSync(ofBackup, text);
        return restoredSecrets(ofBackup, { ofFolder, passphrase: undefined });
    };
    const message = 'This backup cannot be used: its secrets file is invalid.';
    const short = { ...secrets, jwt: 'short' };
    for (const text of ['no JSON', 'null', '"secret"', '{}', JSON.stringify(short)])
        await t.throwsAsync(restored(text), { instanceOf: Refusal, message }, text);
    writeFileSync(ofFolder, 'damaged');
    t.like(await restored(JSON.stringify(secrets)), secrets);
    writeFileSync(ofFolder, '\u{FEFF}{"backup":"the key of this folder"}');
    t.like(await restored(JSON.stringify(secrets)), { backup: 'the key of this folder' });
});
