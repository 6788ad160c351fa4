// Reads answers on another thread: whatever an answer is made of, requests and other jobs go on meanwhile.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { Finding } from '../../../db/sages/verdicts.ts';
import { EvaluatorFault } from '../faults.ts';
import type { Asked, Read } from './index.ts';

interface Thread {
    source: URL;
    /** Milliseconds after which a reading is given up, and milliseconds after which a thread with nothing to do is ended. */
    patience: number;
    rest: number;
}

// 50 KiB are read in a second and a half; a busy machine takes some times as long.
const usual: Thread = { source: new URL('./thread.js', import.meta.url), patience: 20_000, rest: 60_000 };

/** Of an answer and all that is found in it. What wants more is no answer. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

type Reply = { finding: Finding } | { error: Error };

/** One thread, whose answers wait for each other. It is started when it is first asked, and again after it was ended. */
export function openThread({ source, patience, rest } = usual) {
    const inTurn = pLimit(1);
    let running: Promise<Worker> | undefined;
    let resting: NodeJS.Timeout | undefined;

    async function close() {
        const last = running;
        running = undefined;
        clearTimeout(resting);
        await last?.then((worker) => worker.terminate()).catch(() => undefined);
    }

    async function ask(asked: Asked) {
        clearTimeout(resting);
        const worker = await (running ??= begin());
        worker.ref(); // the process lives on until this is read
        tell(worker, asked);
        const reply = await replyOf(worker, patience);
        worker.unref();
        resting = setTimeout(() => void close(), rest).unref();
        return reply;
    }

    function begin() {
        const begun = start(source);
        const forget = () => void (running = running === begun ? undefined : running);
        begun.then((worker) => worker.once('exit', forget), forget);
        return begun;
    }

    const read: Read = (asked, signal) =>
        inTurn(async () => {
            signal.throwIfAborted();
            const reply = await ask(asked);
            if (!reply) await close(); // it takes too long, too much, or ended
            if (reply && 'error' in reply) throw reply.error;
            return reply?.finding;
        });
    return { read, close };
}

/** The thread of this process. */
export const thread = openThread();

async function start(source: URL) {
    const worker = new Worker(source, { execArgv: [], env: {}, resourceLimits });
    worker.on('error', () => undefined); // whoever waits for it is told by `replyOf`
    if (!(await messageOf(worker, new AbortController().signal)))
        throw new EvaluatorFault('server_error', 'the thread of the reader did not start');
    return worker;
}

/** Undefined where none came in time, or the thread has ended. */
const replyOf = (worker: Worker, patience: number) =>
    messageOf(worker, AbortSignal.timeout(patience)) as Promise<Reply | undefined>;

/** The next message; undefined where the thread ends, or the signal is aborted before. */
async function messageOf(worker: Worker, signal: AbortSignal): Promise<unknown> {
    const over = new AbortController();
    const until = { signal: AbortSignal.any([signal, over.signal]) };
    const message = once(worker, 'message', until).then(([sent]) => sent as unknown);
    const ended = once(worker, 'exit', until).then(() => undefined);
    return Promise.race([message, ended])
        .catch(() => undefined)
        .finally(() => over.abort());
}

const tell = (worker: Worker, asked: Asked) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    worker.postMessage(asked);
