// Several nodes over one store: whose a job is, and what becomes of it when its node is gone.
import test, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import { beat, markNodeDead, joinNodes, leaveNodes, listNodes } from '../../db/jobs/nodes.ts';
import {
    abandonAttempt,
    beginAttempts,
    enqueue,
    failAttempt,
    findJob,
    finishJobs,
    jobs as rows,
    markJobDead,
    type TaskName
} from '../../db/jobs/ledger.ts';
import { claimJobs, dueForNode, overdueJobs, requeueJobs } from '../../db/jobs/sending.ts';
import { contexts } from '../../db/sages/contexts.ts';
import type { Store } from '../../db/store/index.ts';
import type { Jobs } from '../../jobs/job.ts';
import { startAttempts } from '../../jobs/queue/attempts.ts';
import { claimDue } from '../../jobs/queue/claims.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';
import { leaveMark, until } from '../support/servers/jobs.ts';

const log = pino({ level: 'silent' });
const stores = openStoreFolder();
test.after.always(stores.remove);

const mail = (store: Store, name: string) =>
    store.write((tx) => enqueue(tx, 'send-mail', { mailId: name }, 1));
const refund = (store: Store) => store.write((tx) => enqueue(tx, 'refund-credit', { screenId: 'any' }, 1));
const claim = (store: Store, node: string, ...ids: string[]) =>
    store.write((tx) => claimJobs(tx, ids, { node, at: 2 }));
const begin = (store: Store, node: string, ...ids: string[]) =>
    store.write((tx) => beginAttempts(tx, ids, 3, node));

/** A store with the nodes a and b. */
async function twoNodes(t: ExecutionContext) {
    const store = await stores.fresh();
    t.teardown(() => store.close());
    for (const node of ['a', 'b']) await store.write((tx) => joinNodes(tx, node, 1));
    return {
        store,
        job: async (id: string) => {
            const job = await findJob(store.read, id);
            return job && [job.state, job.holder, job.tries, job.crashes];
        },
        declareDead: async (id: string) => {
            const row = (await listNodes(store.read)).find((node) => node.id === id);
            return row !== undefined && store.write((tx) => markNodeDead(tx, row));
        }
    };
}

test('of two nodes that want a job only one gets and starts it', async (t) => {
    const { store } = await twoNodes(t);
    const id = await mail(store, 'one');
    const claims = await Promise.all([claim(store, 'a', id), claim(store, 'b', id)]);
    t.deepEqual(claims.map(({ size }) => size).sort(), [0, 1]);
    const [winner, loser] = claims[0]?.size === 1 ? (['a', 'b'] as const) : (['b', 'a'] as const);
    t.is((await begin(store, loser, id)).length, 0);
    t.is((await begin(store, winner, id)).length, 1);
});

test('a node that was taken for dead ends nothing: the job is of the node that took it [P41]', async (t) => {
    const { store, declareDead, job } = await twoNodes(t);
    const id = await mail(store, 'any');
    const gates = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() };
    const run = (node: 'a' | 'b') => {
        const send = async () => {
            await gates[node].promise;
            return (tx: Parameters<typeof leaveMark>[0]) => leaveMark(tx, node);
        };
        const jobs = { 'send-mail': { maxAttempts: 1, run: send } } as unknown as Jobs;
        const { signal } = new AbortController();
        return startAttempts({ store, jobs, log, now: () => 3, signal, node }).run(id);
    };
    await claim(store, 'a', id);
    const frozen = run('a');
    await until(async () => typeof (await findJob(store.read, id))?.startedAt === 'number');
    t.true(await declareDead('a'));
    await claim(store, 'b', id);
    const other = run('b');
    gates.a.resolve();
    await frozen;
    t.is((await store.read.select().from(contexts)).length, 0, 'the effect of a is left out');
    gates.b.resolve();
    await other;
    t.deepEqual(
        (await store.read.select().from(contexts)).map(({ name }) => name),
        ['b']
    );
    t.like(await job(id), { 0: 'done', 1: 'b' });
});

test('a node that was declared lost cannot fail or release jobs of another node', async (t) => {
    const { store, declareDead, job } = await twoNodes(t);
    const id = await mail(store, 'any');
    await claim(store, 'a', id);
    await begin(store, 'a', id);
    await declareDead('a');
    await claim(store, 'b', id);
    await begin(store, 'b', id);
    const before = await findJob(store.read, id);
    const { signal } = new AbortController();
    await store.write((tx) => failAttempt(tx, id, { code: 'late' }, { at: 1, retryAt: 9, node: 'a' }));
    t.false(await store.write((tx) => markJobDead(tx, id, 'late', 9, { node: 'a' })));
    await store.write((tx) => abandonAttempt(tx, id, 'a'));
    const late = startAttempts({ store, jobs: {} as Jobs, log, now: () => 9, signal, node: 'a' });
    await late.run(id);
    await late.countCrashes();
    t.deepEqual(await findJob(store.read, id), before);
    t.deepEqual(await job(id), ['sent', 'b', 1, 1]);
});

test('a node that has beaten since it was heard last is not declared dead', async (t) => {
    const { store } = await twoNodes(t);
    const [heard] = await listNodes(store.read);
    t.true(await store.write((tx) => beat(tx, 'a')));
    t.false(heard !== undefined && (await store.write((tx) => markNodeDead(tx, heard))));
    t.is((await listNodes(store.read)).length, 2);
});

