import test, { type ExecutionContext } from 'ava';
import { enqueue, finishJobs } from '../../db/jobs/ledger.ts';
import type { Store } from '../../db/store/index.ts';
import { beginTogether } from '../../jobs/queue/together.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';

const stores = openStoreFolder();
test.after.always(stores.remove);

async function storeWithJobs(t: ExecutionContext, count: number) {
    const store = await stores.fresh();
    t.teardown(() => store.close());
    const ids = await store.write((tx) =>
        Promise.all(Array.from({ length: count }, () => enqueue(tx, 'send-mail', { mailId: 'any' }, 1)))
    );
    return { store, ids };
}

/** Counts the writes of a store, and fails the first of them if asked. */
function watched(store: Store, failing?: Error) {
    const writes = { count: 0 };
    const write: Store['write'] = (work) => {
        writes.count += 1;
        return failing && writes.count === 1 ? Promise.reject(failing) : store.write(work);
    };
    return { writes, store: { ...store, write } };
}

test('jobs that start together are started in one write, each of them once', async (t) => {
    const { store, ids } = await storeWithJobs(t, 20);
    const [done = ''] = ids;
    await store.write((tx) => finishJobs(tx, [done], 1));
    const { writes, store: counted } = watched(store);
    const begin = beginTogether({ store: counted, now: () => 2 });
    const rows = await Promise.all(ids.map((id) => begin(id)));
    t.is(writes.count, 1);
    t.is(rows[0], undefined, 'this one has ended');
    t.deepEqual(
        rows.slice(1).map((row) => [row?.id, row?.task, row?.payload, row?.tries]),
        ids.slice(1).map((id) => [id, 'send-mail', { mailId: 'any' }, 1])
    );
    t.is((await begin(ids[1] ?? ''))?.tries, 2, 'a second attempt is a second write');
});

test('a failed write fails only the jobs that it was to start', async (t) => {
    const { store, ids } = await storeWithJobs(t, 2);
    const begin = beginTogether({ store: watched(store, new Error('busy')).store, now: () => 2 });
    const [first = '', second = ''] = ids;
    await t.throwsAsync(begin(first), { message: 'busy' });
    t.is((await begin(second))?.id, second);
});
