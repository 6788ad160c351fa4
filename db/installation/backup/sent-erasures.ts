// The erasures in the bucket of the backups: an object for each, so that several nodes and machines never lose one another's.
import { erasuresFile, longestLine, provedLines } from '../erasures-file.ts';
import type { Bucket } from './bucket.ts';
import { writeNew } from './files.ts';

const folder = 'erasures/';

/** The ids of those that the bucket has. */
export const sentErasures = async (bucket: Bucket) =>
    new Set((await bucket.list(folder)).map((key) => key.slice(folder.length)));

/** Sends the lines of the file in BACKUP_DIR that the bucket has not, and adds them to `sent`. */
export async function sendErasures(
    bucket: Bucket,
    { backupDir, keys, sent }: { backupDir: string; keys: readonly string[]; sent: Set<string> }
) {
    for await (const { id, text } of provedLines(erasuresFile(backupDir), keys)) {
        if (sent.has(id)) continue;
        await bucket.put(folder + id, Buffer.from(`${text}\n`));
        sent.add(id);
    }
}

/** Writes the erasures of the bucket to a file next to a backup that was downloaded from there. */
export async function fetchErasures(bucket: Bucket, below: string) {
    const texts: string[] = [];
    for (const id of await sentErasures(bucket))
        texts.push(String((await bucket.get(folder + id, longestLine)) ?? ''));
    await writeNew(erasuresFile(below), texts.join(''));
}
