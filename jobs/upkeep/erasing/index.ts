// The steps after an erasure, repeatable after each interruption: searches texts of others and files, then updates the list next
// to the backups.
import { dropAside } from '../../../db/installation/backup/exchange.ts';
import { appendErasures, lineOf } from '../../../db/installation/erasures-file.ts';
import {
    byAge,
    type ErasureRow,
    erasuresToEnd,
    erasuresToSearch,
    markEnded,
    markSearched
} from '../../../db/erasing/erasures.ts';
import { eraseAt, idOf, searchRows, settle, wantedBy } from '../../../db/erasing/mentions.ts';
import * as tables from '../../../db/migrations/schema.ts';
import { placesIn } from '../../../db/erasing/places.ts';
import { exactAddresses, sought } from '../../../db/erasing/scrubbing.ts';
import { isStoreStuck, type Store } from '../../../db/store/index.ts';
import { eraseObject, searchFiles } from './files.ts';

interface Finishing {
    store: Store;
    dataDir: string;
    backupDir: string;
    /** The key that signs the lines next to the backups; undefined for the key of the data folder. */
    backup: { secret: string | undefined };
    now: () => number;
    /** Between two parts. Where it fails, the rest is for the next call. */
    yieldNow: () => Promise<void>;
}

const places = placesIn(Object.values(tables));

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
    const people = rows.map(wantedBy);
    const asked = rows.filter(({ by }) => by !== byAge); // by age alone nothing is changed that others wrote
    const searching = {
        people,
        addresses: exactAddresses(asked.flatMap(({ traits }) => traits ?? [])),
        yieldNow
    };
    await searchRows({ ...searching, store, places });
    await searchFiles(dataDir, searching);
    await dropAside(dataDir).catch(({ code }: NodeJS.ErrnoException) => {
        throw new Error(`The folder before-restore could not be removed: ${code}.`); // its path may name people
    });
    await store.write(async (tx) => {
        for (const { screenId, left } of people) await markSearched(tx, screenId, now(), left());
    });
}

/** What a person has decided is done; where that fails they see why, and decide again. */
async function eraseChosen({ screenId, traits }: ErasureRow, { store, dataDir, yieldNow }: Finishing) {
    for (const doubt of traits?.doubts ?? []) {
        if (!traits || !doubt.erase) continue;
        const erased =
            doubt.in === 'storage'
                ? eraseObject(dataDir, String(doubt.key), sought([traits]), yieldNow)
                : store.write((tx) => eraseAt(tx, places, doubt, traits));
        const failed = await erased.then(
            () => undefined,
            (error: Error) => {
                if (isStoreStuck(error)) throw error; // it is tried again
                return 'query' in error ? 'The database rejected the deletion.' : error.message; // a query holds what was to be erased
            }
        );
        const to = failed === undefined ? undefined : { failed };
        await store.write((tx) => settle(tx, screenId, idOf(doubt), to));
    }
}

/** An erasure is complete when it is listed next to the backups and the files of the store no longer contain the data. */
async function endSearched(finishing: Finishing) {
    const { store, now, yieldNow, ...place } = finishing;
    for (;;) {
        await yieldNow();
        const rows = await erasuresToEnd(store.read, together);
        if (rows.length === 0) return;
        for (const row of rows) await eraseChosen(row, finishing);
        await appendErasures(place, rows.map(lineOf));
        if (!(await store.forgetDeleted())) return;
        await store.write(async (tx) => {
            for (const { screenId } of rows) await markEnded(tx, screenId, now());
        });
    }
}
