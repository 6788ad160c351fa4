// Tests that hold a promise already, run as a proof of it at the size of the proof.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Figure, none } from './proof.ts';

const root = join(import.meta.dirname, '../..');
const ava = join(root, 'node_modules/ava/entrypoints/cli.js');

interface Setting {
    cases?: number;
    seed?: number;
    /** Patterns of titles; none: every test. */
    only?: readonly string[];
}

/** Runs these files with so many cases for each property. Failures are printed while it runs. */
export async function runTests(files: readonly string[], { cases, seed, only = [] }: Setting = {}) {
    const size = {
        ...(cases !== undefined && { CASES: String(cases) }),
        ...(seed !== undefined && { SEED: String(seed) })
    };
    const child = spawn(
        process.execPath,
        [ava, '--tap', '--timeout=2h', ...only.map((title) => `--match=${title}`), ...files],
        {
            cwd: root,
            env: { ...process.env, ...size },
            stdio: ['ignore', 'pipe', 'inherit']
        }
    );
    const endNow = () => void child.kill();
    process.once('exit', endNow);
    const [tap, [code]] = await Promise.all([
        text(child.stdout),
        once(child, 'exit') as Promise<[number | null]>
    ]);
    process.off('exit', endNow);
    const failed = linesOf(tap, /^not ok /);
    if (failed > 0) process.stderr.write(tap.slice(tap.search(/^not ok /m)).slice(0, 4000));
    // Without a rule that was broken, tests that end badly prove neither that it holds nor that a missing guard is noticed.
    if (failed === 0 && code !== 0) throw new Error(`the tests ended with ${code}: ${tap.slice(0, 2000)}`);
    return {
        figures: [
            { count: linesOf(tap, /^ok /), of: 'rules held', atLeast: 1 },
            none('rules broken', failed)
        ] satisfies Figure[],
        /** The sum of what the tests have logged with this word: `1,204 operations`. */
        logged: (what: string): Figure => ({
            count: Array.from(
                tap.matchAll(new RegExp(`^ *# (?:.*[ ,])?(\\d+) ${what}\\b`, 'gm')),
                ([, count]) => Number(count)
            ).reduce((sum, count) => sum + count, 0),
            of: what,
            atLeast: 1
        })
    };
}

const linesOf = (tap: string, pattern: RegExp) => tap.split('\n').filter((line) => pattern.test(line)).length;
