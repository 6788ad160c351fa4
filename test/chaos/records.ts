// What is stored of full runs: what one has counted so far, in a cache, and the figures of the last one, in docs/proofs.json.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { figureLine, type Figures, type Proof } from './proof.ts';

const root = join(import.meta.dirname, '../..');
const records = join(root, 'docs/proofs.json');
const cache = join(import.meta.dirname, '.cache');
const begunIn = ({ name }: Proof) => join(cache, `${name}.json`);
const version = () => (read(join(root, 'package.json')) as { version: string }).version;

/** A full run that has not come to its end. */
export interface Begun {
    rounds: number;
    seed: number;
    done: number;
    seconds: number;
    figures: Figures;
    /** Whether every portion held. */
    holds: boolean;
    /** Whether it was seen that the proof misses its gate without each guard. */
    isControlled: boolean;
}

/** A row of docs/proofs.json. */
export interface Kept {
    figure: string;
    holds: boolean;
    date: string;
    rounds: number;
    fullSize: number;
}

/** Undefined: none was begun, or one of another size or of another version. */
export function begunOf(proof: Proof, rounds: number): Begun | undefined {
    const begun = read(begunIn(proof)) as (Begun & { version: string }) | undefined;
    return begun?.rounds === rounds && begun.version === version() ? begun : undefined;
}

export function remember(proof: Proof, begun: Begun) {
    mkdirSync(cache, { recursive: true });
    write(begunIn(proof), { ...begun, version: version() });
    return begun;
}

export const forget = (proof: Proof) => rmSync(begunIn(proof), { force: true });

/** A record of fewer rounds than the full size includes their number. */
export function keepRecord(proof: Proof, { done, seed, seconds, figures, holds }: Begun) {
    const [cpu] = cpus();
    const machine = {
        processor: cpu?.model ?? 'unknown',
        cores: cpus().length,
        memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
        system: process.platform,
        node: process.versions.node
    };
    const kept = {
        promise: proof.promise,
        figure: figureLine(proof, figures),
        holds,
        date: new Date().toISOString().slice(0, 10),
        version: version(),
        commit: commit(),
        machine,
        rounds: done,
        fullSize: proof.rounds.long,
        seconds: Math.round(seconds),
        seed,
        counts: Object.fromEntries(figures.map(({ of, count }) => [of, count]))
    };
    write(records, { ...readRecords(), [proof.name]: kept });
}

/** The last full run of each proof, by its name. */
export const readRecords = () => (read(records) ?? {}) as Partial<Record<string, Kept>>;

/** What it proves, and what came of it last. */
export function recordLines(proof: Proof) {
    const kept = readRecords()[proof.name];
    const last = kept ? `${whenKept(kept)}: ${kept.figure.slice(proof.name.length).trim()}` : 'never in full';
    return `${proof.name.padEnd(4)}${proof.promise}\n    ${last}\n`;
}

/** The date of a full run, with how many rounds it had where they were not all. */
export function whenKept({ date, rounds, fullSize }: Pick<Kept, 'date' | 'rounds' | 'fullSize'>) {
    if (rounds === fullSize) return date;
    return `${date}, ${rounds.toLocaleString('en')} of ${fullSize.toLocaleString('en')} rounds`;
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Records themselves change nothing that is tried. */
function commit() {
    try {
        const changes = git('status', '--porcelain', '--', '.', ':!docs/proofs.json');
        return `${git('describe', '--always')}${changes === '' ? '' : '-dirty'}`;
    } catch {
        return 'unknown'; // no repository
    }
}

const write = (path: string, content: object) => writeFileSync(path, `${JSON.stringify(content, null, 4)}\n`);

function read(path: string): unknown {
    try {
        return JSON.parse(readFileSync(path, 'utf8'));
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
    }
}
