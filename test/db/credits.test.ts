import test from 'ava';
import fc from 'fast-check';
import { createUser } from '../../db/accounts/users.ts';
import {
    account,
    auditCredits,
    captureHold,
    credits,
    grantCredits,
    holdCredits,
    refundSpend,
    releaseHold,
    spendCredits,
    wasHeld
} from '../../db/accounts/credits.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { Store } from '../../db/store/index.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';

const folder = openStoreFolder();
test.after.always(folder.remove);

const reference = fc.constantFrom('a', 'b', 'c');
const move = fc.oneof(
    fc.record({ kind: fc.constant('grant' as const), reference, amount: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('hold' as const), reference, amount: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('spend' as const), reference, amount: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('capture' as const), reference }),
    fc.record({ kind: fc.constant('release' as const), reference }),
    fc.record({ kind: fc.constant('refund' as const), reference })
);
const ada = { login: 'ada', email: 'ada@example.test', role: 'administrator', passwordHash: '-' } as const;

test('credits are never counted, settled or refunded twice, and never negative', async (t) => {
    await fc.assert(
        fc.asyncProperty(fc.array(move, { maxLength: 40 }), async (moves) => {
            const store = await folder.fresh();
            const model = {
                by: (await store.write((tx) => createUser(tx, ada, 1))).id,
                granted: new Map<string, number>(),
                held: new Map<string, number>(),
                settled: new Map<string, string>(),
                spent: new Map<string, number>(),
                refunded: new Map<string, number>()
            };
            for (const one of moves) await apply(store, one, model);
            const sum = (values: Iterable<number>) => Array.from(values).reduce((a, b) => a + b, 0);
            const captured = sum(
                Array.from(model.settled, ([name, how]) =>
                    how === 'capture' ? (model.held.get(name) ?? 0) : 0
                )
            );
            const open = sum(
                Array.from(model.held, ([name, amount]) => (model.settled.has(name) ? 0 : amount))
            );
            const { balance, held, available } = await account(store.read);
            const spent = sum(model.spent.values()) - sum(model.refunded.values());
            t.is(balance, sum(model.granted.values()) - captured - spent);
            t.is(held, open);
            t.true(available >= 0);
            t.deepEqual(await auditCredits(store.read), []);
            for (const name of 'abc') t.is(await wasHeld(store.read, name), model.held.has(name));
            await store.close();
        }),
        { numRuns: 25 }
    );
});

type Move = typeof move extends fc.Arbitrary<infer M> ? M : never;
type Amounts = Map<string, number>;
interface Model {
    by: number;
    granted: Amounts;
    held: Amounts;
    settled: Map<string, string>;
    spent: Amounts;
    refunded: Amounts;
}

async function apply(store: Store, one: Move, model: Model) {
    const { kind, reference } = one;
    if (kind === 'grant') {
        await store.write((tx) => grantCredits(tx, { reference, amount: one.amount, reason: 'Test', at: 1 }));
        if (!model.granted.has(reference)) model.granted.set(reference, one.amount);
    } else if (kind === 'hold' || kind === 'spend') {
        const of = kind === 'hold' ? model.held : model.spent;
        if ((await take(store, one, model.by)) && !of.has(reference)) of.set(reference, one.amount);
    } else if (kind === 'refund') {
        await store.write((tx) => refundSpend(tx, reference, 1));
        model.refunded.set(reference, model.spent.get(reference) ?? 0);
    } else {
        await store.write((tx) => (kind === 'capture' ? captureHold : releaseHold)(tx, reference, 1));
        if (model.held.has(reference) && !model.settled.has(reference)) model.settled.set(reference, kind);
    }
}

type Taking = Extract<Move, { kind: 'hold' | 'spend' }>;

/** Whether there was enough. */
async function take(store: Store, { kind, reference, amount }: Taking, by: number) {
    const { available } = await account(store.read);
    const taken = await store
        .write((tx) => (kind === 'hold' ? holdCredits : spendCredits)(tx, reference, amount, { by, at: 1 }))
        .then(
            () => true,
            (error: unknown) => {
                if (!(error instanceof Refusal)) throw error;
                return false;
            }
        );
    if (taken !== available >= amount) throw new Error(`${kind} without cover, or refused with it`);
    return taken;
}

test('a refund returns nothing for a reference that was not spent, whatever else was spent', async (t) => {
    const store = await folder.fresh();
    await store.write((tx) => grantCredits(tx, { reference: 'x', amount: 5, reason: 'Test', at: 1 }));
    const { id: by } = await store.write((tx) => createUser(tx, ada, 1));
    await store.write((tx) => spendCredits(tx, 'a', 3, { by, at: 1 }));
    await store.write((tx) => refundSpend(tx, 'b', 1));
    t.is((await account(store.read)).balance, 2);
    await store.write((tx) => refundSpend(tx, 'a', 1));
    t.is((await account(store.read)).balance, 5);
    await store.close();
});

test('the credit audit reports a wrong balance, wrong held credits and a negative balance', async (t) => {
    const store = await folder.fresh();
    await store.write((tx) => grantCredits(tx, { reference: 'x', amount: 5, reason: 'Test', at: 1 }));
    const reported = async (last: Partial<typeof credits.$inferInsert>) => {
        await store.write((tx) => tx.update(credits).set(last));
        return auditCredits(store.read);
    };
    t.deepEqual(await reported({ balanceAfter: 7 }), ['balance 7, entries 5']);
    t.deepEqual(await reported({ balanceAfter: 5, heldAfter: 2 }), ['held 2, entries 0']);
    t.deepEqual(await reported({ hold: 9, heldAfter: 9 }), ['available -4 is below zero']);
    t.deepEqual(await reported({ hold: 5, heldAfter: 5 }), []);
    await store.close();
});

test('an amount that is not a positive whole number is refused', async (t) => {
    const store = await folder.fresh();
    for (const amount of [0, -1, 1.5, Number.NaN, Infinity]) {
        await t.throwsAsync(
            store.write((tx) => grantCredits(tx, { reference: 'x', amount, reason: 'Test', at: 1 })),
            { instanceOf: Refusal }
        );
    }
    await store.close();
});
