// A backup may have been changed by a third party: changed, added, removed and invented files are found.
import {
    appendFileSync,
    copyFileSync,
    existsSync,
    linkSync,
    mkdirSync,
    readFileSync,
    renameSync,
    rmSync,
    symlinkSync,
    truncateSync,
    writeFileSync
} from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import test from 'ava';
import Sqlite from 'better-sqlite3';
import { backedUp, elsewhere } from '../support/stores/backups.ts';
import { isOnPostgres } from '../support/stores/databases.ts';

interface Listed {
    files: { path: string; size: number; sha256: string }[];
    folders: string[];
    bytes: number;
    [name: string]: unknown;
}

const manifestOf = (to: string) => JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8')) as Listed;
const rewrite = (to: string, change: (manifest: Listed) => unknown) => {
    const manifest = manifestOf(to);
    change(manifest);
    writeFileSync(join(to, 'manifest.json'), JSON.stringify(manifest));
};

const withFile = (said: object) => (to: string) =>
    rewrite(to, ({ files }) =>
        files.splice(1, 1, ...files.slice(1, 2).map((file) => ({ ...file, ...said })))
    );

/** Attacks by a person who can write the folder and has no key, and the error that each one gets. */
const attacks: Record<string, [change: (to: string) => void, says: RegExp]> = {
    'a changed object': [
        (to) => appendFileSync(join(to, 'storage/default/a.txt'), '!'),
        /a\.txt was changed/
    ],
    'an object without an end': [
        (to) => truncateSync(join(to, 'storage/default/a.txt'), 2 ** 40),
        /a\.txt was changed/
    ],
    'a folder in the place of the store': [
        (to) =>
            rewrite(to, (one) => {
                const [store] = one.files.splice(0, 1);
                one.bytes -= store?.size ?? 0;
                one.folders.push('store.db');
                rmSync(join(to, 'store.db'));
                mkdirSync(join(to, 'store.db'));
            }),
        /unknown path "store\.db"/
    ],
    'a file in the place of the objects': [
        (to) =>
            rewrite(to, ({ files }) => void files.push({ path: 'storage', size: 0, sha256: '0'.repeat(64) })),
        /unknown path "storage"/
    ],
    'a missing object': [(to) => rmSync(join(to, 'storage/mine/c')), /storage\/mine\/c is missing/],
    'a log that SQLite would read': [
        (to) => writeFileSync(join(to, 'store.db-wal'), ''),
        /-wal is not listed/
    ],
    'a folder in the place of an object': [
        (to) => {
            rmSync(join(to, 'storage/mine/c'));
            mkdirSync(join(to, 'storage/mine/c'));
        },
        /storage\/mine\/c is a folder/
    ],
    'a link in the place of an object': [
        (to) => {
            rmSync(join(to, 'storage/default/a.txt'));
            symlinkSync('/etc/hostname', join(to, 'storage/default/a.txt'));
        },
        /a\.txt is a link/
    ],
    'a link in the place of a folder': [
        (to) => {
            renameSync(join(to, 'storage'), `${to}-storage`);
            symlinkSync(`${to}-storage`, join(to, 'storage'));
        },
        /storage is a link/
    ],
    'a link in the place of the manifest': [
        (to) => {
            renameSync(join(to, 'manifest.json'), `${to}-manifest`);
            symlinkSync(`${to}-manifest`, join(to, 'manifest.json'));
        },
        /manifest\.json in .* cannot be read \(ELOOP\)/
    ],
    'a path that leads out': [withFile({ path: 'storage/../../x' }), /unknown path "storage\/\.\.\/\.\.\/x"/],
    'a path with an empty part': [withFile({ path: 'storage//x' }), /unknown path "storage\/\/x"/],
    'a path with a part that is a dot': [withFile({ path: 'storage/./x' }), /unknown path "storage\/\.\/x"/],
    'an absolute path': [withFile({ path: '/etc/passwd' }), /unknown path "\/etc\/passwd"/],
    'a path beside the store': [
        (to) => rewrite(to, ({ folders }) => void folders.push('postgres/data')),
        /unknown path "postgres\/data"/
    ],
    'a file twice': [
        (to) => rewrite(to, ({ files }) => void files.push(...files.slice(0, 1))),
        /duplicate entry/
    ],
    'sizes that do not add up': [(to) => rewrite(to, (one) => void (one.bytes += 1)), /do not add up/],
    'a size that is none': [withFile({ size: -1 }), /a file has no size/],
    'no JSON': [(to) => writeFileSync(join(to, 'manifest.json'), '{'), /not a JSON object/],
    'a list': [(to) => writeFileSync(join(to, 'manifest.json'), '[]'), /not a JSON object/],
    'a later format': [(to) => rewrite(to, (one) => void (one['format'] = 2)), /created by a newer version/]
};

