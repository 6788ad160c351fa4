// Many test files in one worker: to load the product takes longer than to run most of them.
import { globSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import '../support/runs/turns.ts';
import { isOnPostgres } from '../support/stores/databases.ts';
import { postgresOnly, sqliteOnly } from '../support/runs/engines.ts';
import { alone, processes } from './alone.ts';

const root = join(import.meta.dirname, '../..');
const { SHARES: count = '4' } = process.env;

const others = [...alone, processes, ...postgresOnly, ...(isOnPostgres ? sqliteOnly : [])];

/** Of the test files that need no worker of their own, runs those that fall to `file`, one of the shares in this folder. */
export async function runShare(file: string) {
    const shares = Number(count);
    const share = Number(/\d+/.exec(basename(file))) - 1;
    const files = globSync('test/**/*.test.ts', { cwd: root, exclude: others }).sort(bySize);
    for (const each of files.filter((_, i) => dealtTo(i, shares) === share)) await import(join(root, each));
}

const bySize = (one: string, other: string) => sizeOf(other) - sizeOf(one) || (one < other ? -1 : 1);
const sizeOf = (file: string) => statSync(join(root, file)).size;

/** There and back again, so that none has the larger one of each round. */
function dealtTo(place: number, shares: number) {
    const round = Math.floor(place / shares);
    return round % 2 === 0 ? place % shares : shares - 1 - (place % shares);
}
