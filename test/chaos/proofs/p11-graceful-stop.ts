// P11: SIGTERM at any instant. What was accepted is answered, and nothing is left behind.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jobs } from '../../../db/jobs/ledger.ts';
import type { Reader } from '../../../db/store/index.ts';
import { type HttpClient, login } from '../../support/clients/client.ts';
import { clickAccepted, type Fate } from '../accepted-click.ts';
import { anInstant } from '../campaign.ts';
import { keepAsking } from '../clients.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { makeSages } from '../load.ts';
import { processesOf } from '../processes.ts';
import { highest, none, type Proof, type Trial, without } from '../proof.ts';
import { locksLeft } from '../queue-locks.ts';

const longestStop = 10_000;
const loadTime = 2500;

export const proof: Proof = {
    name: 'P11',
    promise: 'A stop answers what was accepted, leaves no job locked and no PostgreSQL behind.',
    rounds: { short: 6, long: 100 },
    async run(trial) {
        await using installation = await openInstallation({ grants: [1_000_000] });
        return await stopAgainAndAgain(installation, trial);
    },
    sabotages: [
        without('waiting for the requests in flight', {
            file: 'server.ts',
            find: 'await server.stop({ timeout: 2000 });'
        }),
        without('stopping PostgreSQL', { file: 'server.ts', find: 'await postgres.stop();' }),
        without('stopping the jobs first', { file: 'server.ts', find: 'await jobs?.stop();' })
    ]
};

async function stopAgainAndAgain(installation: Installation, trial: Trial) {
    const stops: Stop[] = [];
    await installation.start();
    const client = await login(installation.url);
    const sages = await makeSages(client, 60, 3);
    for (let round = 0; round < trial.rounds; round += 1) {
        if (round > 0) await installation.start();
        stops.push(await stopUnderLoad(installation, { client, sages }));
        trial.report(round + 1, trial.rounds);
    }
    const fates = stops.flatMap((stop) => stop.fates);
    const countOf = (fate: Fate) => fates.filter((one) => one === fate).length;
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
    return [
        { count: stops.length, of: 'stops' },
        { count: countOf('answered'), of: 'answered', atLeast: 10 * stops.length },
        none('accepted and not answered', countOf('failed')),
        none('exits other than 0', stops.filter(({ code }) => code !== 0).length),
        highest('ms the longest', Math.round(Math.max(...stops.map(({ ms }) => ms))), longestStop),
        none('left locked', sum(stops.map(({ locked }) => locked))),
        none('left running', sum(stops.map(({ leftover }) => leftover)))
    ];
}

interface Stop {
    fates: Fate[];
    code: number | null;
    ms: number;
    locked: number;
    leftover: number;
}
type Clicking = { client: HttpClient; sages: number[] };

/** The server answers before its PostgreSQL is there, so that an early signal hits the start. */
async function stopUnderLoad(installation: Installation, clicking: Clicking): Promise<Stop> {
    const load = startClicking(installation.url, clicking);
    await anInstant(loadTime);
    const began = performance.now();
    const code = await Promise.race([installation.stop(), sleep(2 * longestStop, null)]);
    const ms = performance.now() - began;
    const fates = await load.end();
    const leftover = await leftBehind(installation);
    if (leftover > 0) await installation.kill('group');
    return { fates, code, ms, leftover, locked: await lockedIn(installation) };
}

function startClicking(url: string, { client, sages }: Clicking) {
    const fates: Fate[] = [];
    const clicks = keepAsking(8, async () => {
        const sage = sages[Math.floor(Math.random() * sages.length)] ?? 0;
        const fate = await clickAccepted(url, client, sage);
        fates.push(fate);
        if (fate === 'not accepted') await sleep(20);
    });
    return {
        async end() {
            await clicks.end();
            return fates;
        }
    };
}

/** The lock file of PostgreSQL, and every process that is still there. */
async function leftBehind({ dataDir }: Installation) {
    const lock = existsSync(join(dataDir, 'postgres/data/postmaster.pid')) ? 1 : 0;
    return lock + (await processesOf(dataDir)).length;
}

/** In the queue, and as a try under way in the ledger: the next start would take that for a crash. */
async function lockedIn({ dataDir, withStore }: Installation) {
    return (await locksLeft(dataDir)) + (await withStore(({ read }) => triesUnderWay(read)));
}

async function triesUnderWay(on: Reader) {
    return (await on.select().from(jobs)).filter(({ startedAt }) => startedAt !== null).length;
}
