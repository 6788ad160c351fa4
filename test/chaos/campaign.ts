// One blow after the other against an installation under load; then peace, and the books are looked at.
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/servers/process.ts';
import type { Load } from './clients.ts';
import { type Installation, openInstallation } from './installation.ts';
import { startLoad } from './load.ts';
import { none, type Figures, type Trial } from './proof.ts';

interface Campaign {
    trial: Trial;
    /** Builds, if nothing else is said. */
    begin?: (url: string) => Promise<Load>;
    /** Settings of the server. */
    env?: Record<string, string>;
    /** Returns when the server is on its way up again. */
    strike: (installation: Installation, blow: number) => Promise<void>;
}

const beginBuilds = (url: string) => startLoad({ url, sages: 150, clients: 4 });
const grants = [1_000_000, 250_000, 50_000];
/** Far more than the jobs take on a busy machine: what is stuck then is stuck. */
const patience = 300_000;

/** Answers what was acknowledged, the failed requests, what is stuck, and the audit of the store. */
export async function withstand({
    trial,
    begin = beginBuilds,
    env = {},
    strike
}: Campaign): Promise<Figures> {
    await using installation = await openInstallation({ grants, env });
    await installation.start();
    const load = await begin(installation.url);
    await using ends = new AsyncDisposableStack();
    ends.defer(() => load.end()); // one that goes on would keep this process alive
    for (let blow = 0; blow < trial.rounds; blow += 1) {
        await strike(installation, blow);
        trial.report(blow + 1, trial.rounds);
    }
    await load.end();
    const stuck = await waitingAfterDrain(installation);
    await installation.stop();
    const audited = await installation.withStore(({ read }) => load.audit(read));
    return [
        { count: load.acknowledged.size, of: 'acknowledged', atLeast: leastOf(trial) },
        ...audited,
        none('stuck', stuck),
        none('refused', load.failures.length)
    ];
}

/** A load that hardly acknowledged anything proves nothing. */
const leastOf = ({ rounds }: Trial) => 5 * rounds;

/** How many jobs still wait, although nothing disturbs them any more. */
export async function waitingAfterDrain({ url, isUp, start }: Installation) {
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

/** Infinity while the server does not answer. */
export async function waitingJobs(url: string) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    const body = (await response?.json().catch(() => undefined)) as Readiness | undefined;
    return body?.parts.jobs.waiting ?? Infinity;
}

interface Readiness {
    parts: { jobs: { waiting: number } };
}

/** Any instant of the next `ms` milliseconds. */
export const anInstant = (ms: number) => sleep(Math.random() * ms);
