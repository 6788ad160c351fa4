import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Sqlite from 'better-sqlite3';
import { enqueue } from '../../db/jobs/ledger.ts';
import { openStore, type Store } from '../../db/store/index.ts';

function newStore(t: ExecutionContext) {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-checkpoints-'));
    const file = join(folder, 'app.db');
    const store = openStore(file);
    const other = new Sqlite(file);
    t.teardown(async () => {
        other.close();
        await store.close();
        rmSync(folder, { recursive: true });
    });
    /** The pages in the log that are not in the database file yet. */
    const waiting = () => {
        const [{ log, checkpointed }] = other.pragma('wal_checkpoint(NOOP)') as [
            Record<'log' | 'checkpointed', number>
        ];
        return log - checkpointed;
    };
    return { store, waiting };
}

/** A write of more than a thousand pages, and fewer than SQLite moves by itself. */
const longWrite = (store: Store) =>
    store.write(async (tx) => {
        for (let n = 0; n < 200; n += 1)
            await enqueue(tx, 'send-mail', { mailId: `${n}`.padStart(10_000, 'x') }, 1);
    });

test('a long log is moved before the next write, not in the commit, which would block', async (t) => {
    const { store, waiting } = newStore(t);
    await longWrite(store);
    t.true(waiting() > 1000);
    await store.write(async () => t.is(waiting(), 0));
});

test('a log of a few pages is moved immediately on request', async (t) => {
    const { store, waiting } = newStore(t);
    t.true(await store.forgetDeleted(), 'what the migrations wrote is moved');
    await store.write((tx) => enqueue(tx, 'send-mail', { mailId: 'a' }, 1));
    t.true(waiting() > 0);
    store.checkpoint();
    t.is(waiting(), 0);
});

test('a store closes although its log is just being moved', async (t) => {
    const { store, waiting } = newStore(t);
    await longWrite(store);
    store.checkpoint();
    await t.notThrowsAsync(store.close());
    t.is(waiting(), 0);
});
