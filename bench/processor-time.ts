import { readFile } from 'node:fs/promises';

const ticksPerSecond = 100; // of /proc on every Linux

/** Processor time that a process has used, in seconds; not a number where the system does not tell. */
export async function processorSeconds(pid: number) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // a process name may contain spaces
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
