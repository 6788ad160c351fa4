// A database that is lost in the middle of a commit.
import test from 'ava';
import { isStoreInDoubt, isStoreStuck } from '../../db/store/index.ts';
import { openThroughWire } from '../doubles/wire.ts';
import { leaveMark, marksIn } from '../support/stores/marks.ts';
test('a connection lost during the commit is reported as uncertain, and the write not repeated', async (t) => {
    const { store, breakAfter } = await openThroughWire(t);
    let tries = 0;
    breakAfter('commit');
    const error = await t.throwsAsync(
        store.write(async (tx) => {
            tries += 1;
            await leaveMark(tx, 'there');
        })
    );
    t.true(isStoreInDoubt(error));
    t.false(isStoreStuck(error));
    t.is(tries, 1);
    t.deepEqual(await marksIn(store), ['there'], 'this time it was');
    await store.write((tx) => leaveMark(tx, 'after'));
    t.deepEqual(await marksIn(store), ['after', 'there']);
});

test('a write whose connection is lost before the commit is repeated once', async (t) => {
    const { store, breakAfter } = await openThroughWire(t);
    let tries = 0;
    breakAfter('insert');
    await store.write(async (tx) => {
        tries += 1;
        await leaveMark(tx, 'there');
    });
    t.is(tries, 2);
    t.deepEqual(await marksIn(store), ['there']);
});
