// Moves the write-ahead log into the database file on another thread: a thousand pages take from 30 ms to half a second on
// a slow disk, for which SQLite alone would stop the event loop in the middle of a commit.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type Sqlite from 'better-sqlite3';

/** The size of the log, in pages of 4 KiB, from which it is checkpointed; the default of SQLite. */
const longLog = 1000;
/** SQLite checkpoints a log of this many pages itself, in case that the other thread does not. */
const longestLog = 4000;
/** A log of less takes no time to speak of, so that the other thread is not started for it. */
const shortLog = 100;

const thread = new URL('./checkpointer.js', import.meta.url);

type Pages = [busy: number, logged: number, moved: number];

/** The checkpoints of the database in `file`, whose writes all go through `writer`. The thread starts when it is needed. */
export function openCheckpoints(writer: Sqlite.Database, file: string) {
    const log = writer.prepare<[], Pages>('PRAGMA wal_checkpoint(NOOP)').raw();
    const mover = openMover(file);
    let moving: Promise<void> | undefined;
    writer.pragma(`wal_autocheckpoint = ${longestLog}`);

    function waiting() {
        const [, logged, moved] = log.get() ?? [0, 0, 0];
        return logged - moved;
    }

    function isLong() {
        try {
            return waiting() >= longLog;
        } catch {
            return false; // the next write reports a failing disk
        }
    }

    async function move() {
        await mover.ask('move');
        moving = undefined;
    }

    return {
        /** After a commit: resolves when a long log is checkpointed, otherwise immediately. */
        afterCommit: async () => {
            if (moving || isLong()) await (moving ??= move());
        },
        /** Starts to checkpoint the log, whatever its length. */
        checkpoint: () => {
            if (writer.inTransaction) return; // inside one SQLite refuses it
            if (waiting() >= shortLog) moving ??= move();
            else writer.pragma('wal_checkpoint(PASSIVE)');
        },
        /** Checkpoints the whole log and truncates it; false when a writer was active. */
        empty: async () => {
            await moving;
            const emptying = mover.ask('empty');
            moving = emptying.then(() => void (moving = undefined));
            return emptying;
        },
        close: async () => {
            await moving;
            await mover.close();
        }
    };
}

/** The other thread. It is started when it is first asked, and again after it failed. */
function openMover(file: string) {
    let mover: Worker | undefined;
    function start() {
        const started = new Worker(thread, { workerData: file, execArgv: [] });
        return started.on('error', () => (mover = undefined)); // the next long log starts another one
    }
    return {
        async ask(message: 'move' | 'empty') {
            try {
                mover ??= start();
                mover.ref(); // the process lives on until this is done
                tell(mover, message);
                const [isEmpty] = (await once(mover, 'message')) as [boolean];
                mover.unref();
                return isEmpty;
            } catch {
                mover = undefined; // SQLite checkpoints the log itself once it is four times as long
                return false;
            }
        },
        async close() {
            const last = mover;
            mover = undefined;
            if (!last) return;
            last.ref();
            tell(last, 'close');
            await once(last, 'message');
            await last.terminate(); // what else was loaded into the thread, by NODE_OPTIONS, may keep it alive
        }
    };
}

const tell = (thread: Worker, message: 'move' | 'empty' | 'close') =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    thread.postMessage(message);
