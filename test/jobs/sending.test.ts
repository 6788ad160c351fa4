// What a process that is alone hands to its queue, and what it hands over again.
import test, { type ExecutionContext } from 'ava';
import { countCrashes } from '../../db/jobs/crashes.ts';
import { beginAttempts, dueJobs, enqueue, finishJobs, findJob, jobs } from '../../db/jobs/ledger.ts';
import { isAnyDue, markSent, overdueJobs, requeueJobs } from '../../db/jobs/sending.ts';
import { eq } from '../../db/store/drizzle.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';

const stores = openStoreFolder();
test.after.always(stores.remove);

/** A store with a job that may run now, one that may run later, and one that is done. */
async function threeJobs(t: ExecutionContext) {
    const store = await stores.fresh();
    t.teardown(() => store.close());
    const mail = (mailId: string) => store.write((tx) => enqueue(tx, 'send-mail', { mailId }, 1));
    const [now, later, done] = [await mail('now'), await mail('later'), await mail('done')];
    await store.write(async (tx) => {
        await tx.update(jobs).set({ notBefore: 9 }).where(eq(jobs.id, later));
        await finishJobs(tx, [done], 2);
    });
    const states = async () => {
        const found = [];
        for (const id of [now, later, done]) found.push((await findJob(store.read, id))?.state);
        return found;
    };
    const send = (at: number) => store.write((tx) => markSent(tx, [now, later, done], at));
    return { store, now, later, done, states, send, mail };
}

test('only a job that waits and may run now is marked as sent, and it is handed over once', async (t) => {
    const { store, now, states, send, mail } = await threeJobs(t);
    t.deepEqual(
        (await dueJobs(store.read, 5, 10)).map(({ id }) => id),
        [now]
    );
    const next = await mail('next');
    await send(5);
    t.deepEqual(await states(), ['sent', 'pending', 'done']);
    t.deepEqual(
        (await dueJobs(store.read, 5, 10)).map(({ id }) => id),
        [next]
    );
});

test('something is to be done while a job may run or is on its way, and not for one of later', async (t) => {
    const { store, now, send } = await threeJobs(t);
    t.true(await isAnyDue(store.read, 5));
    await send(5);
    t.true(await isAnyDue(store.read, 5), 'it was sent');
    await store.write((tx) => finishJobs(tx, [now], 6));
    t.false(await isAnyDue(store.read, 8));
    t.true(await isAnyDue(store.read, 9));
});

test('a new queue gets what was sent to the one before, and nothing that has ended', async (t) => {
    const { store, now, done, states, send, mail } = await threeJobs(t);
    await send(5);
    const kept = await mail('kept');
    await store.write((tx) => markSent(tx, [kept], 3));
    await store.write((tx) => tx.update(jobs).set({ sentAt: 1 }).where(eq(jobs.id, done)));
    const overdue = (before: number, limit = 9, node?: string) =>
        overdueJobs(store.read, before, { limit, node });
    t.deepEqual(await overdue(3), []);
    t.deepEqual(await overdue(5), [{ id: kept }], 'before then, not at that time');
    t.deepEqual(await overdue(6, 9, 'a'), [{ id: kept }, { id: now }], 'of before there were several nodes');
    t.deepEqual(await overdue(6, 1), [{ id: kept }]);
    await store.write((tx) => requeueJobs(tx, undefined, [now, done]));
    t.deepEqual(await states(), ['pending', 'pending', 'done']);
    t.is((await findJob(store.read, kept))?.state, 'sent', 'the queue still has it');
    await store.write((tx) => tx.update(jobs).set({ holder: 'a' }).where(eq(jobs.id, kept)));
    await store.write((tx) => requeueJobs(tx));
    t.is((await findJob(store.read, kept))?.state, 'pending');
    t.deepEqual(await states(), ['pending', 'pending', 'done']);
});

test('of the jobs that a crash met those are named that have caused as many as they may', async (t) => {
    const { store, now, mail } = await threeJobs(t);
    const crash = async (...ids: string[]) => {
        await store.write((tx) => beginAttempts(tx, ids, 3));
        return (await store.write((tx) => countCrashes(tx, 3))).map(({ id }) => id);
    };
    t.deepEqual(await crash(now), []);
    t.deepEqual(await crash(now), []);
    t.deepEqual(await crash(now, await mail('beside')), [], 'which of two it was nobody knows');
    t.deepEqual(await crash(now), [now]);
});
