// At a start: a restore that was interrupted is brought to its end, or undone.
import { openStoreAt } from '../../store/index.ts';
import { assertRoom } from '../data-folder.ts';
import { installation } from '../installation.ts';
import type { GivenKeys } from './key.ts';
import { type Settled, settleExchange } from './exchange.ts';

/** Where an installation has its data. */
export interface Place {
    dataDir: string;
    database: { url: string; named: boolean } | undefined;
}

const sayings: Record<Settled, string | undefined> = {
    none: undefined,
    undone: 'an interrupted restore was undone: the data is unchanged',
    finished: 'an interrupted restore was completed: the data is that of the backup'
};

/**
 * Returns the message about the result. The caller has the lock of the data folder. Refuses: wrong_state, where it must be run
 * again.
 */
export async function settleRestore({ dataDir, database }: Place) {
    return sayings[await settleExchange(dataDir, database && (() => epochIn(database)))];
}

/**
 * Before a start, with the lock of the data folder. Refuses: wrong_state, and unavailable for a disk that is nearly full.
 */
export async function readyFolder(place: Place, log: { warn(text: string): void }) {
    const says = await settleRestore(place);
    if (says !== undefined) log.warn(says);
    await assertRoom(place.dataDir);
}

/** What is to be said of the keys of backups where several nodes may make them; undefined where it is well. */
export const sayingOfKeys = ({ database, backup }: Pick<Place, 'database'> & { backup: GivenKeys }) =>
    database && backup.secret === undefined ? ownKeys : undefined;

const ownKeys =
    'BACKUP_SECRET is not set: with DATABASE_URL each node, and each new DATA_DIR, signs backups with a key of its own, and deletes no old backups of the others. Set the same BACKUP_SECRET on each node.';

/** The epoch of the data in a database; undefined where it has none. */
export async function epochIn(database: { url: string; named: boolean }) {
    const store = await openStoreAt({ file: '', database });
    try {
        const [row] = await store.read.select({ epoch: installation.epoch }).from(installation);
        return row?.epoch;
    } finally {
        await store.close();
    }
}
