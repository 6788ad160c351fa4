// The memory of the idle processes, as the kernel counts it.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer, temporaryFolder, until } from '../support/servers/process.ts';
import { firstAnswer, spawnEmpty } from './empty-server.ts';
import { atMost, figure, type Progress, type Row } from './figure.ts';
import { childrenOf } from './processor-time.ts';

export const idleMemory: Row = {
    name: 'memory',
    async measure(_short, progress) {
        await using folder = await temporaryFolder();
        await using ends = new AsyncDisposableStack();
        const nobody = { ADMIN_LOGIN: '', ADMIN_PASSWORD: '' }; // an administrator's password would have to be checked and hashed first
        const running = await startServer({ dataDir: folder.path, env: nobody });
        ends.defer(async () => void (await running.end('SIGTERM')));
        const empty = await spawnEmpty();
        ends.defer(() => void empty.child.kill());
        await firstAnswer(empty.url);
        await until('the jobs run', () => jobsRun(running.url));
        await idle(15, progress); // after some ten seconds the server has given back what its start needed
        const base = [await residentMegabytes(empty.child.pid)];
        const postgres = await descendantsOf(running.child.pid ?? 0);
        return [
            memoryFigure('idle memory, process', 130, [await residentMegabytes(running.child.pid)], base),
            memoryFigure('idle memory, PostgreSQL', 60, [await sharedMegabytes(postgres)], base)
        ];
    }
};

function memoryFigure(row: string, most: number, measured: number[], base: number[]) {
    return figure({ row, unit: 'MB', against: 'empty node', goal: atMost(most) }, { measured, base });
}

async function idle(seconds: number, progress: Progress) {
    for (let second = 1; second <= seconds; second += 1) {
        await sleep(1000);
        progress(second / seconds);
    }
}

async function jobsRun(url: string) {
    const response = await fetch(`${url}/readyz`);
    return response.ok && !(await response.text()).includes('degraded');
}

async function residentMegabytes(pid = 0) {
    return megabytes(await readFile(`/proc/${pid}/status`, 'utf8'), 'VmRSS');
}

/** Each page once, however many of them share it; where the kernel does not report it, as often as it is mapped. */
async function sharedMegabytes(pids: number[]) {
    if (pids.length === 0) throw new Error('there is no PostgreSQL');
    const sizes = pids.map(async (pid) => {
        const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => undefined);
        return rollup ? megabytes(rollup, 'Pss') : residentMegabytes(pid);
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function megabytes(text: string, name: string) {
    const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text) ?? [];
    if (kilobytes === undefined) throw new Error(`the kernel does not tell ${name}`);
    return (Number(kilobytes) * 1024) / 1e6;
}

/** PostgreSQL and all it forked are the only processes that the server starts. */
async function descendantsOf(pid: number): Promise<number[]> {
    const children = await childrenOf(pid);
    return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}
