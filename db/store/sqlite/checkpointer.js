// The thread of checkpoints.ts. It is JavaScript because a thread of TypeScript loads Node's compiler for it, 15 MB.
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

const sqlite = new Sqlite(workerData, { timeout: 0 });
sqlite.pragma('synchronous = FULL'); // the log is synced before it is moved, and the file before the log is used again

parentPort.on('message', (message) => {
    let isEmpty = false;
    if (message === 'close') sqlite.close();
    else if (message === 'empty') isEmpty = emptied();
    else sqlite.pragma('wal_checkpoint(PASSIVE)');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    parentPort.postMessage(isEmpty);
});

function emptied() {
    try {
        const [{ busy }] = sqlite.pragma('wal_checkpoint(TRUNCATE)');
        return busy === 0;
    } catch {
        return false; // a writer is active: retried later
    }
}
