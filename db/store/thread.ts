// Work on another thread, so that requests and jobs are not blocked.
import { once } from 'node:events';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import pLimit from 'p-limit';

interface Setting {
    /** JavaScript that posts 'ready', and then one message for each that it gets. TypeScript loads Node's compiler, 15 MB. */
    source: URL;
    /** The timeout of a response, and the idle time after which a thread is ended, in milliseconds. */
    patience: number;
    idle: number;
    resourceLimits?: ResourceLimits;
}

/** One thread, whose answers wait for each other. It is started when it is first asked, and again after it was ended. */
export function openThread<Asked, Reply>({ source, patience, idle, resourceLimits = {} }: Setting) {
    const inTurn = pLimit(1);
    let running: Promise<Worker> | undefined;
    let ending: NodeJS.Timeout | undefined;

    async function close() {
        const last = running;
        running = undefined;
        clearTimeout(ending);
        await last?.then((worker) => worker.terminate()).catch(() => undefined);
    }

    function begin() {
        const begun = start();
        const forget = () => void (running = running === begun ? undefined : running);
        begun.then((worker) => worker.once('exit', forget), forget);
        return begun;
    }

    async function start() {
        const worker = new Worker(source, { execArgv: [], env: {}, resourceLimits });
        worker.on('error', () => undefined); // waiting callers get it from `messageOf`
        if (!(await messageOf(worker, new AbortController().signal)))
            throw new Error(`The thread ${source.pathname} did not start.`);
        return worker;
    }

    async function answerOf(asked: Asked) {
        clearTimeout(ending);
        const worker = await (running ??= begin());
        worker.ref(); // the process lives on until it has answered
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
        worker.postMessage(asked);
        const reply = (await messageOf(worker, AbortSignal.timeout(patience))) as Reply | undefined;
        worker.unref();
        ending = setTimeout(() => void close(), idle).unref();
        if (reply === undefined) await close(); // it takes too long, too much, or ended
        return reply;
    }

    return {
        /**
         * The answer; undefined where there was none in time, or the thread has ended. Throws where no thread starts, or
         * the signal was aborted before its turn.
         */
        ask: (asked: Asked, signal?: AbortSignal) =>
            inTurn(() => {
                signal?.throwIfAborted();
                return answerOf(asked);
            }),
        /** How many wait for their turn. */
        waiting: () => inTurn.pendingCount,
        close
    };
}

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
