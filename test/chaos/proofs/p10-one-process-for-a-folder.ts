// P10: a second process starts on a data folder that is in use, as a second container on one volume does.
import { spawnSync } from 'node:child_process';
import { type Running, until } from '../../support/servers/process.ts';
import { withstand } from '../campaign.ts';
import type { Installation } from '../installation.ts';
import { startLoad } from '../load.ts';
import { highest, none, type Proof, without } from '../proof.ts';

/** Beyond what a start takes that a wrong setting ends, in milliseconds. The short form runs on busy machines; its
 * gate is below the 5 s that its control waits. */
const longestRefusal = { short: 4000, long: 1000 };

/** As a container has them. None of its own processes outlives it. */
const inNamespaces = ['--user', '--map-root-user', '--pid', '--ipc', '--mount', '--fork', '--kill-child'];

export const proof: Proof = {
    name: 'P10',
    promise: 'A second process on a data folder is refused at once with 75, and the first is unharmed.',
    rounds: { short: 4, long: 50 },
    alone: true,
    async run(trial) {
        const isApart = mayBeApart();
        const tries: Try[] = [];
        const strike = async (installation: Installation) => {
            if (tries.some(({ hasStarted }) => hasStarted)) return; // it has changed the files that decide about the next one
            tries.push(await startSecond(installation, isApart ? ['unshare', ...inNamespaces] : []));
        };
        const figures = await withstand({ trial, begin, strike, watch: watchFirst });
        const refused = tries.filter(({ code, line }) => code === 75 && line === words);
        return [
            {
                count: trial.rounds,
                of: isApart ? 'second starts in namespaces of their own' : 'second starts as plain processes'
            },
            none('double starts', tries.filter(({ hasStarted }) => hasStarted).length),
            none('not refused with 75 and one line', tries.length - refused.length),
            highest('ms to refuse', medianOf(tries), longestRefusal[trial.short ? 'short' : 'long']),
            ...figures
        ];
    },
    sabotages: [
        without('the lock of the data folder', {
            file: 'db/store/sqlite/index.ts',
            find: "lock.exec('BEGIN EXCLUSIVE');"
        }),
        without('refusing at once', {
            file: 'db/store/sqlite/index.ts',
            find: 'new Sqlite(file, { timeout: 0 })',
            replace: 'new Sqlite(file, { timeout: 5000 })'
        })
    ]
};

const words = 'Another process is using this data folder. Stop it first.';

/** Many containers do not allow namespaces. */
function mayBeApart() {
    return spawnSync('unshare', [...inNamespaces, 'true']).status === 0;
}

const begin = (url: string) => startLoad({ url, sages: 20, clients: 1 });

interface Try {
    code: number | null;
    line: string;
    hasStarted: boolean;
    /** How much longer it took than a start that a wrong setting ends. */
    ms: number;
}

async function startSecond({ launchAnother }: Installation, through: readonly string[]): Promise<Try> {
    const stopped = await ending(await launchAnother(through, { LOG_LEVEL: 'loud' }));
    const second = await ending(await launchAnother(through));
    return { ...second, ms: second.ms - stopped.ms };
}

/** Waits until it has ended, or answers, which ends it. */
async function ending(running: Running) {
    const began = performance.now();
    let end: { code: number | null; ms: number } | undefined;
    const ended = running.end().then((code) => (end = { code, ms: performance.now() - began }));
    let hasStarted = false;
    const answers = () =>
        fetch(`${running.url}/healthz`).then(
            () => (hasStarted = true),
            () => false
        );
    await until('the second has ended, or answers', async () => end !== undefined || answers());
    running.child.kill('SIGKILL');
    return { ...(await ended), line: running.output().trim(), hasStarted };
}

function medianOf(tries: readonly Try[]) {
    const sorted = tries.map(({ ms }) => ms).toSorted((a, b) => a - b);
    return Math.max(0, Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0));
}

/** It runs on, with the PostgreSQL that it had. */
function watchFirst({ isUp, output }: Installation) {
    return {
        end: async () => [
            none('first processes harmed', isUp() ? 0 : 1),
            none('times that its PostgreSQL ended', output().split('PostgreSQL ended: restarting').length - 1)
        ]
    };
}
