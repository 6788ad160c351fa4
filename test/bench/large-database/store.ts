// The large store of this version, made once and kept in a folder of the bench.
import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../../db/store/index.ts';
import { startServer, temporaryFolder } from '../../support/servers/process.ts';
import type { Progress } from '../figure.ts';
import { fillStore } from './fill.ts';

const cache = join(import.meta.dirname, '../.cache');

interface Growing {
    env: Record<string, string>;
    scale: number;
    progress: Progress;
}

/** Copies the large store of this version to `file`; it is made once and kept. */
export async function grownCopy(file: string, { env, scale, progress }: Growing) {
    const kept = join(cache, `grown-${scale}.sqlite`);
    if (!(await isCurrent(kept))) await grow(kept, { env, scale, progress });
    await copyFile(kept, file);
}

/** Whether the store is there and of this version of the tables: migrating a large one is not what is measured. */
async function isCurrent(file: string) {
    const known = await stat(file).catch(() => undefined);
    const migrations = await stat(new URL('../../../db/migrations/meta/_journal.json', import.meta.url));
    const filling = await stat(new URL('./rows.ts', import.meta.url));
    return known !== undefined && known.mtimeMs > Math.max(migrations.mtimeMs, filling.mtimeMs);
}

async function grow(kept: string, { env, scale, progress }: Growing) {
    await using folder = await temporaryFolder();
    const running = await startServer({ dataDir: folder.path, env });
    await running.end('SIGTERM');
    const file = join(folder.path, 'app.db');
    fillStore(file, scale, progress);
    await openStore(file).close(); // moves the log into the file
    await mkdir(cache, { recursive: true });
    await copyFile(file, `${kept}.part`);
    await rename(`${kept}.part`, kept);
}
