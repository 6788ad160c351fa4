// What was tried for goals that are missed, and what it reached; docs/performance.md has the figures.
import type { Figure } from './figure.ts';

const tried: [row: RegExp, what: string][] = [
    [
        /^svc_get_step_status/,
        'forms of polls kept, first rows read past drizzle, nonces kept: 1.5 x what it was; the rest is hapi and node:http'
    ],
    [
        /^GET \/pl\/results/,
        'fewer steps of hapi: 10 % of a poll, but CORS headers and the order of checks were lost'
    ],
    [
        /^POST \/tools\/task_get/,
        'first rows read past drizzle: within the noise; most of the rest is hapi reading the body'
    ],
    [
        /^jobs/,
        'groups of 256 writes, 256 light jobs at once, times of jobs not parsed: see docs/performance.md'
    ],
    [
        /start$/,
        'compile cache, libraries loaded when they are needed, drizzle through CommonJS; on a busy machine it takes twice as long'
    ],
    [
        /^grown: \/admin\/overview/,
        'counts prepared and stopped at the 10,000th row: counting up to there is what takes the time'
    ],
    [
        /^grown: .*longest stop/,
        'work in parts with a turn of the loop between, the log moved on another thread'
    ],
    [/^grown: most memory/, 'answers in parts, the young generation given back every five seconds'],
    [/^grown: /, 'an index for each list, counts that stop at 10,000']
];

/** Says of a figure that misses its goal what was tried for it. */
export function withTried(figure: Figure): Figure {
    const found = figure.met ? undefined : tried.find(([row]) => row.test(figure.row));
    return found ? { ...figure, tried: found[1] } : figure;
}
