// A store whose disk is full reports it, and continues automatically once there is room again.
import type { BaseLogger } from 'pino';
import { freeBytes } from '../../db/installation/disk.ts';
import { writeAsItIs } from '../../db/installation/installation.ts';
import { isStoreStuck, type Store } from '../../db/store/index.ts';
import { minute } from '../../db/store/time.ts';

interface Watched {
    store: Pick<Store, 'lack' | 'proveRoom'>;
    dataDir: string;
    log: BaseLogger;
    now: () => number;
}

/** In bytes. In less SQLite may find room for one page of its log, and none for the next. */
const enough = 1024 * 1024;

/** Returns a function to call repeatedly: it logs a full disk once a minute, and checks whether that has ended. */
export function watchRoom({ store, dataDir, log, now }: Watched, free = freeBytes) {
    let loggedAt = -Infinity;
    return async () => {
        const code = store.lack();
        if (code === undefined) return;
        if (Math.abs(now() - loggedAt) >= minute) {
            loggedAt = now();
            log.error({ code }, 'database not writable: its disk is full or fails');
        }
        if (code === 'SQLITE_FULL' && (await free(dataDir)) < enough) return;
        await store.proveRoom(writeAsItIs).catch((error: unknown) => {
            if (!isStoreStuck(error)) throw error;
        });
        if (store.lack() !== undefined) return;
        loggedAt = -Infinity;
        log.info('database writable again');
    };
}
