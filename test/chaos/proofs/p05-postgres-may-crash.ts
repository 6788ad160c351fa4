// P5: the companion PostgreSQL crashes under load, again and again; the server stays up and no job is stranded.
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/servers/process.ts';
import { anInstant, withstand } from '../campaign.ts';
import { keepAsking } from '../clients.ts';
import type { Installation } from '../installation.ts';
import { postmasterOf, send } from '../processes.ts';
import { highest, none, type Proof, without } from '../proof.ts';
import { locksOf } from '../queue-locks.ts';

const oldestLock = 10_000;

export const proof: Proof = {
    name: 'P5',
    promise: 'Crashes of PostgreSQL stop neither the application nor a job.',
    rounds: { short: 6, long: 300 },
    async run(trial) {
        const figures = await withstand({ trial, strike: crash, watch });
        return [{ count: trial.rounds, of: 'crashes' }, ...figures];
    },
    sabotages: [
        without('freeing what dead workers locked', {
            file: 'jobs/queue/worker-session.ts',
            find: '        await locks.unlock();\n'
        }),
        without('starting PostgreSQL again', {
            file: 'jobs/queue/postgres.ts',
            find: "ended: (reason) => log.warn({ err: reason }, 'PostgreSQL ended: restarting')",
            replace: 'ended: () => stopping.abort()'
        }),
        without('watching for the loss of the queue', {
            file: 'jobs/queue/runner.ts',
            find: 'await Promise.race([session.lost, postgres.lost(), stopped])',
            replace: 'await stopped'
        })
    ]
};

const signals = ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const;

/** Mostly while it works, at times while it still recovers from the crash before. */
async function crash({ dataDir }: Installation, blow: number) {
    let postmaster: number | undefined;
    const found = async () => (postmaster = await postmasterOf(dataDir)) !== undefined;
    const recovers = until('PostgreSQL is started again', found, 15_000);
    await recovers.catch(() => undefined); // what waits for it is found stuck at the end
    await anInstant(3000);
    if (postmaster) send(postmaster, signals[blow % signals.length] ?? 'SIGKILL');
    await sleep(200);
}

/** Looks all the time, and once more when a lock of the last crash would be too old. */
function watch(installation: Installation) {
    let oldest = 0;
    let down = 0;
    async function look() {
        const { oldest: age } = await locksOf(installation.dataDir).catch(() => ({ oldest: 0 }));
        oldest = Math.max(oldest, age);
        const answer = await fetch(`${installation.url}/healthz`).catch(() => undefined);
        if (!answer?.ok || !installation.isUp()) down += 1;
    }

    const looks = keepAsking(1, () => look().then(() => sleep(500)));
    return {
        async end() {
            await sleep(oldestLock + 1000);
            await looks.end();
            return [highest('ms the oldest lock', Math.round(oldest), oldestLock), none('times down', down)];
        }
    };
}
