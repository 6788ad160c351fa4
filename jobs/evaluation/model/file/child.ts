// The child process: loads one GGUF file and answers the calls of its parent. Whatever goes wrong in native code ends this
// process alone.
import { writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type Call, type Loading, openEngine, type Reply } from './engine.ts';

export type FromParent = { call: Call } | 'stop';

/** It is ready, it cannot be, or what it answers to a call. */
export type FromChild = { context: number } | { problem: string } | Reply;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const failed = (error: unknown): Reply => ({ status: 500, body: { error: { message: messageOf(error) } } });
const send = (message: FromChild) => void process.send?.(message);
const die = () => process.kill(process.pid, 'SIGKILL'); // to end in an orderly way would wait for native code

process.on('disconnect', die); // the parent is gone
// Native code may hold this thread for long: another one looks too.
const watch = `const { ppid } = process;
setInterval(() => process.ppid === ppid || process.kill(process.pid, 'SIGKILL'), 1000);`;
new Worker(watch, { eval: true }).unref();
// Where memory runs out, the kernel is to take this process and no other; a core file would hold texts of people.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
await writeFile('/proc/self/coredump_filter', '0').catch(() => undefined);
try {
    const { context, answer } = await openEngine(JSON.parse(process.argv[2] ?? '') as Loading);
    let stop = new AbortController();
    process.on('message', (message: FromParent) => {
        if (message === 'stop') return stop.abort();
        stop = new AbortController();
        return void answer(message.call, stop.signal).catch(failed).then(send);
    });
    send({ context });
} catch (error) {
    process.once('message', die); // waits to be ended: a message may be lost when the process ends immediately
    send({ problem: messageOf(error) });
}
