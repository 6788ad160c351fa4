// A database that is lost in the middle of a commit.
import test from 'ava';
import { contexts, createContext } from '../../db/sages/contexts.ts';
import { isStoreInDoubt, isStoreStuck, type Store, type Tx } from '../../db/store/index.ts';
import { openThroughWire } from '../doubles/wire.ts';

const mark = (name: string) => (tx: Tx) => createContext(tx, { name, context: '' }, 1);
const names = async ({ read }: Store) =>
    (await read.select({ name: contexts.name }).from(contexts)).map(({ name }) => name).sort();

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
