// Copies a store into a new file of SQLite, as it is at one moment, while others read and write it.
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { setInterval } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { copyToFile } from '../move/index.ts';
import type { Address } from '../postgres/connections.ts';

const thread = new URL('./copier.js', import.meta.url);

export interface Copying {
    file: string;
    /** In place of the file. */
    database: Address | undefined;
    /** A file that is not there yet. It is not synced. */
    to: string;
    /** Called again and again with how many bytes are copied. */
    progress: (bytes: number) => void;
}

/** Copies the store. On SQLite another thread does it, so that this one is not blocked. */
export async function copyStore({ file, database, to, progress }: Copying) {
    if (database) {
        let bytes = 0;
        const look = () => void sizeOf(to).then((size) => (bytes = size));
        await copyToFile({ file: to, database, progress: () => (look(), progress(bytes)) });
        return;
    }
    const looking = setInterval(
        () =>
            void sizeOf(to)
                .then(progress)
                .catch(() => undefined),
        200
    ).unref();
    await copyOnThread(file, to).finally(() => clearInterval(looking));
}

async function copyOnThread(file: string, to: string) {
    const copier = new Worker(thread, { workerData: { file, to }, execArgv: [] });
    await once(copier, 'message'); // rejects with what went wrong there
    await copier.terminate(); // what else was loaded into the thread, by NODE_OPTIONS, may keep it alive
}

const sizeOf = (file: string) =>
    stat(file).then(
        ({ size }) => size,
        () => 0
    );
