// Pins the server and the load generator to different cores where the system allows it, so that they do not compete.
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const cores = { server: '0', load: '1' } as const;
type Core = (typeof cores)[keyof typeof cores];

/** Whether processes can be pinned here. */
async function canPin() {
    if (availableParallelism() < 2) return false;
    return run('taskset', ['--version']).then(
        () => true,
        () => false
    );
}

/** Moves a running process, with all its threads, to a core. */
export async function pin(pid: number, core: Core) {
    if (await canPin()) await run('taskset', ['-a', '-c', '-p', core, String(pid)]);
}

/** The command that starts `program` on a core. */
export async function pinned(core: Core, program: string, args: string[]) {
    const command = [program, ...args];
    return (await canPin()) ? ['taskset', '-c', core, ...command] : command;
}
