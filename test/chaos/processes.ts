// The processes that belong to one data folder.
import { execFile, execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Those that name this folder in their command: PostgreSQL and its initdb, not the server. */
export async function processesOf(folder: string) {
    return named(folder, (await run('ps', list)).stdout);
}

const list = ['-A', '-o', 'pid=,args='];

function named(folder: string, processes: string) {
    return processes
        .split('\n')
        .filter((line) => line.includes(folder))
        .map((line) => Number.parseInt(line, 10));
}

/** Undefined: there is none, or it has just begun. */
export async function postmasterOf(dataDir: string) {
    const lock = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(lock.split('\n')[0]);
    return pid > 0 && (await processesOf(dataDir)).includes(pid) ? pid : undefined;
}

/** It may have ended already, which is as good. */
export function send(pid: number, signal: NodeJS.Signals) {
    try {
        process.kill(pid, signal);
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

/** Of a process that exits and so cannot wait: ends what names this folder, and removes it. */
export function endAtOnce(folder: string) {
    for (const pid of named(folder, execFileSync('ps', list, { encoding: 'utf8' }))) send(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
