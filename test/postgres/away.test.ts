// A database that is silent, and one that is lost in the middle of a commit.
import test, { type ExecutionContext } from 'ava';
import { contexts, createContext } from '../../db/sages/contexts.ts';
import { isStoreInDoubt, isStoreStuck, type Store, type Tx } from '../../db/store.ts';
import { openPostgres } from '../../db/store/postgres/index.ts';
import { openWire } from '../doubles/wire.ts';
import { createDatabase } from '../support/databases.ts';
import { until } from '../support/jobs.ts';

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

async function refusedWithin(t: ExecutionContext, ms: number, asked: () => Promise<unknown>) {
    const began = performance.now();
    const error = await t.throwsAsync(asked());
    t.true(isStoreStuck(error), String(error));
    const took = performance.now() - began;
    t.true(took < ms, `it took ${Math.round(took)} ms`);
}

function isAway(error: unknown) {
    if (!isStoreStuck(error)) throw error;
    return false;
}

// The limits are those of callers, 5 seconds, with room for a machine that is busy.
test('a database that falls silent is told of within 5 seconds, then at once, and asked again', async (t) => {
    const { store, fallSilent, speak } = await openThroughWire(t);
    await store.write(mark('before'));
    t.deepEqual(await names(store), ['before']);
    fallSilent();
    await Promise.all([
        refusedWithin(t, 9000, () => names(store)),
        refusedWithin(t, 9000, () => store.write(mark('lost')))
    ]);
    await refusedWithin(t, 1000, () => names(store));
    speak();
    await until(() => names(store).then(() => true, isAway));
    await store.write(mark('after'));
    t.deepEqual(await names(store), ['after', 'before']);
});

test('where the connection is lost in the commit nobody says that nothing was changed, and nobody repeats it', async (t) => {
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

test('where it is lost before the commit the write is made again, once', async (t) => {
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
