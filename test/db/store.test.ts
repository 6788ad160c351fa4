import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import Sqlite from 'better-sqlite3';
import { account, grantCredits } from '../../db/accounts/credits.ts';
import { enqueue, dueJobs } from '../../db/jobs/ledger.ts';
import { openWriter } from '../../db/store/sqlite/transactions.ts';
import { lockInstance, openStore } from '../../db/store/index.ts';
import { folderFor } from '../support/runs/folder.ts';

function newStore(t: ExecutionContext) {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-store-'));
    const file = join(folder, 'app.db');
    const store = openStore(file);
    t.teardown(async () => {
        await store.close();
        rmSync(folder, { recursive: true });
    });
    return { store, file, folder };
}

const grant = { reference: 'r', amount: 5, reason: 'Test', at: 1 };

test('a file that is damaged is named, and the log that was left beside one that was put back', (t) => {
    const folder = folderFor(t);
    const file = join(folder, 'app.db');
    writeFileSync(file, 'x'.repeat(8192));
    const alone = t.throws(() => openStore(file)).message;
    t.true(alone.startsWith(`${file} cannot be used: `), alone);
    t.false(alone.includes('-wal'), alone);
    writeFileSync(`${file}-wal`, '');
    t.regex(t.throws(() => openStore(file)).message, /delete app\.db-wal and app\.db-shm\.$/);
});

test('a write that throws leaves nothing, not even what came before the throw', async (t) => {
    const { store } = newStore(t);
    const failing = store.write(async (tx) => {
        await grantCredits(tx, grant);
        await enqueue(tx, 'send-mail', { mailId: 'a' }, 1);
        throw new Error('no');
    });
    await t.throwsAsync(failing, { message: 'no' });
    t.is((await account(store.read)).balance, 0);
    t.deepEqual(await dueJobs(store.read, 10, 10), []);
});

