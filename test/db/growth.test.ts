// A store of years: lists are read from indexes, and no count goes on for ever.
import test from 'ava';
import { listAudit, record } from '../../db/record/audit.ts';
import { attemptsOf, purgeAttempts, recordAttempt } from '../../db/jobs/attempts.ts';
import { listJobs, overview } from '../../db/support/listing.ts';
import { enqueue, finishJobs, jobs as jobRows } from '../../db/jobs/ledger.ts';
import { listMails, mails } from '../../db/jobs/mails.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';

const folder = openStoreFolder();
test.after.always(() => folder.remove());

test('a list counts up to 10,000 rows and shows that there are more', async (t) => {
    const store = await folder.fresh();
    t.teardown(() => store.close());
    await store.write((tx) => enqueue(tx, 'send-mail', { mailId: 'first' }, 1));
    const [first] = await store.read.select().from(jobRows);
    if (!first) throw new Error('the job is not there');
    const copy = (rows: number) =>
        store.write(async (tx) => {
            const copies = Array.from({ length: rows }, (_, i) => ({
                ...first,
                id: `${i}-${rows}`,
                state: 'done' as const
            }));
            for (let from = 0; from < rows; from += 1000)
                await tx.insert(jobRows).values(copies.slice(from, from + 1000));
        });
    await copy(9999);
    const all = { limit: 1, offset: 0 };
    const exactly = await listJobs(store.read, all);
    t.like(exactly, { total: 10_000, more: undefined });
    await copy(1);
    t.like(await listJobs(store.read, all), { total: 10_000, more: true });
    t.like(await listJobs(store.read, { ...all, state: 'pending' }), { total: 1, more: undefined });
    t.deepEqual((await overview(store.read, 0)).more, []);
    await copy(2);
    const { jobs, more } = await overview(store.read, 0);
    t.is(jobs['done'], 10_000);
    t.deepEqual(more, ['jobs.done']);
});

test('emails with the same start of the address are limited to 500, and the list says so', async (t) => {
    const store = await folder.fresh();
    t.teardown(() => store.close());
    const mail = { kind: 'test', toName: '', about: {}, state: 'sent', createdAt: 1 } as const;
    const add = (from: number, to: number, toEmail: string) =>
        store.write(async (tx) => {
            const rows = Array.from({ length: to - from }, (_, i) => ({
                ...mail,
                id: String(from + i).padStart(6, '0'),
                toEmail
            }));
            for (let at = 0; at < rows.length; at += 1000)
                await tx.insert(mails).values(rows.slice(at, at + 1000));
        });
    await add(0, 500, 'ada@example.test');
    await add(2000, 4000, 'grace@example.test'); // the newest 2,000
    const found = async () => listMails(store.read, { text: 'Ada@', state: 'sent', limit: 1, offset: 0 });
    t.like(await found(), { total: 500, more: undefined });
    await add(4000, 4001, 'ada@example.test');
    t.like(await found(), { total: 501, more: true });
});

test('actions are found by the start of their name, newest first, among many kinds', async (t) => {
    const store = await folder.fresh();
    t.teardown(() => store.close());
    const acts = 'sage.status deal.send sage.copy sages sage.status sage.copy user.add sage.status'.split(
        ' '
    );
    await store.write(async (tx) => {
        for (const [n, act] of acts.entries())
            await record(tx, { by: { name: 'cli' }, act, target: `sage:${n % 2}`, at: n });
    });
    const found = async (search: object) => {
        const { items, total } = await listAudit(store.read, { limit: 50, offset: 0, ...search });
        return { at: items.map(({ at }) => at), total };
    };
    t.deepEqual(await found({ act: 'sage.' }), { at: [7, 5, 4, 2, 0], total: 5 });
    t.deepEqual(await found({ act: 'Sage' }), { at: [7, 5, 4, 3, 2, 0], total: 6 });
    t.deepEqual(await found({ act: 'sage.', limit: 2, offset: 1 }), { at: [5, 4], total: 5 });
    t.deepEqual(await found({ act: 'sage.', target: 'sage:0' }), { at: [4, 2, 0], total: 3 });
    t.deepEqual(await found({ act: 'sage.status' }), { at: [7, 4, 0], total: 3 });
    t.deepEqual(await found({ act: 'nothing' }), { at: [], total: 0 });
    t.deepEqual(await found({ act: '%' }), { at: [], total: 0 });
});

test('jobs of a run, screen or email are found by its id, also when they are done', async (t) => {
    const store = await folder.fresh();
    t.teardown(() => store.close());
    const [mail, step] = await store.write(async (tx) => [
        await enqueue(tx, 'send-mail', { mailId: 'aaaa-1' }, 1),
        await enqueue(tx, 'build-step', { runId: 'run_abc', step: 3 }, 1)
    ]);
    await store.write((tx) => finishJobs(tx, [step ?? ''], 2));
    const found = async (text: string) =>
        (await listJobs(store.read, { text, limit: 50, offset: 0 })).items.map(({ id }) => id);
    t.deepEqual(await found('aaaa'), [mail]);
    t.deepEqual(await found('run_abc'), [step]);
    t.deepEqual(await found('RUN_ABC'), [step]);
    t.deepEqual(await found(step ?? ''), [step]);
    t.deepEqual(await found('abc'), []);
});

test('old failed attempts are deleted in portions, oldest first, and newer ones are kept', async (t) => {
    const store = await folder.fresh();
    t.teardown(() => store.close());
    const attempt = { jobId: 'one', number: 1, code: 'ECONNREFUSED', words: null };
    await store.write(async (tx) => {
        for (const at of [5, 1, 4, 2, 3]) await recordAttempt(tx, { ...attempt, at });
        await recordAttempt(tx, { ...attempt, jobId: 'another', at: 4 });
    });
    const left = async () => (await attemptsOf(store.read, 'one')).map(({ at }) => at);
    const purge = () => store.write((tx) => purgeAttempts(tx, 4, 2));
    t.is(await purge(), 2);
    t.deepEqual(await left(), [5, 4, 3]);
    t.is(await purge(), 1);
    t.is(await purge(), 0);
    t.deepEqual(await left(), [5, 4]);
});
