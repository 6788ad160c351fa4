// Which files faults are put into, and the number of each fault.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutate, type Mutant } from './mutate.ts';

export const root = join(import.meta.dirname, '../..');

/** More than any file has. */
const mostInFile = 1000;

/** Texts of rubrics, lists, what is made by a tool; and the drafts of queries, which `hooks.ts` changes otherwise. */
const exclude = ['db/migrations/**', 'db/sages/templates/**', 'db/store/drafts.ts'];

const files = globSync('db/**/*.ts', { cwd: root, exclude }).toSorted();

/** The source of a file with its faults; undefined for one that gets none. */
export function mutated(file: string) {
    const place = files.indexOf(file);
    if (place < 0) return undefined;
    return mutate(file, readFileSync(join(root, file), 'utf8'), place * mostInFile);
}

/** Another one as soon as a source changes that gets faults. */
export function digestOfSources() {
    const hash = createHash('sha256');
    for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
    return hash.digest('hex');
}

export interface Numbered extends Mutant {
    id: number;
    file: string;
}

/** Every fault of the files that begin so. */
export function mutantsIn(room: string): Numbered[] {
    return files
        .filter((file) => file === room || file === `${room}.ts` || file.startsWith(`${room}/`))
        .flatMap((file) => {
            const first = files.indexOf(file) * mostInFile;
            return (mutated(file)?.mutants ?? []).map((one, n) => ({ ...one, id: first + n, file }));
        });
}
