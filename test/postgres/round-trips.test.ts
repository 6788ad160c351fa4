// What is waited for on PostgreSQL, and what is only sent.
import test, { type ExecutionContext } from 'ava';
import { contexts } from '../../db/sages/contexts.ts';
import { modelUsage } from '../../db/judgement/model-usage.ts';
import { eq, sql, sqliteTable, text } from '../../db/store/drizzle.ts';
import { query } from '../../db/store/query.ts';
import { openPostgres } from '../../db/store/postgres/index.ts';
import { openThroughWire } from '../doubles/wire.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { leaveMark, marksIn } from '../support/stores/marks.ts';
/** A store on a new database, and what speaks to that without the store. */
async function opened(t: ExecutionContext) {
    const { url, run } = await createDatabase();
    const store = await openPostgres({ url, named: true });
    t.teardown(() => store.close());
    return { store, run };
}

const oneMonth = { month: '2026-01', calls: 1, promptTokens: 0, completionTokens: 0, demoTokens: 0 };

test('statements that return no rows are sent behind each other, and only then waited for', async (t) => {
    const { store, turns } = await openThroughWire(t);
    await store.write((tx) => leaveMark(tx, 'before'));
    const before = turns();
    await store.write(async (tx) => {
        for (let made = 0; made < 15; made += 1) await leaveMark(tx, `mark ${made}`);
    });
    t.true(turns() - before < 8, `${turns() - before} turns for 30 inserts`); // a kernel may cut what is sent
    t.is((await marksIn(store)).length, 16);
});

test('a failed deferred write does not fail the writes around it', async (t) => {
    const { store } = await opened(t);
    const ended = await Promise.allSettled([
        store.write((tx) => leaveMark(tx, 'first')),
        store.write(async (tx) => {
            await leaveMark(tx, 'lost');
            for (const _ of [1, 2]) await tx.insert(modelUsage).values(oneMonth);
            await leaveMark(tx, 'lost too');
        }),
        store.write((tx) => leaveMark(tx, 'last'))
    ]);
    t.deepEqual(
        ended.map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : one.status)),
        ['fulfilled', '23505', 'fulfilled']
    );
    t.deepEqual(await marksIn(store), ['first', 'last']);
    t.deepEqual(await store.read.select().from(modelUsage), []);
});

test('more than is left without an answer is written whole', async (t) => {
    const { store } = await opened(t);
    const count = await store.write(async (tx) => {
        for (let made = 0; made < 700; made += 1)
            await tx.insert(modelUsage).values({ ...oneMonth, month: `month ${made}` });
        await tx.update(modelUsage).set({ calls: 2 }).where(eq(modelUsage.month, 'month 699'));
        return (await tx.select().from(modelUsage).where(eq(modelUsage.calls, 2))).length;
    });
    t.is(count, 1);
    t.is((await store.read.select().from(modelUsage)).length, 700);
});

test('a statement that could not be prepared is prepared as soon as it can be', async (t) => {
    const { store, run } = await opened(t);
    const later = sqliteTable('later', { word: text() });
    const words = query<{ word: string | null }>((on) => on.select({ word: later.word }).from(later));
    const asked = () => words.all(store.read);
    await t.throwsAsync(asked(), { code: '42P01' });
    await t.throwsAsync(asked(), { code: '42P01' });
    await run("create table later (word text); insert into later values ('there'), (null)");
    for (let round = 0; round < 6; round += 1)
        t.deepEqual(
            (await Promise.all([asked(), asked()])).flat().map(({ word }) => word),
            ['there', null, 'there', null]
        );
});

const prepared = (column: string) =>
    query<{ value: unknown }>((on) => on.select({ value: sql.raw(column).as('value') }).from(contexts));

test('prepared questions of one turn are one round trip', async (t) => {
    const { store, turns } = await openThroughWire(t);
    await store.write((tx) => leaveMark(tx, 'there'));
    const all = prepared('name');
    await all.all(store.read);
    const before = turns();
    const found = await Promise.all(Array.from({ length: 12 }, () => all.all(store.read)));
    t.is(turns() - before, 1);
    t.deepEqual(
        found.flat().map(({ value }) => value),
        Array.from({ length: 12 }, () => 'there')
    );
});

test('a failed query does not fail other queries of the same turn', async (t) => {
    const { store } = await opened(t);
    await store.write((tx) => leaveMark(tx, 'there'));
    const [right, wrong, breaks] = ['name', 'no_such_column', '1 / (version - 1)'].map(prepared);
    for (let round = 0; round < 3; round += 1) {
        const asked = [right, wrong, right, breaks, right, breaks, right];
        const ended = await Promise.allSettled(asked.map(async (one) => one?.all(store.read)));
        t.deepEqual(
            ended.map((one) =>
                one.status === 'rejected' ? (one.reason as { code: string }).code : one.value?.[0]?.value
            ),
            ['there', '42703', 'there', '22012', 'there', '22012', 'there']
        );
    }
});
