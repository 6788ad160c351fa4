import test, { type ExecutionContext } from 'ava';
import { enqueue, findJob, finishJobs } from '../../db/jobs/ledger.ts';
import { listMails, queueTestMail } from '../../db/jobs/mails.ts';
import type { Store, Tx } from '../../db/store/index.ts';
import { endTogether } from '../../jobs/queue/together.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';

const stores = openStoreFolder();
test.after.always(stores.remove);

async function storeWithJobs(t: ExecutionContext, count: number) {
    const store = await stores.fresh();
    t.teardown(() => store.close());
    const ids = await store.write((tx) =>
        Promise.all(Array.from({ length: count }, () => enqueue(tx, 'refund-credit', { screenId: 'any' }, 1)))
    );
    const writes = { count: 0 };
    const write: Store['write'] = (work) => {
        writes.count += 1;
        return store.write(work);
    };
    const end = endTogether({ store: { ...store, write }, now: () => 2 });
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
    const { store, ids, end, effectOf, effects, writes } = await storeWithJobs(t, 20);
    const [ended = '', ...others] = ids;
    await store.write((tx) => finishJobs(tx, [ended], 1));
    await Promise.all(ids.map((id) => end(id, effectOf(id))));
    t.is(writes.count, 1);
    t.deepEqual(await effects(), others.toSorted());
    await end(others[0] ?? '', effectOf(others[0] ?? ''));
    t.deepEqual(await effects(), others.toSorted(), 'each takes effect once');
});

test('more than fit into one write end in several', async (t) => {
    const { ids, end, effectOf, effects, writes } = await storeWithJobs(t, 70);
    await Promise.all(ids.map((id) => end(id, effectOf(id))));
    t.is(writes.count, 3);
    t.deepEqual(await effects(), ids.toSorted());
});

test('a failing effect does not stop the end or the effects of other jobs', async (t) => {
    const { ids, end, effectOf, effects, states } = await storeWithJobs(t, 3);
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
