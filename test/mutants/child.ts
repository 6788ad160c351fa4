// The process in which tests meet faults. What it is to do comes in messages; a test that hangs is its parent's to end.
import '../support/runs/light-hashes.ts';
import { mutants } from './hooks.ts';
import { startRunner, testsOf } from './one-test.ts';

/** Runs each test of a file by itself without a fault, or some tests with one, up to the first that notices it. */
export type Order = { cover: string } | Attempt;

interface Attempt {
    awake: number;
    atLoad: boolean;
    tests: readonly Place[];
}

/** The nth test of a file. */
export interface Place {
    file: string;
    n: number;
}

/** A test that begins or is over, and the end of the order. */
export type Report =
    | { begins: Place }
    | { over: Place; passed: boolean; ms: number; met: number[] }
    | { done: true; noticedBy?: Place };

// A fault may reject a promise that is no longer awaited.
process.on('unhandledRejection', () => undefined).on('uncaughtException', () => undefined);

const passes = await startRunner();
const files = new Map<string, ReturnType<typeof testsOf>>();
const report = (what: Report) => void process.send?.(what);

function loaded(file: string) {
    const known = files.get(file) ?? testsOf(file);
    files.set(file, known);
    return known;
}

async function run({ file, n }: Place) {
    report({ begins: { file, n } });
    const { hooks, tests } = await loaded(file);
    const one = tests[n];
    if (!one) throw new Error(`${file} has no test ${n}`);
    mutants.met.clear();
    const begin = performance.now();
    const passed = await passes(file, hooks, one);
    const over = { over: { file, n }, passed, ms: performance.now() - begin };
    report({ ...over, met: mutants.awake < 0 ? [...mutants.met] : [] });
    return passed;
}

async function cover(file: string) {
    mutants.awake = -1;
    const { tests } = await loaded(file);
    for (const n of tests.keys()) await run({ file, n });
    report({ done: true });
}

/** What takes effect at load is awake while the tests are loaded, by a process of its own; nothing else may be. */
async function attempt({ awake, atLoad, tests }: Attempt) {
    mutants.awake = atLoad ? awake : -1;
    for (const { file } of tests) await loaded(file);
    mutants.awake = awake;
    for (const place of tests) if (!(await run(place))) return report({ done: true, noticedBy: place });
    report({ done: true });
}

process.on('message', (order: Order) => {
    const work = 'cover' in order ? cover(order.cover) : attempt(order);
    work.catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
    });
});
