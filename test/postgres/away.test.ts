// A database that is silent, and one that is lost in the middle of a commit.
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { contexts, createContext } from '../../db/sages/contexts.ts';
import { isStoreInDoubt, isStoreStuck, type Store, type Tx } from '../../db/store/index.ts';
import { openPostgres } from '../../db/store/postgres/index.ts';
import { openWire } from '../doubles/wire.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { until } from '../support/servers/jobs.ts';
import { livedWhile } from '../support/runs/lived.ts';

async function openThroughWire(t: ExecutionContext) {
    const { url } = await createDatabase();
    const wire = await openWire(t, url);
    const store = await openPostgres({ url: wire.url, named: true });
    t.teardown(() => store.close());
    return { ...wire, store };
}

const mark = (name: string) => (tx: Tx) => createContext(tx, { name, context: '' }, 1);
const names = async ({ read }: Store) =>
    (await read.select({ name: contexts.name }).from(contexts)).map(({ name }) => name).sort();

/** Within the 5 seconds that callers wait. */
async function refusedInTime(t: ExecutionContext, asked: Promise<unknown>) {
    const error = t.throwsAsync(asked);
    const took = await livedWhile(error);
    t.true(isStoreStuck(await error), String(await error));
    t.true(took < 5000, `${took} ms`);
}

/** Before anything can come from anywhere. */
async function refusedAtOnce(t: ExecutionContext, asked: Promise<unknown>) {
    const refusal = asked.catch((error: unknown) => error);
    t.true(isStoreStuck(await Promise.race([refusal, setImmediate('nothing yet')])));
}

function isAway(error: unknown) {
    if (!isStoreStuck(error)) throw error;
    return false;
}

test('a silent database is reported within 5 seconds, then immediately, and used again later', async (t) => {
    const { store, fallSilent, speak } = await openThroughWire(t);
    await store.write(mark('before'));
    t.deepEqual(await names(store), ['before']);
    fallSilent();
    const lost = refusedInTime(t, store.write(mark('lost')));
    await refusedInTime(t, names(store));
    await refusedAtOnce(t, names(store));
    await lost;
    speak();
    await until(() => names(store).then(() => true, isAway));
    await store.write(mark('after'));
    t.deepEqual(await names(store), ['after', 'before']);
});

test('a connection lost during the commit is reported as uncertain, and the write not repeated', async (t) => {
    const { store, breakAfter } = await openThroughWire(t);
    let tries = 0;
    breakAfter('commit');
    const error = await t.throwsAsync(
        store.write(async (tx) => {
            tries += 1;
            await mark('there')(tx);
        })
    );
    t.true(isStoreInDoubt(error));
    t.false(isStoreStuck(error));
    t.is(tries, 1);
    t.deepEqual(await names(store), ['there'], 'this time it was');
    await store.write(mark('after'));
    t.deepEqual(await names(store), ['after', 'there']);
});

test('a write whose connection is lost before the commit is repeated once', async (t) => {
    const { store, breakAfter } = await openThroughWire(t);
    let tries = 0;
    breakAfter('insert');
    await store.write(async (tx) => {
        tries += 1;
        await mark('there')(tx);
    });
    t.is(tries, 2);
    t.deepEqual(await names(store), ['there']);
});
