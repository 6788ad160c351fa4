// A database that is silent: within which time callers hear of it.
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { contexts, createContext } from '../../db/sages/contexts.ts';
import { isStoreStuck, type Store, type Tx } from '../../db/store/index.ts';
import { openThroughWire } from '../doubles/wire.ts';
import { until } from '../support/servers/jobs.ts';
import { livedWhile } from '../support/runs/lived.ts';

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