test('what cannot be committed leaves nothing, and the next write goes through', async (t) => {
    const sqlite = new Sqlite(':memory:');
    t.teardown(() => void sqlite.close());
    sqlite.exec('CREATE TABLE a (id INTEGER PRIMARY KEY, b REFERENCES a DEFERRABLE INITIALLY DEFERRED)');
    const { write } = openWriter(sqlite, { rehearse: false, afterCommit: async () => undefined });
    const insert = (id: number, b: number) =>
        write(async () => sqlite.prepare('INSERT INTO a VALUES (?, ?)').run(id, b));
    await t.throwsAsync(insert(1, 9), { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' });
    await insert(2, 2);
    t.deepEqual(sqlite.prepare('SELECT id FROM a').pluck().all(), [2]);
});

test('a prepared query sees uncommitted rows only inside their own write', async (t) => {
    const { store } = newStore(t);
    await dueJobs(store.read, 10, 10);
    await store.write(async (tx) => {
        await enqueue(tx, 'send-mail', { mailId: 'a' }, 1);
        t.is((await dueJobs(tx, 10, 10)).length, 1);
        t.is((await dueJobs(store.read, 10, 10)).length, 0);
    });
    t.is((await dueJobs(store.read, 10, 10)).length, 1);
});

test('writes run one after the other, however many start at the same time', async (t) => {
    const { store } = newStore(t);
    let inside = 0;
    const writes = Array.from({ length: 50 }, () =>
        store.write(async (tx) => {
            inside += 1;
            t.is(inside, 1);
            await account(tx);
            await Promise.resolve();
            inside -= 1;
        })
    );
    await Promise.all(writes);
});

test('a deferred write runs before the next write, soon without one, and before the store closes', async (t) => {
    const { store, file } = newStore(t);
    const commits: string[] = [];
    store.onCommit(() => commits.push('commit'));
    const soon = store.writeSoon((tx) => grantCredits(tx, grant));
    t.is(await store.write(async (tx) => (await account(tx)).balance), 5);
    t.deepEqual(commits, ['commit'], 'one commit for both');
    await soon;
    await store.writeSoon((tx) => grantCredits(tx, { ...grant, reference: 'by itself' }));
    t.is((await account(store.read)).balance, 10);
    const other = openStore(file);
    const last = other.writeSoon((tx) => grantCredits(tx, { ...grant, reference: 'closed' }));
    await other.close();
    t.is((await account(store.read)).balance, 15);
    await last;
});

test('a write inside a write is an error, not a wait without end', async (t) => {
    const { store } = newStore(t);
    await t.throwsAsync(
        store.write(() => store.write(async () => undefined)),
        { message: /write inside write/ }
    );
});

test('writes that wait are committed together; one that throws undoes itself alone', async (t) => {
    const { store } = newStore(t);
    let commits = 0;
    store.onCommit(() => (commits += 1));
    const writes = Array.from({ length: 40 }, (_, i) =>
        store.write(async (tx) => {
            await grantCredits(tx, { ...grant, reference: String(i), amount: 1 });
            if (i % 4 === 0) throw new Error('no');
        })
    );
    const ended = await Promise.allSettled(writes);
    t.is(ended.filter(({ status }) => status === 'rejected').length, 10);
    t.is((await account(store.read)).balance, 30);
    t.true(commits < 10, `${commits} commits`);
});

test('a crowd of writers leaves room for others between its groups', async (t) => {
    const { store } = newStore(t);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await Promise.all(
        Array.from({ length: 500 }, (_, i) =>
            store.write((tx) => enqueue(tx, 'send-mail', { mailId: String(i) }, i))
        )
    );
    clearInterval(timer);
    t.true(turns > 3, `${turns} turns`);
});

test('a checkpoint during many writes is skipped, and no write is lost', async (t) => {
    const { store } = newStore(t);
    const write = (_: unknown, i: number) =>
        store.write((tx) => enqueue(tx, 'send-mail', { mailId: String(i) }, i));
    const written = Promise.all(Array.from({ length: 500 }, write)).then(() => true);
    const turn = () => setImmediate(false as const);
    let made = 0;
    do {
        store.checkpoint();
        made += 1;
    } while (!(await Promise.race([written, turn()])));
    t.true(made > 5, `${made} checkpoints`);
    t.is((await dueJobs(store.read, 1000, 1000)).length, 500);
});

test('another process that holds the store for a moment is waited for [P14]', async (t) => {
    const { store, file } = newStore(t);
    const other = new Sqlite(file);
    other.exec('BEGIN IMMEDIATE');
    const written = store.write((tx) => grantCredits(tx, grant));
    await setImmediate(); // it has begun before, and met the other
    t.is((await account(store.read)).balance, 0, 'and reading goes on');
    other.exec('COMMIT');
    other.close();
    await written;
    t.is((await account(store.read)).balance, 5);
});

test('the reader cannot write', async (t) => {
    const { store } = newStore(t);
    t.throws(() => (store.read as unknown as { run(query: string): void }).run('DELETE FROM jobs'), {
        message: /Failed to run the query/
    });
});

test('a data folder is held by one process at a time, and none waits for it [P10]', (t) => {
    const file = join(newStore(t).folder, 'instance.lock');
    const lock = lockInstance(file);
    const waits: unknown[] = [];
    const pragma = Reflect.get(Sqlite.prototype, 'pragma');
    t.teardown(() => Reflect.set(Sqlite.prototype, 'pragma', pragma));
    Sqlite.prototype.pragma = function (...asked) {
        waits.push(pragma.call(this, 'busy_timeout', { simple: true }));
        return pragma.apply(this, asked);
    };
    t.throws(() => lockInstance(file), { message: /is using this data folder/ });
    t.deepEqual(waits, [0]);
    lock.release();
    lockInstance(file).release();
});

test('a store from a newer program is refused and left as it is', async (t) => {
    const { store, file } = newStore(t);
    await store.write((tx) => grantCredits(tx, grant));
    const other = new Sqlite(file);
    other.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('future', 99999999999999)");
    other.close();
    t.throws(() => openStore(file), { message: /newer version/ });
    t.is((await account(store.read)).balance, 5);
});

test('the version of the store changes after each commit, also of another process, and only then', async (t) => {
    const { store, file } = newStore(t);
    const before = store.version();
    await account(store.read);
    t.is(store.version(), before);
    await store.write((tx) => grantCredits(tx, grant));
    const here = store.version();
    t.not(here, before);
    const other = new Sqlite(file);
    other.exec("update credits set reason = 'Changed elsewhere'");
    other.close();
    t.not(store.version(), here);
    t.is(store.version(), store.version());
});

test('a store that was small when it was closed finds its rows by key after it has grown', async (t) => {
    const { file, store } = newStore(t);
    await store.write((tx) => enqueue(tx, 'send-mail', { mailId: 'a' }, 1));
    const outside = new Sqlite(file);
    outside.exec('ANALYZE'); // as an administrator's tool may do, and as earlier versions did when they closed the store
    outside.close();
    const again = openStore(file);
    t.teardown(() => again.close());
    await again.write(async (tx) => {
        for (let n = 0; n < 200; n += 1) await enqueue(tx, 'send-mail', { mailId: `${n}` }, 1);
    });
    const reader = new Sqlite(file, { readonly: true });
    t.teardown(() => void reader.close());
    const plan = reader
        .prepare('EXPLAIN QUERY PLAN SELECT * FROM jobs j JOIN jobs k ON k.id = j.id WHERE j.id = (select ?)')
        .all('a');
    t.regex(JSON.stringify(plan), /SEARCH/);
    t.notRegex(JSON.stringify(plan), /SCAN [jk]\b/);
    t.deepEqual(reader.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_stat%'").all(), []);
});

test('a write that changes something outside its transaction is noticed by rehearsed writes', async (t) => {
    const { folder } = newStore(t);
    const store = openStore(join(folder, 'rehearsed.db'), { rehearse: true });
    t.teardown(() => store.close());
    let runs = 0;
    await store.write(async (tx) => {
        runs += 1;
        await grantCredits(tx, grant);
    });
    t.is(runs, 2);
    t.is((await account(store.read)).balance, 5, 'the first run was undone');
});
