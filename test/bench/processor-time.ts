import { readdir, readFile } from 'node:fs/promises';

const ticksPerSecond = 100; // of /proc on every Linux

/**
 * Processor time that a process has used, in seconds; NaN where the system does not report it. Where it can, it adds up the
 * nanoseconds of the threads: a tick is a hundredth of a second, as long as a hundred requests take.
 */
export async function processorSeconds(pid: number) {
    return (await secondsOfThreads(pid)) ?? (await secondsOf(pid)).own;
}

async function secondsOfThreads(pid: number) {
    try {
        const threads = await readdir(`/proc/${pid}/task`);
        const texts = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
        return (await Promise.all(texts)).reduce((sum, text) => sum + Number.parseInt(text, 10) / 1e9, 0);
    } catch {
        return undefined;
    }
}

/** The same with all processes that it has started, those that have ended included. */
export async function familySeconds(pid: number) {
    const { own, ended } = await secondsOf(pid);
    const children = await childrenOf(pid);
    const running = await Promise.all(children.map(async (child) => (await secondsOf(child)).own));
    return running.reduce((sum, one) => sum + (one || 0), own + ended); // one that has just ended reports nothing
}

export async function childrenOf(pid: number) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    return children.split(' ').filter(Boolean).map(Number);
}

async function secondsOf(pid: number) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // a process name may contain spaces
    const seconds = (place: number) => (Number(fields[place]) + Number(fields[place + 1])) / ticksPerSecond;
    return { own: seconds(11), ended: seconds(13) };
}
