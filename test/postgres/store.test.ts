// The store on PostgreSQL: transactions that are tried again, and connections that end.
import test, { type ExecutionContext } from 'ava';
import { eq, sql } from '../../db/store/drizzle.ts';
import { contexts, createContext } from '../../db/sages/contexts.ts';
import { grantCredits, holdCredits, auditCredits } from '../../db/accounts/credits.ts';
import { changeUser, createUser, findUser, users } from '../../db/accounts/users.ts';
import { modelUsage } from '../../db/judgement/model-usage.ts';
import { isStoreStuck, type Tx } from '../../db/store/index.ts';
import { cachedUntilCommit } from '../../db/store/commit-cache.ts';
import { openPostgres } from '../../db/store/postgres/index.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { marksIn } from '../support/stores/marks.ts';
async function openTwo(t: ExecutionContext) {
    const { url, rule } = await createDatabase();
    const open = async (named = true) => {
        const store = await openPostgres({ url, named });
        t.teardown(() => store.close());
        return store;
    };
    const kill = () =>
        rule((name) => `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    return { one: await open(), other: await open(), open, kill, rule };
}

const mark = (tx: Tx, name: string, context = '0') => createContext(tx, { name, context }, 1);
/** Reads a number and writes the next one, as only one transaction after another may. */
async function count(tx: Tx) {
    const [row] = await tx
        .select({ context: contexts.context })
        .from(contexts)
        .where(eq(contexts.name, 'counter'));
    const next = String(Number(row?.context) + 1);
    await tx.update(contexts).set({ context: next }).where(eq(contexts.name, 'counter'));
    return Number(next);
}

test('a write that throws saves nothing, and parallel writes are saved', async (t) => {
    const { one } = await openTwo(t);
    const ended = await Promise.allSettled(
        ['a', 'b', 'c', 'd'].map((name) =>
            one.write(async (tx) => {
                await mark(tx, name);
                if (name === 'b' || name === 'd') throw new Error(`no ${name}`);
                return name;
            })
        )
    );
    t.deepEqual(
        ended.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason))),
        ['a', 'Error: no b', 'c', 'Error: no d']
    );
    t.deepEqual(await marksIn(one), ['a', 'c']);
});

test('a failed statement fails its write, even when the error was caught', async (t) => {
    const { one } = await openTwo(t);
    const wrong = (tx: Tx) =>
        tx
            .select({ no: sql`no_such_column` })
            .from(contexts)
            .catch(() => []);
    const alone = one.write(async (tx) => {
        await mark(tx, 'lost');
        await wrong(tx);
    });
    await t.throwsAsync(alone, { message: /no_such_column/ });
    const among = [
        one.write((tx) => mark(tx, 'first')),
        one.write(wrong),
        one.write((tx) => mark(tx, 'last'))
    ];
    const ends = (await Promise.allSettled(among)).map(({ status }) => status);
    t.deepEqual(ends, ['fulfilled', 'rejected', 'fulfilled']);
    t.deepEqual(await marksIn(one), ['first', 'last']);
});

test('writes of two processes that look before they write are tried again until each is in', async (t) => {
    const { one, other } = await openTwo(t);
    await one.write((tx) => mark(tx, 'counter'));
    const writes = Array.from({ length: 40 }, (_, i) => (i % 2 ? one : other).write(count));
    const counted = await Promise.all(writes);
    t.deepEqual(
        counted.toSorted((a, b) => a - b),
        Array.from({ length: 40 }, (_, i) => i + 1)
    );
});

test('of a hundred credits no two processes hold more than a hundred', async (t) => {
    const { one, other } = await openTwo(t);
    await one.write((tx) => grantCredits(tx, { reference: 'test', amount: 10, reason: 'Test', at: 1 }));
    const holds = Array.from({ length: 24 }, (_, i) =>
        (i % 2 ? one : other).write((tx) => holdCredits(tx, `hold ${i}`, 1, { by: null, at: 1 }))
    );
    const held = (await Promise.allSettled(holds)).filter(({ status }) => status === 'fulfilled');
    t.is(held.length, 10);
    t.deepEqual(await auditCredits(one.read), []);
});

test('who is logged in is looked up again after another process has written', async (t) => {
    const { one, other } = await openTwo(t);
    const ada = { login: 'ada', email: 'ada@example.test', passwordHash: '-', role: 'support' } as const;
    await one.write((tx) => createUser(tx, { ...ada, displayName: 'Ada' }, 1));
    const nameOf = cachedUntilCommit(one, async (login) => (await findUser(one.read, login))?.displayName);
    t.is(await nameOf('ada', 1), 'Ada');
    await other.write((tx) => changeUser(tx, 'ada', { displayName: 'Countess' }));
    t.is(await nameOf('ada', 1), 'Countess');
});

test('of two administrators who step down at the same time, at two processes, one stays [P43]', async (t) => {
    const { one, other } = await openTwo(t);
    for (const login of ['ada', 'bob']) {
        const user = {
            login,
            email: `${login}@example.test`,
            passwordHash: '-',
            role: 'administrator'
        } as const;
        await one.write((tx) => createUser(tx, user, 1));
    }
    const [ada, bob] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stepDown = (login: string, own: typeof ada, theirs: typeof ada) => async (tx: Tx) => {
        await tx.select().from(users); // both have looked before either of them writes
        own.resolve();
        await theirs.promise;
        await changeUser(tx, login, { role: 'support' });
    };
    const ended = await Promise.allSettled([
        one.write(stepDown('ada', ada, bob)),
        other.write(stepDown('bob', bob, ada))
    ]);
    t.deepEqual(ended.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
});

test('a row that another process creates meanwhile is looked up again, three times', async (t) => {
    const { one, other } = await openTwo(t);
    const row = { month: '2026-01', calls: 1, promptTokens: 0, completionTokens: 0, demoTokens: 0 };
    const make = (tx: Tx) => tx.insert(modelUsage).values(row);
    let tries = 0;
    const begun = Promise.withResolvers<void>();
    const made = begun.promise.then(() => other.write(make));
    await one.write(async (tx) => {
        tries += 1;
        const there = await tx.select().from(modelUsage);
        begun.resolve();
        await made;
        if (there.length === 0) await make(tx);
    });
    t.is(tries, 2);
    tries = 0;
    const never = one.write(async (tx) => {
        tries += 1;
        await make(tx);
    });
    await t.throwsAsync(never, { code: '23505' });
    t.is(tries, 4);
});

test('ended connections are replaced, and the next call succeeds', async (t) => {
    const { one, kill } = await openTwo(t);
    await one.write((tx) => mark(tx, 'before'));
    t.deepEqual(await marksIn(one), ['before']);
    await kill();
    await one.write((tx) => mark(tx, 'after'));
    await kill();
    t.deepEqual(await marksIn(one), ['after', 'before']);
});

test('a connection that ends inside a transaction saves nothing, and the write is repeated', async (t) => {
    const { one, kill } = await openTwo(t);
    let tries = 0;
    await one.write(async (tx) => {
        tries += 1;
        await mark(tx, 'kept');
        if (tries === 1) await kill();
        await tx.select().from(contexts);
    });
    t.is(tries, 2);
    t.deepEqual(await marksIn(one), ['kept']);
});

test('without a reachable database writes and reads fail, and nothing is changed', async (t) => {
    const { one, rule, kill, open } = await openTwo(t);
    await one.write((tx) => mark(tx, 'kept'));
    await rule((name) => `alter database ${name} allow_connections false`);
    await kill();
    for (const asked of [one.write((tx) => mark(tx, 'lost')), marksIn(one)]) {
        const error = await t.throwsAsync(asked);
        t.true(isStoreStuck(error));
    }
    await t.throwsAsync(open(), { message: /Cannot connect|can connect/ });
});

test('unnamed statements do the same', async (t) => {
    const { open } = await openTwo(t);
    const store = await open(false);
    for (let i = 0; i < 3; i += 1) await store.write((tx) => mark(tx, `mark ${i}`));
    t.is((await marksIn(store)).length, 3);
});

test('a deferred write on PostgreSQL runs before the next write and before the store closes', async (t) => {
    const { one, other } = await openTwo(t);
    const soon = one.writeSoon((tx) => mark(tx, 'soon'));
    t.deepEqual(await one.write((tx) => tx.select({ name: contexts.name }).from(contexts)), [
        { name: 'soon' }
    ]);
    await soon;
    void one.writeSoon((tx) => mark(tx, 'at the end'));
    await one.close();
    t.deepEqual(await marksIn(other), ['at the end', 'soon']);
});

test('a write inside a write is an error there too, not a wait without end', async (t) => {
    const { one } = await openTwo(t);
    await t.throwsAsync(
        one.write(async () => one.write(async () => undefined)),
        { message: /write inside write/ }
    );
});

test('a closed store refuses and does not connect again', async (t) => {
    const { url, rule } = await createDatabase();
    const store = await openPostgres({ url, named: true });
    await store.close();
    await t.throwsAsync(marksIn(store), { message: 'the store is closed' });
    await t.throwsAsync(
        store.write((tx) => mark(tx, 'late')),
        { message: 'the store is closed' }
    );
    await t.notThrowsAsync(rule((name) => `drop database ${name}`)); // it cannot be dropped while there is a connection
});
