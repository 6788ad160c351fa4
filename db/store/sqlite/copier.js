// The thread of copies.ts. It is JavaScript because a thread of TypeScript loads Node's compiler for it, 15 MB.
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

const { file, to } = workerData;
const sqlite = new Sqlite(file, { readonly: true, timeout: 5000 });
try {
    sqlite.prepare('VACUUM INTO ?').run(to);
} finally {
    sqlite.close();
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort.postMessage('done');
