// Which faults in the rules no test notices: npm run mutants -- [db/sales ...] [--sample 40 [--lot 2]] [--again] [--list]
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProgress } from '../chaos/progress.ts';
import { coverage, type Covered, testsFor } from './coverage.ts';
import { mutantsIn, type Numbered, root } from './faults.ts';
import type { Place } from './child.ts';
import { testProcess } from './process.ts';

type Fate = 'noticed' | 'late' | 'crashed' | 'survived' | 'unmet';

interface Tried {
    key: string;
    fate: Fate;
    by?: string;
}

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        /** Tries those again that no test has noticed. */
        again: { type: 'boolean', default: false },
        /** Tries none: shows what is known. */
        list: { type: 'boolean', default: false },
        /** Of each room only so many, which are the same every time. */
        sample: { type: 'string' },
        /** Draws others than without it, so that a share is not of those alone that tests were written for. */
        lot: { type: 'string', default: '' },
        /** Asks only these tests. */
        tests: { type: 'string', default: 'test/**/*.test.ts' },
        /** Where the results are kept, so that a run goes on where it was stopped. */
        state: { type: 'string', default: join(tmpdir(), 'sage-council-mutants') }
    }
});
const { again, list, sample, lot, state, tests: among } = values;
if (sample !== undefined && !/^[1-9]\d{0,4}$/.test(sample)) throw new TypeError('--sample takes a number.');
const rooms = positionals.length > 0 ? positionals : ['db'];
mkdirSync(state, { recursive: true });
const results = join(state, 'results.jsonl');

const isNoticed = (fate: Fate) => ['noticed', 'late', 'crashed'].includes(fate);

const shas = new Map<string, string>();
/** A fault is another one when its file has changed. */
function keyOf({ file, id }: Numbered) {
    const text = () => readFileSync(join(root, file));
    const sha = shas.get(file) ?? createHash('sha256').update(text()).digest('hex').slice(0, 16);
    shas.set(file, sha);
    return `${file} ${sha} ${id % 1000}`;
}

function known() {
    const lines = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n') : [];
    const tried = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Tried);
    return new Map(tried.map((one) => [one.key, one]));
}

const readyForMany = 150;

async function tryAll(mutants: readonly Numbered[], tests: readonly Covered[]) {
    const ms = new Map(tests.map((test) => [`${test.file} ${test.n}`, test.ms]));
    const child = testProcess(({ file, n }) => 5_000 + 10 * (ms.get(`${file} ${n}`) ?? 1_000));
    process.once('exit', () => child.close());
    const files = new Map(mutantsIn('db').map(({ id, file }) => [id, file]));
    const counts = new Map<string, number>();
    const noticed = (file: string, { file: test, n }: Place) => counts.get(`${file} ${test} ${n}`) ?? 0;
    const bar = startProgress('mutants');
    for (const [done, mutant] of mutants.entries()) {
        bar.report(done, mutants.length);
        const near = testsFor(mutant, { tests, files, noticed });
        if (done % readyForMany === 0 || near.atLoad) child.renew();
        const tried = await tryOne(mutant, near, child);
        const by = `${mutant.file} ${tried.by}`;
        if (tried.fate === 'noticed') counts.set(by, (counts.get(by) ?? 0) + 1);
        appendFileSync(results, `${JSON.stringify({ key: keyOf(mutant), ...tried })}\n`);
        if (near.atLoad) child.renew();
    }
    bar.end();
    child.close();
}

async function tryOne(
    { id: awake }: Numbered,
    { atLoad, tests: near }: ReturnType<typeof testsFor>,
    child: ReturnType<typeof testProcess>
): Promise<Omit<Tried, 'key'>> {
    if (near.length === 0) return { fate: 'unmet' };
    const tests = near.map(({ file, n }) => ({ file, n }));
    const { how, by } = await child.give({ awake, atLoad, tests });
    const name = by && `${by.file} ${by.n}`;
    if (how !== 'done') return { fate: how, ...(name && { by: name }) };
    if (name) return { fate: 'noticed', by: name };
    return { fate: atLoad ? 'unmet' : 'survived' };
}

/** Drawn by the digest of what they are, so that the next run draws the same ones of a file that has not changed. */
function sampled(mutants: readonly Numbered[]) {
    if (sample === undefined) return mutants;
    const drawnBy = (one: Numbered) =>
        createHash('sha256')
            .update(keyOf(one) + lot)
            .digest('hex');
    const drawn = mutants.toSorted((a, b) => (drawnBy(a) < drawnBy(b) ? -1 : 1)).slice(0, Number(sample));
    return drawn.toSorted((a, b) => a.id - b.id);
}

const oneLine = (text: string) => {
    const line = text.replaceAll(/\s+/g, ' ');
    return line.length > 90 ? `${line.slice(0, 87)}...` : line;
};

function show(mutants: readonly Numbered[]) {
    const tried = known();
    const fateOf = (one: Numbered) => tried.get(keyOf(one))?.fate;
    for (const one of mutants) {
        const fate = fateOf(one);
        if (!fate || isNoticed(fate)) continue;
        const becomes = one.becomes === '' ? 'left out' : oneLine(one.becomes);
        process.stdout.write(`${fate}  ${one.file}:${one.line}  ${oneLine(one.was)}  =>  ${becomes}\n`);
    }
    for (const room of rooms) {
        const fates = mutants.filter(({ file }) => file.startsWith(room)).map(fateOf);
        const done = fates.filter((fate) => fate !== undefined);
        const noticed = done.filter(isNoticed).length;
        const share = done.length === 0 ? 0 : (100 * noticed) / done.length;
        const unmet = done.filter((fate) => fate === 'unmet').length;
        process.stdout.write(
            `${room}  ${done.length} of ${fates.length} tried, ${noticed} noticed (${share.toFixed(1)} %), ${unmet} met by no test\n`
        );
    }
}

const mutants = rooms.flatMap((room) => sampled(mutantsIn(room)));
if (!list) {
    const tried = known();
    const isOpen = (one: Numbered) => {
        const fate = tried.get(keyOf(one))?.fate;
        return fate === undefined || (again && !isNoticed(fate));
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
    const tests = await coverage(join(state, 'coverage.json'), among);
    await tryAll(mutants.filter(isOpen), tests);
}
show(mutants);
process.exit(0);
