// One blow after the other against an installation under load; then peace, and the books are looked at.
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../process.ts';
import { type Installation, openInstallation } from './installation.ts';
import { startLoad } from './load.ts';
import { none, type Figures, type Trial } from './proof.ts';
import { auditBuilds } from './settlement.ts';

interface Campaign {
    trial: Trial;
    /** Returns when the server is on its way up again. */
    strike: (installation: Installation, blow: number) => Promise<void>;
    /** What else is to be counted, while all of it goes on. */
    watch?: (installation: Installation) => { end(): Promise<Figures> };
}

const grants = [1_000_000, 250_000, 50_000];
const patience = 45_000;

/** Answers the acknowledged builds, the failed requests, what is stuck, and the audit of the store. */
export async function withstand({ trial, strike, watch }: Campaign): Promise<Figures> {
    const installation = await openInstallation({ grants });
    try {
        await installation.start();
        const watching = watch?.(installation);
        const load = await startLoad({ url: installation.url, sages: 150, clients: 4 });
        for (let blow = 0; blow < trial.rounds; blow += 1) {
            await strike(installation, blow);
            trial.report(blow + 1, trial.rounds);
        }
        await load.end();
        const stuck = await waitingAfterDrain(installation);
        const watched = (await watching?.end()) ?? [];
        await installation.stop();
        const audited = await installation.withStore(({ read }) => auditBuilds(read, load.acknowledged));
        const acknowledged = { count: load.acknowledged.size, of: 'acknowledged', atLeast: leastOf(trial) };
        return [
            acknowledged,
            ...audited,
            none('stuck', stuck),
            none('refused', load.failures.length),
            ...watched
        ];
    } finally {
        await installation.remove();
    }
}

/** A load that hardly acknowledged anything proves nothing. */
const leastOf = ({ short, rounds }: Trial) => (short ? 5 : 50) * rounds;

/** How many jobs still wait, although nothing disturbs them any more. */
async function waitingAfterDrain({ url, isUp, start }: Installation) {
    if (!isUp()) await start();
    let waiting = Infinity;
    const drained = until(
        'the jobs are done',
        async () => (waiting = await waitingJobs(url)) === 0,
        patience
    );
    await drained.catch(() => undefined);
    return waiting;
}

async function waitingJobs(url: string) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    const body = (await response?.json().catch(() => undefined)) as Readiness | undefined;
    return body?.parts.jobs.waiting ?? Infinity;
}

interface Readiness {
    parts: { jobs: { waiting: number } };
}

/** Any instant of the next `ms` milliseconds. */
export const anInstant = (ms: number) => sleep(Math.random() * ms);
