// What faults are put into a source, and that asleep they change nothing.
import test from 'ava';
import { mutate } from './mutate.ts';

const becomes = (source: string) => mutate('a.ts', source).mutants.map((one) => one.becomes);

test('a condition is always met and never, and its bounds move by one', (t) => {
    t.deepEqual(becomes('function f(a: number) { if (a < 3) throw a; }'), ['true', 'false']);
    t.deepEqual(becomes('const f = (a: number) => a < 3;'), ['a <= 3', 'a >= 3']);
    t.deepEqual(becomes('const f = (a?: number) => a ?? 0;'), ['a', '0']);
});

test('of a query each part of its condition is left out once, and each comparison turned', (t) => {
    const found = becomes('const f = (on) => on.where(and(eq(a, 1), isNull(b)));');
    t.deepEqual(found, [
        'and(isNull(b))',
        'and(eq(a, 1))',
        'globalThis.mutants.sql.ne(a, 1)',
        'globalThis.mutants.sql.isNotNull(b)'
    ]);
    t.true(becomes('const f = (on) => on.where(eq(a, 1));').includes('undefined'));
});

test('a call for its effect is left out, unless a condition guards nothing else', (t) => {
    t.deepEqual(becomes('async function f() { await g(); return 1; }'), ['']);
    t.deepEqual(becomes('function f(a) { if (a) g(); }'), ['true', 'false']);
    t.deepEqual(becomes('function f(a) { if (a) g(); else h(); }'), ['true', 'false', '', '']);
});

test('types, texts and names have no faults', (t) => {
    t.deepEqual(
        becomes("type A<T> = T extends string ? 1 : 2; import { b } from 'c'; const d = 'e' + b;"),
        []
    );
});

test('faults that sleep leave a source as it was, and one that is awake is in its place', (t) => {
    const { code, mutants } = mutate('a.ts', 'const f = (a, b) => a > b && !b;', 7);
    const run = (awake: number) => {
        Object.assign(globalThis, { mutants: { is: (id: number) => id === awake } });
        // oxlint-disable-next-line no-new-func, no-implied-eval, typescript/no-implied-eval
        return new Function(`${code}\nreturn f(1, 0);`)() as unknown;
    };
    t.teardown(() => Reflect.deleteProperty(globalThis, 'mutants'));
    t.true(run(-1));
    t.deepEqual(
        mutants.map((_, n) => run(7 + n)),
        [true, true, true, false, 0]
    );
});
