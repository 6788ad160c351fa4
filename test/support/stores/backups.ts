// Fixtures of the tests of backups.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { openStore } from '../../../db/store/index.ts';
import { keys, type S3 } from '../../doubles/s3.ts';
import { typed } from '../servers/command-line.ts';
import { openStoreOf } from './databases.ts';
import { removeFolder, temporaryFolder } from '../servers/jobs.ts';
import { rowsOf } from './whole-store.ts';
import { folderFor } from '../runs/folder.ts';

/** What agents have stored, by their paths below the folder of the objects. */
export const objects = { 'default/a.txt': 'hello', 'default/a folder/é": b.bin': '\0\u0001\n', 'mine/c': '' };

export function put(folder: string, files: Readonly<Record<string, string>>) {
    for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
    }
}

/** An installation with the demo data and stored objects, and its backup. */
export async function backedUp(t: ExecutionContext, args: string[] = []) {
    const folder = folderFor(t);
    const dataDir = join(folder, 'data');
    const run = (command: string[], env: Record<string, string> = {}, now = Date.now) =>
        typed(dataDir, command, { env, now });
    await run(['demo', 'seed']);
    put(join(dataDir, 'storage'), objects);
    const to = join(folder, 'backup');
    const said = await run(['backup', '--to', to, '--json', ...args]);
    if (said.code !== 0) throw new Error(said.err);
    return { folder, dataDir, run, to, made: JSON.parse(said.out) as Record<string, unknown> };
}

/** Another machine, on which the backup is restored. */
export function elsewhere(folder: string, name = 'elsewhere') {
    const dataDir = join(folder, name);
    return {
        dataDir,
        run: (command: string[], env: Record<string, string> = {}) =>
            typed(dataDir, command, { env, started: false })
    };
}

/** Every file below a folder, with its content. */
export function filesIn(folder: string) {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
    const files = paths.filter((path) => statSync(join(folder, path)).isFile());
    return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'latin1')]));
}

/** The rows of the store over a data folder. */
export async function rowsOver(dataDir: string) {
    const store = await openStoreOf(dataDir);
    const rows = new Set([...(await rowsOf(store))].toSorted());
    await store.close();
    return rows;
}

/** The rows of the store of a backup, which stays as it is. */
export async function rowsIn(backup: string) {
    const folder = temporaryFolder();
    const file = join(folder, 'copy.db');
    copyFileSync(join(backup, 'store.db'), file);
    const store = openStore(file);
    const rows = new Set([...(await rowsOf(store))].toSorted());
    await store.close();
    removeFolder(folder);
    return rows;
}

/** The settings of an installation that may send its backups to this service, by the alias `offsite`. */
export function offsite({ endpoint, place }: Pick<S3, 'endpoint' | 'place'>) {
    const alias = {
        backend: 's3',
        purpose: 'backup',
        bucket: 'backups',
        prefix: 'council',
        endpoint,
        access_key_id: keys.id,
        secret_access_key: keys.secret
    };
    return { ALLOW_PRIVATE: place, STORAGE_ALIASES: JSON.stringify({ offsite: alias }) };
}
