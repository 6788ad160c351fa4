// Runs one test by itself, with ava's own runner.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Declared, takeDeclared } from './collect.ts';
import { root } from './faults.ts';

interface Change {
    data: { type: string };
}

type Chain = Record<Exclude<Declared['kind'], 'test'>, (...args: readonly unknown[]) => void> &
    ((...args: readonly unknown[]) => void);

interface Runner {
    chain: Chain;
    on(event: 'stateChange', listener: (change: Change) => void): void;
    on(event: 'finish' | 'error', listener: () => void): void;
}

/** ava exports none of these. */
const inside = async (name: string): Promise<Record<string, unknown>> =>
    import(pathToFileURL(join(root, 'node_modules/ava/lib', name)).href) as Promise<Record<string, unknown>>;

type MakeRunner = new (options: object) => Runner;

/** Prepares ava, and returns a function that returns whether a test passed. */
export async function startRunner() {
    const [{ default: made }, chalk, options] = (await Promise.all(
        ['runner.js', 'chalk.js', 'worker/options.js'].map(inside)
    )) as [Record<string, unknown>, Record<string, unknown>, Record<string, unknown>];
    (chalk['set'] as (how: object) => void)({ level: 0 });
    (options['set'] as (how: object) => void)({ projectDir: root });
    return (file: string, hooks: readonly Declared[], one: Declared) =>
        passes(made as MakeRunner, file, [...hooks, one]);
}

function passes(Made: MakeRunner, file: string, declared: readonly Declared[]) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const runner = new Made({ file: join(root, file), projectDir: root, serial: true });
    let passed = true;
    const fail = () => void (passed = false);
    runner.on('stateChange', ({ data: { type } }) => void (type.endsWith('-failed') && fail()));
    runner.on('error', fail);
    runner.on('error', () => resolve(false));
    runner.on('finish', () => setImmediate(() => resolve(passed)));
    process.on('unhandledRejection', fail).on('uncaughtException', fail);
    for (const { kind, args } of declared) (kind === 'test' ? runner.chain : runner.chain[kind])(...args);
    return promise.finally(() => process.off('unhandledRejection', fail).off('uncaughtException', fail));
}

const isTest = ({ kind }: Declared) => kind === 'test' || kind === 'serial';

/** The tests of a file and their hooks. */
export async function testsOf(file: string) {
    takeDeclared();
    await import(pathToFileURL(join(root, file)).href);
    const declared = takeDeclared();
    return { hooks: declared.filter((one) => !isTest(one)), tests: declared.filter(isTest) };
}