test('the crash of a node counts only against jobs that ran there, and all its jobs wait again', async (t) => {
    const { store, declareDead, job } = await twoNodes(t);
    const [running, waiting, others] = [
        await mail(store, '1'),
        await mail(store, '2'),
        await mail(store, '3')
    ] as const;
    await claim(store, 'a', running, waiting);
    await claim(store, 'b', others);
    await begin(store, 'a', running);
    await begin(store, 'b', others);
    await declareDead('a');
    t.deepEqual(await job(running), ['pending', null, 0, 1], 'it ran alone there');
    t.deepEqual(await job(waiting), ['pending', null, 0, 0]);
    t.deepEqual(await job(others), ['sent', 'b', 1, 0]);
});

test('a node that is not among the nodes takes nothing until it joins again', async (t) => {
    const { store, declareDead } = await twoNodes(t);
    const id = await mail(store, 'any');
    await declareDead('a');
    t.false(await store.write((tx) => beat(tx, 'a')));
    t.is((await claim(store, 'a', id)).size, 0);
    await store.write((tx) => joinNodes(tx, 'a', 9));
    t.is((await claim(store, 'a', id)).size, 1);
});

test('what a node leaves behind waits for the others', async (t) => {
    const { store, job } = await twoNodes(t);
    const id = await mail(store, 'any');
    await claim(store, 'a', id);
    await store.write((tx) => leaveNodes(tx, 'a'));
    t.deepEqual(await job(id), ['pending', null, 0, 0]);
    t.deepEqual(
        (await listNodes(store.read)).map((node) => node.id),
        ['b']
    );
});

test('a node with a new queue frees what it held there, but not what it still runs', async (t) => {
    const { store, job } = await twoNodes(t);
    const [running, waiting, others, done] = [
        await mail(store, '1'),
        await mail(store, '2'),
        await mail(store, '3'),
        await mail(store, '4')
    ] as const;
    await claim(store, 'a', running, waiting, done);
    await claim(store, 'b', others);
    await begin(store, 'a', running);
    await store.write((tx) => finishJobs(tx, [done], 4, 'a'));
    await store.write((tx) => requeueJobs(tx, 'a'));
    t.like(await job(done), { 0: 'done' }, 'what has ended stays ended');
    t.is((await claim(store, 'a', done)).size, 0);
    const due = async (node: string) =>
        (await dueForNode(store.read, { node, at: 9, limit: 9 })).map(({ id }) => id).toSorted();
    t.deepEqual([await due('a'), await due('b')], [[running, waiting].toSorted(), [waiting]]);
    t.deepEqual(
        [await job(running), await job(waiting), await job(others)],
        [
            ['pending', 'a', 1, 0],
            ['pending', null, 0, 0],
            ['sent', 'b', 0, 0]
        ]
    );
    t.is((await claim(store, 'b', running)).size, 0, 'it runs elsewhere');
    t.is((await claim(store, 'a', running)).size, 1);
    const late = await overdueJobs(store.read, 9, { limit: 10, node: 'b' });
    t.deepEqual(late, [{ id: others }]);
});

const queues = { job: 4, 'send-mail': 2 };
const take = (store: Store, node: string) => claimDue({ store, queues, now: () => 5, node });
const tally = (taken: readonly { task: TaskName }[]) => ({
    mails: taken.filter(({ task }) => task === 'send-mail').length,
    others: taken.filter(({ task }) => task !== 'send-mail').length
});

test('a node takes up to twice its parallel jobs of each queue, and leaves the rest', async (t) => {
    const { store } = await twoNodes(t);
    for (let count = 0; count < 30; count += 1) await mail(store, `mail ${count}`);
    for (let count = 0; count < 20; count += 1) await refund(store);
    const first = [...(await take(store, 'a')), ...(await take(store, 'a'))]; // the first mails hide what is behind them
    t.deepEqual(tally(first), { mails: 4, others: 8 });
    t.deepEqual(await take(store, 'a'), [], 'it has enough');
    const second = [...(await take(store, 'b')), ...(await take(store, 'b'))];
    t.deepEqual(tally(second), { mails: 4, others: 8 });
    const ids = first.map(({ id }) => id);
    await store.write((tx) => finishJobs(tx, ids, 6, 'a'));
    t.deepEqual(tally([...(await take(store, 'a')), ...(await take(store, 'a'))]), { mails: 4, others: 4 });
});

test('jobs for a full queue do not hide jobs for another', async (t) => {
    const { store } = await twoNodes(t);
    for (let count = 0; count < 60; count += 1) await refund(store);
    await mail(store, 'any');
    t.deepEqual(tally(await take(store, 'a')), { mails: 0, others: 8 });
    t.deepEqual(tally(await take(store, 'a')), { mails: 1, others: 0 });
});

test('jobs that may not run yet do not hide jobs that may', async (t) => {
    const { store } = await twoNodes(t);
    const later = await mail(store, 'any');
    for (let count = 0; count < 20; count += 1) await mail(store, `mail ${count}`);
    await store.write(async (tx) => void (await tx.update(rows).set({ notBefore: 99 })));
    t.is((await claim(store, 'a', later)).size, 0);
    await refund(store);
    t.deepEqual(tally(await take(store, 'a')), { mails: 0, others: 1 });
});

test('a node takes more jobs when it has only running ones, without counting waiting attempts', async (t) => {
    const { store } = await twoNodes(t);
    for (let count = 0; count < 12; count += 1) await mail(store, `mail ${count}`);
    const [one, two, three] = await take(store, 'a');
    const fail = async (id = '') => {
        await begin(store, 'a', id);
        await store.write((tx) => failAttempt(tx, id, { code: 'away' }, { at: 1, retryAt: 99, node: 'a' }));
    };
    await fail(one?.id);
    t.deepEqual(await take(store, 'a'), [], 'three are more than two');
    await fail(two?.id);
    t.deepEqual(tally(await take(store, 'a')), { mails: 2, others: 0 });
    await fail(three?.id);
    t.is((await listNodes(store.read)).length, 2);
});
