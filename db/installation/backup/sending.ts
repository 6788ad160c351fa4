// Sends what is in BACKUP_DIR to the bucket of BACKUP_TO: the newest backup, and the erasures.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { erasuresFile } from '../erasures-file.ts';
import { type Bucket, dropOldSent, ownSent, sendBackup } from './bucket.ts';
import { lastBackup, type Place, type Times, timeOf } from './folder.ts';
import type { BackupKeys } from './key.ts';
import { sendErasures, sentErasures } from './sent-erasures.ts';

interface Sending {
    bucket: Bucket;
    place: Place;
    /** Reads or draws what manifests are signed with, and what else is believed. */
    keys: () => BackupKeys;
    /** How many stay in the bucket. */
    keep: number;
    times: () => Promise<Times>;
}

interface Outcome {
    backup: string;
    bytes: number;
    dropped: number;
}

/** What was sent is remembered, so that the bucket is asked once. */
export function openSending({ bucket, place, keys, keep, times }: Sending) {
    const { backupDir } = place;
    let known: Set<string> | undefined;
    let erasures: Set<string> | undefined;
    let erasuresSize = 0;

    async function unsent() {
        const at = await times();
        const last = await lastBackup(place, at);
        if (!last) return undefined;
        known ??= new Set((await ownSent(bucket, { keys: keys(), ...at })).map(({ name }) => name));
        return known.has(basename(last.folder)) ? undefined : last;
    }

    return {
        alias: bucket.alias,
        /** When the newest in the bucket was created; 0 for none, and until the bucket was read. */
        lastSentAt: () => Math.max(0, ...[...(known ?? [])].map(timeOf)),
        /** Sends the newest backup, if the bucket has it not. */
        async sendNewest(progress: (done: number, of: number) => void): Promise<Outcome | undefined> {
            const last = await unsent();
            if (!last) return undefined;
            const bytes = await sendBackup(bucket, last.folder, { keys: keys(), progress });
            const backup = basename(last.folder);
            known?.add(backup);
            const dropping = { keep, keys: keys(), ...(await times()) };
            return { backup, bytes, dropped: await dropOldSent(bucket, dropping) };
        },
        /** Sends the erasures that were written since. */
        async sendErasures() {
            const size = await stat(erasuresFile(backupDir)).then(
                (found) => found.size,
                () => 0
            );
            if (size === erasuresSize) return;
            erasures ??= await sentErasures(bucket);
            await sendErasures(bucket, { backupDir, keys: keys(), sent: erasures });
            erasuresSize = size;
        }
    };
}
