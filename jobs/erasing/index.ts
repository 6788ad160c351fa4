// What follows an erasure, once however often it is interrupted: texts of others and files are searched, the backups are told.
import { setImmediate } from 'node:timers/promises';
import { dropAside } from '../../db/installation/backup/exchange.ts';
import { appendErasures } from '../../db/installation/erasures-file.ts';
import { erasuresUnderWay, type ErasureRow, markEnded, markSearched } from '../../db/screens/erasures.ts';
import { scrubMentions } from '../../db/screens/mentions.ts';
import { sought } from '../../db/screens/scrubbing.ts';
import { iso } from '../../db/store/time.ts';
import type { Store } from '../../db/store.ts';
import { scrubFiles } from './files.ts';

interface Finishing {
    store: Store;
    dataDir: string;
    backupDir: string;
    /** What the lines beside the backups are signed with; undefined for the key of the data folder. */
    backup: { secret: string | undefined };
    now: () => number;
}

/** Erasures that share one search. */
const atOnce = 5;

/** Brings every erasure to its end. What fails is tried again at the next call. */
export async function finishErasures(finishing: Finishing) {
    const { store } = finishing;
    for (;;) {
        const rows = await erasuresUnderWay(store.read, atOnce);
        if (rows.length === 0 || !(await finish(rows, finishing))) return;
    }
}

async function finish(rows: readonly ErasureRow[], { store, now, ...place }: Finishing) {
    const traits = sought(rows.flatMap((row) => row.traits ?? []));
    await scrubMentions({ store, sought: traits, yieldNow: setImmediate });
    await scrubFiles(place.dataDir, traits);
    await dropAside(place.dataDir).catch(({ code }: NodeJS.ErrnoException) => {
        throw new Error(`The folder before-restore could not be removed: ${code}.`); // its path may name people
    });
    await store.write(async (tx) => {
        for (const { screenId } of rows) await markSearched(tx, screenId, now());
    });
    await appendErasures(
        place,
        rows.map(({ screenId, at }) => ({ screen_id: screenId, at: iso(at) }))
    );
    if (!(await store.forgetDeleted())) return false;
    await store.write(async (tx) => {
        for (const { screenId } of rows) await markEnded(tx, screenId, now());
    });
    return true;
}
