// Moving the data between a file and a database: nothing is lost, nothing is moved from or to the wrong place.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { beat, joinNodes } from '../../db/jobs/nodes.ts';
import { moveInstallation } from '../../db/installation/moving.ts';
import { lockInstance, openStoreAt, type Store } from '../../db/store/index.ts';
import { typed } from '../support/servers/command-line.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { secretSettings } from '../support/people/roles.ts';
import { contentsOf, fillStore } from '../support/stores/full-store.ts';
import { folderFor } from '../support/runs/folder.ts';

/** A command on the data folder, unless a database is given: tests on PostgreSQL have one of their own for each folder. */
const onFile = (folder: string, args: string[], { env = {} }: { env?: Record<string, string> } = {}) =>
    typed(folder, args, { env: { DATABASE_URL: '', ...env } });

async function filled(t: ExecutionContext) {
    const folder = folderFor(t);
    const file = join(folder, 'app.db');
    await fillStore(file);
    const { url, run } = await createDatabase();
    const move = (to: string, env: Record<string, string> = {}) =>
        onFile(folder, ['store', 'move', '--to', to, '--json'], { env });
    return { folder, file, url, run, move, onDatabase: { DATABASE_URL: url, ...secretSettings } };
}

async function inDatabase(url: string, work: (store: Store) => Promise<unknown>) {
    const store = await openStoreAt({ file: '', database: { url, named: true } });
    try {
        return await work(store);
    } finally {
        await store.close();
    }
}

const quiet = () => undefined;

test('what is moved to a database and back is the same, to the last byte, in every table [P45]', async (t) => {
    const { folder, file, url, move, onDatabase } = await filled(t);
    const there = await move(url);
    t.is(there.code, 0, there.err);
    const left = contentsOf(file);
    t.true(Object.values(left).every((rows) => rows.length > 0 || rows === left['nodes']));
    const copy = join(folder, 'back.db');
    const back = await typed(join(folder, 'new'), ['store', 'move', '--to', copy, '--json'], {
        env: onDatabase,
        started: false
    });
    t.is(back.code, 0, back.err);
    const returned = contentsOf(copy);
    t.deepEqual(Object.keys(returned), Object.keys(left));
    for (const [table, rows] of Object.entries(left))
        if (table !== 'installation') t.deepEqual(returned[table], rows, table);
    const [before] = left['installation'] as Record<string, unknown>[];
    const [after] = returned['installation'] as Record<string, unknown>[];
    t.deepEqual({ ...after, epoch: '' }, { ...before, epoch: '', moved_to: null });
    t.not(after?.['epoch'], before?.['epoch'], 'what a queue still holds is not theirs');
    const digests = ({ out }: { out: string }) =>
        (JSON.parse(out) as { moved: { table: string; sha256: string }[] }).moved
            .filter(({ table }) => table !== 'installation')
            .map(({ sha256 }) => sha256);
    t.deepEqual(digests(back), digests(there));
});

test('a queued job waits again after a move, and numbers continue', async (t) => {
    const { file, url, run, move } = await filled(t);
    t.is((await move(url)).code, 0);
    const states = new Set((contentsOf(file)['jobs'] as { state: string }[]).map(({ state }) => state));
    t.deepEqual([...states], ['pending']);
    await t.notThrowsAsync(
        run("do $$ begin assert (select nextval(pg_get_serial_sequence('users', 'id'))) = 12; end $$")
    );
});

test('the old store cannot be opened until it is reopened', async (t) => {
    const { folder, url, move } = await filled(t);
    t.is((await move(url)).code, 0);
    const shown = await onFile(folder, ['credits', 'show']);
    t.is(shown.code, 78);
    t.regex(shown.err, /^The data was moved to postgres:\/\/localhost\/test_\w+\. Use it there/);
    t.false(shown.err.includes(':test@'), 'no password is shown');
    t.is((await move(url)).code, 78, 'it is not moved twice');
    t.is((await onFile(folder, ['store', 'reopen'])).code, 0);
    t.is((await onFile(folder, ['credits', 'show'])).code, 0);
});

test('nothing is moved while the service runs', async (t) => {
    const { folder, url, move } = await filled(t);
    const lock = lockInstance(join(folder, 'instance.lock'));
    const { code, err } = await move(url);
    t.deepEqual([code, err], [75, 'Another process is using this data folder. Stop it first.\n']);
    lock.release();
    t.is((await move(url)).code, 0);
});

test('nothing is moved while a node beats; one that has died does not hinder', async (t) => {
    const { folder, url, move } = await filled(t);
    t.is((await move(url)).code, 0);
    await inDatabase(url, async (store) => {
        await store.write((tx) => joinNodes(tx, 'a', 1));
        const back = (file: string) =>
            moveInstallation('file', {
                file: join(folder, file),
                database: { url, named: false },
                progress: quiet,
                listen: async () => void (file === 'living.db' && (await store.write((tx) => beat(tx, 'a'))))
            });
        await t.throwsAsync(back('living.db'), {
            message: /^Nodes are using this database \(1\)\. Stop them/
        });
        t.false(existsSync(join(folder, 'living.db')));
        await back('dead.db');
        t.deepEqual(contentsOf(join(folder, 'dead.db'))['nodes'], [], 'and is none of the new place');
    });
});

test('a target that is not empty is left as it is', async (t) => {
    const { folder, file, url, move, onDatabase } = await filled(t);
    await inDatabase(url, (store) => store.write((tx) => joinNodes(tx, 'a', 1)));
    const toDatabase = await move(url);
    t.is(toDatabase.code, 78);
    t.is(toDatabase.err, 'The target is not empty: nodes has rows. Use an empty database.\n');
    t.is((await onFile(folder, ['credits', 'show'])).code, 0, 'the store that was not moved goes on');
    writeFileSync(join(folder, 'there.db'), 'something');
    const toFile = await move(join(folder, 'there.db'), onDatabase);
    t.is(toFile.code, 78);
    t.regex(toFile.err, /there\.db already exists\. Move it away, or use another file name\.\n$/);
    t.true(existsSync(file));
});

test('an interrupted move leaves nothing usable, and can start again [P45]', async (t) => {
    const { folder, url, move, onDatabase } = await filled(t);
    const stop = () => {
        throw new Error('interrupted');
    };
    const place = {
        file: join(folder, 'app.db'),
        database: { url, named: false },
        listen: async () => undefined
    };
    const interrupted = { message: 'interrupted' };
    await t.throwsAsync(
        moveInstallation('database', { ...place, progress: stopWhen('comparing', stop) }),
        interrupted
    );
    t.is((await move(url)).code, 0, 'the database is empty as before');
    const back = { ...place, file: join(folder, 'back.db') };
    await t.throwsAsync(
        moveInstallation('file', { ...back, progress: stopWhen('copying', stop) }),
        interrupted
    );
    t.false(existsSync(back.file));
    t.true(existsSync(`${back.file}.moving`));
    t.is((await move(back.file, onDatabase)).code, 0);
    t.false(existsSync(`${back.file}.moving`));
});

const stopWhen = (phase: string, stop: () => void) => (now: string) => {
    if (now === phase) stop();
};

test('a move requires a valid target, and reports data that are already there', async (t) => {
    const { url, move, onDatabase } = await filled(t);
    t.deepEqual((await move('elsewhere.db')).code, 2);
    const { code, err } = await move(url, onDatabase);
    t.is(code, 2);
    t.regex(err, /the data is already in the database/);
});
