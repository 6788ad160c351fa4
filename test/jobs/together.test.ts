import test, { type ExecutionContext } from 'ava';
import { enqueue, findJob, finishJobs } from '../../db/jobs/ledger.ts';
import { listMails, queueTestMail } from '../../db/jobs/mails.ts';
import type { Store, Tx } from '../../db/store/index.ts';
import { beginTogether, endTogether } from '../../jobs/queue/together.ts';
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

async function ending(t: ExecutionContext, count: number) {
    const { store, ids } = await storeWithJobs(t, count);
    const { writes, store: counted } = watched(store);
    const end = endTogether({ store: counted, now: () => 2 });
    /** An effect that can be counted, by the name of a mail. */
    const effectOf = (id: string) => async (tx: Tx) =>
        void (await queueTestMail(tx, `${id}@example.test`, 2));
    const effects = async () => {
        const { items } = await listMails(store.read, { limit: 200, offset: 0 });
        return items.map(({ toEmail }) => toEmail.split('@')[0]).sort();
    };
    const states = () => Promise.all(ids.map(async (id) => (await findJob(store.read, id))?.state));
    return { store, ids, end, effectOf, effects, states, writes };
}

test('jobs that end together end in one write with their effects, and ended ones have none', async (t) => {
    const { store, ids, end, effectOf, effects, writes } = await ending(t, 20);
    const [ended = '', ...others] = ids;
    await store.write((tx) => finishJobs(tx, [ended], 1));
    await Promise.all(ids.map((id) => end(id, effectOf(id))));
    t.is(writes.count, 1);
    t.deepEqual(await effects(), others.toSorted());
    await end(others[0] ?? '', effectOf(others[0] ?? ''));
    t.deepEqual(await effects(), others.toSorted(), 'each takes effect once');
});

test('more than fit into one write end in several', async (t) => {
    const { ids, end, effectOf, effects, writes } = await ending(t, 70);
    await Promise.all(ids.map((id) => end(id, effectOf(id))));
    t.is(writes.count, 3);
    t.deepEqual(await effects(), ids.toSorted());
});

test('a failing effect does not stop the end or the effects of other jobs', async (t) => {
    const { ids, end, effectOf, effects, states } = await ending(t, 3);
    const [first = '', second = '', third = ''] = ids;
    const broken = async (tx: Tx) => {
        await effectOf(second)(tx);
        throw new Error('no effect');
    };
    const ends = await Promise.allSettled([
        end(first, effectOf(first)),
        end(second, broken),
        end(third, effectOf(third))
    ]);
    t.deepEqual(
        ends.map((one) => (one.status === 'rejected' ? String(one.reason) : 'ended')),
        ['ended', 'Error: no effect', 'ended']
    );
    t.deepEqual(await effects(), [first, third].toSorted());
    t.deepEqual(await states(), ['done', 'pending', 'done']);
});
