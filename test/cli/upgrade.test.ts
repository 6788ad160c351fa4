// What a start would do, shown before it is done.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Sqlite from 'better-sqlite3';
import { previewUpgrade } from '../../db/installation/upgrade.ts';
import { openStore } from '../../db/store/index.ts';
import { knownMigrations } from '../../db/store/migrations.ts';
import { copyOf } from '../db/stores/from.ts';
import { typed } from '../support/servers/command-line.ts';
import { folderFor } from '../support/runs/folder.ts';

const tags = knownMigrations().map(({ tag }) => tag);

interface Ahead {
    ok: boolean;
    last_migration: string | null;
    pending: string[];
    bytes: number;
    bytes_needed: number;
    unknown_settings: string[];
    new_secrets: string[];
    next: string;
    checks: { check: string; ok: boolean; problems: string[] }[];
}

function folderOf(t: ExecutionContext) {
    const folder = folderFor(t);
    return { folder, file: join(folder, 'app.db') };
}

async function check(folder: string, env: Record<string, string> = {}) {
    const { code, out, err } = await typed(folder, ['upgrade', 'check', '--json'], {
        env: { DATABASE_URL: '', ...env },
        started: false
    });
    return { code, err, ahead: JSON.parse(out) as Ahead };
}

/** Every file of the folder, by its name and what is in it. */
const contentsOf = (folder: string) =>
    Object.fromEntries(
        readdirSync(folder).map((name) => [
            name,
            createHash('sha256')
                .update(readFileSync(join(folder, name)))
                .digest('hex')
        ])
    );

const problemsIn = ({ checks }: Ahead) => checks.flatMap(({ problems }) => problems);

test('without a store a start would create one, and the check creates nothing', async (t) => {
    const { folder } = folderOf(t);
    const { code, ahead } = await check(join(folder, 'data'));
    t.is(code, 0);
    t.like(ahead, {
        ok: true,
        last_migration: null,
        pending: tags,
        next: 'Starting creates a new database.'
    });
    t.false(existsSync(join(folder, 'data')));
});

test('the upgrade check shows what a start would change in an older database', async (t) => {
    const { folder, file } = copyOf(t);
    const before = contentsOf(folder);
    const { code, ahead } = await check(folder);
    t.is(code, 0);
    const [baseline, ...pending] = tags;
    t.like(ahead, { ok: true, last_migration: baseline, pending, bytes_needed: 2 * ahead.bytes });
    t.is(ahead.bytes, readFileSync(file).length);
    t.is(ahead.new_secrets.length, 5);
    t.regex(ahead.next, /app\.db\.before-migration/);
    t.deepEqual(contentsOf(folder), before);
    await openStore(file).close();
    const { ahead: after } = await check(folder);
    t.like(after, { ok: true, pending: [], bytes_needed: 0, next: 'Starting does not change the database.' });
});

test('the upgrade check lists pending migrations, their cost, and each check in a table', async (t) => {
    const { folder, file } = copyOf(t);
    const { out } = await typed(folder, ['upgrade', 'check'], { env: { DATABASE_URL: '' }, started: false });
    for (const tag of tags.slice(1)) t.true(out.includes(tag), tag);
    t.regex(out, /^cost +\d+ migrations of \d+ MB: \d+ MB of disk for the copy and the log;/m);
    t.regex(out, /^there is enough disk space +(true|yes)/m);
    await openStore(file).close();
    const { out: after } = await typed(folder, ['upgrade', 'check'], {
        env: { DATABASE_URL: '' },
        started: false
    });
    t.regex(after, /^cost +nothing$/m);
});

test('the check only reads a store that is in use or was not closed', async (t) => {
    const { folder, file } = folderOf(t);
    const store = openStore(file);
    const before = readdirSync(folder);
    t.is((await check(folder)).code, 0);
    t.deepEqual(readdirSync(folder), before);
    await store.close();
});

test('a store of a newer program, or one whose data have moved, is refused with 78', async (t) => {
    for (const [sql, problem] of [
        [`update __drizzle_migrations set created_at = ${Date.UTC(2100, 0)}`, /written by a newer version/],
        [
            "insert into installation (id, epoch, moved_to, demo_version) values ('one', 'e', '/there', 0)",
            /^The data was moved to \/there/
        ]
    ] as const) {
        const { folder, file } = folderOf(t);
        await openStore(file).close();
        const sqlite = new Sqlite(file);
        sqlite.exec(sql);
        sqlite.close();
        const before = contentsOf(folder);
        const { code, ahead } = await check(folder);
        t.is(code, 78);
        t.false(ahead.ok);
        const [found = '', ...more] = problemsIn(ahead);
        t.regex(found, problem);
        t.deepEqual(more, []);
        t.deepEqual(contentsOf(folder), before);
    }
});

test('the upgrade check reports how much free disk space the copy needs', async (t) => {
    const { folder } = copyOf(t);
    const place = { dataDir: folder, database: undefined, secrets: {} };
    const { ok, checks } = await previewUpgrade(place, async () => 65 * 1024 * 1024);
    t.false(ok);
    t.regex(
        checks.flatMap(({ problems }) => problems).join(),
        /^The data folder needs \d+ MB of free space\. Free: 69 MB\.$/
    );
});

test('unknown settings are named, and a wrong setting gets the error of a start', async (t) => {
    const { folder } = folderOf(t);
    const env = { RATE_LOGNI: '3', LLM_MODEL_FILE: '/x', PATH_OF_OTHERS: 'x', RATE_LOGIN: '3' };
    const { ahead } = await check(folder, env);
    t.deepEqual(ahead.unknown_settings, ['RATE_LOGNI', 'LLM_MODEL_FILE']);
    const wrong = await typed(folder, ['upgrade', 'check'], {
        env: { DATABASE_URL: '', PORT: 'x' },
        started: false
    });
    t.is(wrong.code, 78);
    t.regex(wrong.err, /^PORT /);
});
