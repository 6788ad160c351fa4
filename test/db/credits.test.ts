import test from 'ava';
import fc from 'fast-check';
import {
    account,
    auditCredits,
    captureHold,
    grantCredits,
    holdCredits,
    releaseHold
} from '../../db/credits.ts';
import { Refusal } from '../../db/refusal.ts';
import type { Store } from '../../db/store.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';

const folder = openStoreFolder();
test.after.always(folder.remove);

const reference = fc.constantFrom('a', 'b', 'c');
const move = fc.oneof(
    fc.record({ kind: fc.constant('grant' as const), reference, amount: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('hold' as const), reference, amount: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('capture' as const), reference }),
    fc.record({ kind: fc.constant('release' as const), reference })
);

test('whatever is asked for, nothing is counted twice, settled twice or spent below zero', async (t) => {
    await fc.assert(
        fc.asyncProperty(fc.array(move, { maxLength: 40 }), async (moves) => {
            const store = await folder.fresh();
            const model = {
                granted: new Map<string, number>(),
                held: new Map<string, number>(),
                settled: new Map<string, string>()
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
            t.is(balance, sum(model.granted.values()) - captured);
            t.is(held, open);
            t.true(available >= 0);
            t.deepEqual(await auditCredits(store.read), []);
            await store.close();
        }),
        { numRuns: 25 }
    );
});

type Move = typeof move extends fc.Arbitrary<infer M> ? M : never;
type Model = { granted: Map<string, number>; held: Map<string, number>; settled: Map<string, string> };

async function apply(store: Store, one: Move, model: Model) {
    const { kind, reference } = one;
    if (kind === 'grant') {
        await store.write((tx) => grantCredits(tx, { reference, amount: one.amount, reason: 'Test', at: 1 }));
        if (!model.granted.has(reference)) model.granted.set(reference, one.amount);
    } else if (kind === 'hold') {
        const { available } = await account(store.read);
        const held = await store
            .write((tx) => holdCredits(tx, reference, one.amount, { by: null, at: 1 }))
            .then(
                () => true,
                (error: unknown) => {
                    if (!(error instanceof Refusal)) throw error;
                    return false;
                }
            );
        if (held !== available >= one.amount) throw new Error('held without cover, or refused with it');
        if (held && !model.held.has(reference)) model.held.set(reference, one.amount);
    } else {
        await store.write((tx) => (kind === 'capture' ? captureHold : releaseHold)(tx, reference, 1));
        if (model.held.has(reference) && !model.settled.has(reference)) model.settled.set(reference, kind);
    }
}

test('an amount that is no positive whole number is refused', async (t) => {
    const store = await folder.fresh();
    for (const amount of [0, -1, 1.5, Number.NaN, Infinity]) {
        await t.throwsAsync(
            store.write((tx) => grantCredits(tx, { reference: 'x', amount, reason: 'Test', at: 1 })),
            { instanceOf: Refusal }
        );
    }
    await store.close();
});
