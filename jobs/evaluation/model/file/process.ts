// A model file behind the fetch that the client of servers asks through: one child process, started by the first call, and
// again after it has gone.
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Outgoing } from '../../../../config/outgoing.ts';
import { EvaluatorFault } from '../../faults.ts';
import { unlessAborted } from '../../judge.ts';
import { type ModelSettings, openModel } from '../client.ts';
import type { FromChild, FromParent } from './child.ts';
import type { Call, Loading, Reply } from './engine.ts';
import { assertSame, type ModelFile } from './name.ts';

/** The most tokens of a prompt with its reply. */
const context = 16_384;
/** How long a child may continue an abandoned call, in milliseconds: after that it is ended. */
const patience = 5000;
/** A child that has not loaded its file by then is ended. */
const longestLoading = 15 * 60_000;

/** A client of a model file. A call whose process ended is repeated once. */
export const openFileModel = (settings: ModelSettings & ModelFile) =>
    openModel({ ...settings, baseUrl: 'http://file.invalid', retries: 1 }, openModelFile(settings));

/** Answers what the client of servers sends. Throws an EvaluatorFault where the file cannot be loaded or the process ended. */
export function openModelFile(model: ModelFile): Pick<Outgoing, 'fetch'> {
    const inTurn = pLimit(1);
    let running: Running | undefined;
    async function reply(path: string, call: Call | undefined, signal: AbortSignal): Promise<Reply> {
        signal.throwIfAborted();
        assertSame(model.file, model.stamp);
        if (!running || hasEnded(running.child)) running = start(model);
        const { child, loaded } = running;
        waitFor(child, true);
        try {
            const soon = sleep(1000, undefined, { ref: false });
            const tokens = await unlessAborted(Promise.race([loaded, soon]), signal);
            if (tokens === undefined) return loading;
            return call ? await ask(child, call, signal) : modelListing(path, model.model, tokens);
        } finally {
            waitFor(child, false);
        }
    }
    return {
        async fetch(url, { body, signal, timeout = 60_000 } = {}) {
            const late = AbortSignal.timeout(timeout);
            const ends = signal ? AbortSignal.any([signal, late]) : late;
            const call = body === undefined ? undefined : (JSON.parse(String(body)) as Call);
            // Reports what it is immediately, even while it is busy.
            const ready = call || !running || hasEnded(running.child) ? undefined : running.context;
            const { status, body: json } =
                ready === undefined
                    ? await unlessAborted(
                          inTurn(() => reply(String(url), call, ends)),
                          ends
                      )
                    : modelListing(String(url), model.model, ready);
            return Response.json(json, { status, headers: { 'retry-after-ms': '100' } });
        }
    };
}

const loading: Reply = { status: 503, body: { error: { message: 'Loading model' } } };

function modelListing(url: string, id: string, max_model_len: number): Reply {
    const isThere = url.endsWith('/models');
    return { status: isThere ? 200 : 404, body: isThere ? { data: [{ id, max_model_len }] } : {} };
}

/** Whether this process, if it is otherwise idle, stays alive until the child has answered or ended. */
function waitFor(child: ChildProcess, isWanted: boolean) {
    const change = isWanted ? 'ref' : 'unref';
    child[change]();
    child.channel?.[change]();
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

interface Running {
    child: ChildProcess;
    loaded: Promise<number>;
    /** Once it is ready. */
    context?: number;
}

/** A process that ends with this one, and the size of its context once it is ready. */
function start({ file }: ModelFile): Running {
    const settings: Loading = { file, threads: Math.max(1, availableParallelism() - 1), context };
    const child = fork(new URL('child.ts', import.meta.url), [JSON.stringify(settings)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: {},
        execArgv: []
    });
    child.on('error', () => undefined); // it could not be started: waiting callers get the error
    waitFor(child, false);
    const loaded = nextFrom(child).then((message) => {
        if ('context' in message) return message.context;
        child.kill('SIGKILL');
        throw new EvaluatorFault('not_loaded', 'problem' in message ? message.problem : '');
    });
    const running: Running = { child, loaded };
    const late = setTimeout(() => child.kill('SIGKILL'), longestLoading).unref();
    loaded
        .finally(() => clearTimeout(late))
        .then(
            (tokens) => (running.context = tokens),
            () => undefined // the next caller gets the error
        );
    return running;
}

/** Is done when the child is, which may be after the signal. */
async function ask(child: ChildProcess, call: Call, signal: AbortSignal) {
    const replied = nextFrom(child);
    const done = new AbortController();
    const stop = () => {
        tell(child, 'stop');
        sleep(patience, undefined, { signal: done.signal, ref: false }).then(
            () => child.kill('SIGKILL'),
            () => undefined // it has stopped
        );
    };
    signal.addEventListener('abort', stop, { signal: done.signal });
    tell(child, { call });
    return (await replied.finally(() => done.abort())) as Reply;
}

/** What could not be sent to it is known by its end. */
const tell = (child: ChildProcess, message: FromParent) => void child.send(message, () => undefined);

/** What the child says next. Rejects once it has ended. */
function nextFrom(child: ChildProcess) {
    const { promise, resolve, reject } = Promise.withResolvers<FromChild>();
    const ended = () =>
        reject(new EvaluatorFault('crashed', child.signalCode ?? `exit code ${child.exitCode}`));
    child.once('message', resolve).once('exit', ended).once('error', ended);
    return promise.finally(() => child.off('message', resolve).off('exit', ended).off('error', ended));
}
