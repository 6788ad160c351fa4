// Which tests come across which faults: found once, and again when the test file or a source has changed.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgress } from '../chaos/progress.ts';
import { postgresOnly } from '../support/runs/engines.ts';
import { alone, full, processes } from '../together/alone.ts';
import type { Place } from './child.ts';
import { digestOfSources, type Numbered, root } from './faults.ts';
import { testProcess } from './process.ts';

export interface Covered extends Place {
    ms: number;
    met: number[];
}

interface OfFile {
    /** Of the test file. */
    sha: string;
    /** Of all sources that get faults: the numbers of faults depend on them. */
    of: string;
    tests: Covered[];
}

/** They take long, or have nothing to do with rules of the store. */
const exclude = [
    ...alone,
    processes,
    full,
    ...postgresOnly,
    'test/{browser,chaos,mutants,properties,outgoing}/**'
];

/** A test that takes longer is not asked. */
const longest = 20_000;

const shaOf = (file: string) =>
    createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest('hex');

/** Every test of these files that passes by itself, with the faults it meets. Kept in `at`. */
export async function coverage(at: string, among: string): Promise<Covered[]> {
    const known = (existsSync(at) ? JSON.parse(readFileSync(at, 'utf8')) : {}) as Record<string, OfFile>;
    const files = globSync(among, { cwd: root, exclude }).toSorted();
    const child = testProcess(() => longest);
    const of = digestOfSources();
    const bar = startProgress('tests');
    for (const [done, file] of files.entries()) {
        bar.report(done, files.length);
        const sha = shaOf(file);
        if (known[file]?.sha === sha && known[file].of === of) continue;
        const tests = await covered(child, file);
        known[file] = { sha, of, tests };
        writeFileSync(at, JSON.stringify(known));
        if (done % 40 === 39) child.renew();
    }
    bar.end();
    child.close();
    return files.flatMap((file) => known[file]?.tests ?? []);
}

async function covered(child: ReturnType<typeof testProcess>, file: string) {
    const tests: Covered[] = [];
    const { how } = await child.give({ cover: file }, (report) => {
        if ('over' in report && report.passed) tests.push({ ...report.over, ms: report.ms, met: report.met });
    });
    if (how !== 'done')
        process.stderr.write(`${file}: a test of it ${how === 'late' ? 'takes too long' : 'crashes'}\n`);
    return tests;
}

const mostTests = 120;
const mostTime = 60_000;

interface Near {
    /** The faults are met only while their file is loaded. */
    atLoad: boolean;
    tests: Covered[];
}

interface Known {
    tests: readonly Covered[];
    /** The file of each fault. */
    files: ReadonlyMap<number, string>;
    /** How many faults of this file a test has noticed so far. */
    noticed: (file: string, test: Place) => number;
}

/** The tests that are asked about a fault, those first that noticed others of its file, then those that are about it most. */
export function testsFor({ id, file, atLoad }: Numbered, { tests, files, noticed }: Known): Near {
    const nearby = (met: readonly number[]) => met.filter((one) => files.get(one) === file).length;
    const meeting = atLoad ? [] : tests.filter(({ met }) => met.includes(id));
    const ranked = (meeting.length > 0 ? meeting : tests)
        .map((test) => ({ test, near: nearby(test.met) }))
        .filter(({ near }) => near > 0)
        .map(({ test, near }) => ({
            test,
            rank: (near * near * (1 + noticed(file, test))) / test.met.length
        }))
        .toSorted((a, b) => b.rank - a.rank)
        .map(({ test }) => test);
    const isMet = meeting.length > 0;
    return { atLoad: !isMet, tests: within(ranked, isMet ? mostTests : mostTests / 10) };
}

function within(tests: readonly Covered[], most: number) {
    let time = 0;
    return tests.slice(0, most).filter(({ ms }, n) => {
        time += ms;
        return n < 3 || time <= mostTime;
    });
}
