// Many test files in one worker: to load the product takes longer than to run most of them.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import '../support/runs/turns.ts';
import { isOnPostgres } from '../support/stores/databases.ts';
import { differing, postgresOnly, sqliteOnly } from '../support/runs/engines.ts';
import { alone, full, processes } from './alone.ts';

const root = join(import.meta.dirname, '../..');
const { SHARES: count = '4', ENGINES = '' } = process.env;

const others = ['**/node_modules/**', full, processes, ...alone, ...postgresOnly];

/** Of the test files that need no worker of their own, runs those that fall to `file`, one of the shares in this folder. */
export async function runShare(file: string) {
    const shares = Number(count);
    const share = Number(/\d+/.exec(basename(file))) - 1;
    for (const [i, each] of dealt().entries()) if (i % shares === share) await import(join(root, each));
}

/** In the order of their names, so that each share has some of every folder. */
function dealt() {
    const exclude = isOnPostgres ? [...others, ...sqliteOnly] : others;
    const patterns = ENGINES === 'differing' ? differing : ['test/**/*.test.ts'];
    return globSync(patterns, { cwd: root, exclude }).sort();
}
