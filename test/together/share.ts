// Many test files in one worker: to load the product takes longer than to run most of them.
import { basename, join, matchesGlob } from 'node:path';
import { testFiles } from '../support/runs/files.ts';
import '../support/runs/turns.ts';
import { isOnPostgres } from '../support/stores/databases.ts';
import { differing, postgresOnly, sqliteOnly } from '../support/runs/engines.ts';
import { alone, full, processes } from './alone.ts';

const root = join(import.meta.dirname, '../..');
/** The same on every machine: two tests of one share cannot have one title, which would fail elsewhere first. */
const shares = 4;
const { ENGINES } = process.env;

const others = [full, processes, ...alone, ...postgresOnly];

/** Of the test files that need no worker of their own, runs those that fall to `file`, one of the shares in this folder. */
export async function runShare(file: string) {
    const share = Number(/\d+/.exec(basename(file))) - 1;
    for (const [i, each] of dealt().entries()) if (i % shares === share) await import(join(root, each));
}

/** In the order of their names, so that each share has some of every folder. */
function dealt() {
    const left = isOnPostgres ? [...others, ...sqliteOnly] : others;
    const files = testFiles(ENGINES === 'differing' ? differing : 'test/**/*.test.ts');
    return files.filter((file) => !left.some((pattern) => matchesGlob(file, pattern)));
}
