// Tests for goals that are missed, and what it reached; docs/contribute/performance.md has the figures.
import type { Figure } from './figure.ts';

const tried: [row: RegExp, what: string][] = [
    [
        /^svc_get_step_status/,
        'a fast path before hapi, forms of polls kept, first rows read past drizzle, nonces kept: 3.3 x what it was; the rest is node:http and SQLite'
    ],
    [
        /^GET \/pl\/results/,
        'a fast path before hapi: 2.2 x what it was; fewer steps of hapi lost CORS headers and the order of checks'
    ],
    [/^PATCH \/pl\/results/, 'statements of writes prepared once; most of a change is its commit'],
    [
        /^POST \/tools\/task_get/,
        'a fast path before hapi: 2.1 x what it was; most of the rest is to read the body'
    ],
    [
        /^svc_get_commissions/,
        'parts of 250 deals, months found by their bounds instead of a cache: most of the rest is JSON'
    ],
    [
        /^postgres\/jobs/,
        'jobs begun, claimed and ended in groups, effects sent without waiting, ids looked up as an array, room in the pages; 10,000 jobs reach it: see docs/contribute/performance.md'
    ],
    [
        /^postgres\//,
        'waiting writes in one transaction without savepoints, one write for the questions of a turn'
    ],
    [
        /^jobs/,
        'jobs begun and marked together, 256 light ones at once, times of jobs not parsed: see docs/contribute/performance.md'
    ],
    [
        /^one job/,
        'the ledger writes and syncs a job before the queue learns of it, which plain graphile-worker with synchronous_commit=off does not'
    ],
    [
        /start$/,
        'compile cache, libraries loaded when they are needed, drizzle through CommonJS; one bundled file saves a fifth, and a seventh of the rest is hapi taking up 280 routes'
    ],
    [
        /^idle memory/,
        'what comes before the compile cache as JavaScript, the young generation collected every five seconds'
    ],
    [
        /^grown: \/admin\/overview/,
        'counts prepared and stopped at the 10,000th row: counting up to there is what takes the time'
    ],
    [
        /^grown: .*longest stop/,
        'work in parts with a turn of the loop between, the log moved on another thread'
    ],
    [
        /^grown: most memory/,
        'answers in parts, no cache of what a long list throws out, the young generation given back when idle'
    ],
    [/^grown: /, 'an index for each list, counts that stop at 10,000'],
    [/^WAL/, 'the log moved on a thread of its own']
];

/** Says of a figure that misses its goal what was tried for it. */
export function withTried(figure: Figure): Figure {
    const found = figure.met ? undefined : tried.find(([row]) => row.test(figure.row));
    return found ? { ...figure, tried: found[1] } : figure;
}
