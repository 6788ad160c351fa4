// Many test files in one worker: to load the product takes longer than to run most of them.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import '../support/turns.ts';
import { isOnPostgres } from '../support/databases.ts';
import { postgresOnly, sqliteOnly } from '../support/engines.ts';
import { alone } from './alone.ts';

const root = join(import.meta.dirname, '../..');

const others = [...postgresOnly, ...(isOnPostgres ? sqliteOnly : [])];

/** Of the test files that need no worker of their own, runs those that fall to `file`, one of the shares in this folder. */
export async function runShare(file: string) {
    const shares = globSync('share-*.ts', { cwd: import.meta.dirname }).sort();
    const place = shares.indexOf(basename(file));
    const files = globSync('test/**/*.test.ts', { cwd: root, exclude: [...alone, ...others] }).sort();
    for (const each of files.filter((_, i) => i % shares.length === place)) await import(join(root, each));
}