test('what was changed in a backup is found, whatever it is', async (t) => {
    const { run, to, folder } = await backedUp(t);
    for (const [name, [change, says]] of Object.entries(attacks)) {
        const copy = join(folder, name);
        copyAll(to, copy);
        change(copy);
        const { code, err, out } = await run(['backup', 'verify', copy]);
        t.is(code, 1, `${name}: ${out}`);
        t.regex(err, says, name);
    }
});

test('a file that the manifest does not name is left out, and named', async (t) => {
    const { run, to, dataDir } = await backedUp(t);
    for (const name of ['.DS_Store', 'storage/default/Thumbs.db', 'app.db'])
        writeFileSync(join(to, name), 'not of the backup');
    const { code, out, err } = await run(['backup', 'verify', to, '--json']);
    t.is(code, 0, err);
    const { left_out } = JSON.parse(out) as { left_out: string[] };
    t.deepEqual(left_out.toSorted(), ['.DS_Store', 'app.db', 'storage/default/Thumbs.db']);
    if (isOnPostgres) return; // a restore needs an empty database
    const restored = await run(['restore', '--from', to, '--json', '--without-erasures']);
    t.is(restored.code, 0, restored.err);
    t.is((JSON.parse(restored.out) as { left_out: string[] }).left_out.length, 3);
    t.false(existsSync(join(dataDir, 'storage/default/Thumbs.db')));
});

function copyAll(from: string, to: string) {
    mkdirSync(join(to, 'storage/default/a folder'), { recursive: true });
    mkdirSync(join(to, 'storage/mine'));
    for (const { path } of [...manifestOf(from).files, { path: 'manifest.json' }])
        copyFileSync(join(from, path), join(to, path));
}

/** Writes a new manifest, as a person can who can write the folder and has no key. */
function restate(to: string) {
    rewrite(to, (manifest) => {
        manifest.files = manifest.files.map(({ path }) => {
            const content = readFileSync(join(to, path));
            return { path, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
        });
        manifest.bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
    });
}

test('a manifest that fits a changed backup is not proved without the key', async (t) => {
    const { folder, run, to } = await backedUp(t);
    const other = elsewhere(folder);
    const proved = async (env: Record<string, string> = {}, verify = run) =>
        (JSON.parse((await verify(['backup', 'verify', to, '--json'], env)).out) as { proved: boolean })
            .proved;
    t.true(await proved());
    t.true(await proved({ BACKUP_SECRET: 'another key'.repeat(4) }), 'the drawn one is known still');
    t.false(await proved({ BACKUP_SECRET: 'another key'.repeat(4) }, other.run));
    appendFileSync(join(to, 'storage/default/a.txt'), '!');
    restate(to);
    t.false(await proved());
});

test('a damaged store, or one with triggers, is not accepted in a backup', async (t) => {
    const { run, to, folder } = await backedUp(t);
    const says = async (name: string, change: (file: string) => void) => {
        const copy = join(folder, name);
        copyAll(to, copy);
        change(join(copy, 'store.db'));
        restate(copy);
        const { code, err } = await run(['backup', 'verify', copy]);
        t.is(code, 1, name);
        return err;
    };
    const sql = (text: string) => (file: string) => {
        const sqlite = new Sqlite(file);
        sqlite.exec(text);
        sqlite.close();
    };
    const act = 'create trigger act after delete on sessions begin delete from users; end';
    t.regex(await says('trigger', sql(act)), /act is not one of its tables/);
    t.regex(await says('view', sql('create view seen as select 1')), /seen is not one of its tables/);
    t.regex(
        await says('module', sql('create virtual table words using fts5(text)')),
        /words is not one of its tables/
    );
    t.regex(await says('log', sql('pragma journal_mode = wal')), /it has a log/);
    t.regex(await says('text', (file) => writeFileSync(file, 'no store'.repeat(9))), /SQLITE_NOTADB/);
    const orphan = "pragma foreign_keys = off; insert into sessions values ('x', 999, 1, 1, '')";
    t.regex(await says('orphan', sql(orphan)), /orphan/);
    const torn = (file: string) => {
        const bytes = readFileSync(file);
        bytes.fill(0x5a, 8192, 40_960);
        writeFileSync(file, bytes);
    };
    t.regex(await says('torn', torn), /its database is damaged/);
});

test('a second name of one file is a file as any other', async (t) => {
    const { run, to, folder } = await backedUp(t);
    linkSync(join(to, 'storage/default/a.txt'), join(folder, 'second'));
    t.is((await run(['backup', 'verify', to])).code, 0);
});
