import { readFile } from 'node:fs/promises';

const ticksPerSecond = 100; // of /proc on every Linux

/** Processor time that a process has used, in seconds; not a number where the system does not tell. */
export async function processorSeconds(pid: number) {
    const { own } = await secondsOf(pid);
    return own;
}

/** The same with all processes that it has started, those that have ended included. */
export async function familySeconds(pid: number) {
    const { own, ended } = await secondsOf(pid);
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    const running = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(processorSeconds));
    return running.reduce((sum, one) => sum + (one || 0), own + ended); // one that has just ended tells nothing
}

async function secondsOf(pid: number) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // a process name may contain spaces
    const seconds = (place: number) => (Number(fields[place]) + Number(fields[place + 1])) / ticksPerSecond;
    return { own: seconds(11), ended: seconds(13) };
}
