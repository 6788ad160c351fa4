// What follows an erasure, once however often it is interrupted: texts of others and files are searched, the backups are told.
import { dropAside } from '../../db/installation/backup/exchange.ts';
import { appendErasures } from '../../db/installation/erasures-file.ts';
import {
    type ErasureRow,
    erasuresToEnd,
    erasuresToSearch,
    markEnded,
    markSearched
} from '../../db/erasing/erasures.ts';
import { scrubMentions } from '../../db/erasing/mentions.ts';
import { sought } from '../../db/erasing/scrubbing.ts';
import { iso } from '../../db/store/time.ts';
import type { Store } from '../../db/store/index.ts';
import { scrubFiles } from './files.ts';

interface Finishing {
    store: Store;
    dataDir: string;
    backupDir: string;
    /** What the lines beside the backups are signed with; undefined for the key of the data folder. */
    backup: { secret: string | undefined };
    now: () => number;
    /** Between two parts. Where it fails, the rest is for the next call. */
    yieldNow: () => Promise<void>;
}

/** Erasures that share one search. */
const atOnce = 5;

/** Erasures that are brought to their end together. */
const together = 100;

/** Brings every erasure to its end. What fails holds up no search for others, and is tried again at the next call. */
export async function finishErasures(finishing: Finishing) {
    try {
        await searchForAll(finishing);
    } finally {
        await endSearched(finishing);
    }
}

async function searchForAll(finishing: Finishing) {
    const failures: unknown[] = [];
    let last: ErasureRow | undefined;
    for (;;) {
        await finishing.yieldNow();
        const rows = await erasuresToSearch(finishing.store.read, { after: last, limit: atOnce });
        if (rows.length === 0) break;
        last = rows.at(-1);
        await searchFor(rows, finishing).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
}

async function searchFor(rows: readonly ErasureRow[], { store, dataDir, now, yieldNow }: Finishing) {
    const traits = sought(rows.flatMap((row) => row.traits ?? []));
    await scrubMentions({ store, sought: traits, yieldNow });
    await scrubFiles(dataDir, traits, yieldNow);
    await dropAside(dataDir).catch(({ code }: NodeJS.ErrnoException) => {
        throw new Error(`The folder before-restore could not be removed: ${code}.`); // its path may name people
    });
    await store.write(async (tx) => {
        for (const { screenId } of rows) await markSearched(tx, screenId, now());
    });
}

/** An erasure ends when it stands beside the backups and nothing of it is in the files of the store. */
async function endSearched({ store, now, yieldNow, ...place }: Finishing) {
    for (;;) {
        await yieldNow();
        const rows = await erasuresToEnd(store.read, together);
        if (rows.length === 0) return;
        await appendErasures(
            place,
            rows.map(({ screenId, at }) => ({ screen_id: screenId, at: iso(at) }))
        );
        if (!(await store.forgetDeleted())) return;
        await store.write(async (tx) => {
            for (const { screenId } of rows) await markEnded(tx, screenId, now());
        });
    }
}
