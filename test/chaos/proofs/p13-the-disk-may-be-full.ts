// P13: the disk is full to its last byte while clients read and write, and is freed again.
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '../../support/clients/client.ts';
import { until } from '../../support/servers/process.ts';
import { waitingAfterDrain } from '../campaign.ts';
import { keepAsking, type Load } from '../clients.ts';
import { startContexts } from '../context-load.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { startLoad } from '../load.ts';
import { none, type Proof, type Trial, without } from '../proof.ts';
import { openSmallVolume, type SmallVolume } from '../small-volume.ts';

const refusals = 30;
const readsMeanwhile = 20;
const patience = 30_000;
/** It is memory: the store, the queue, and what is filled up. */
const mebibytes = { short: 384, long: 1024 };

export const proof: Proof = {
    name: 'P13',
    promise:
        'A full disk is told with 503, tears nothing and stops no reading; once freed, all goes on by itself.',
    rounds: { short: 2, long: 50 },
    async run(trial) {
        await using ends = new AsyncDisposableStack();
        await using installation = await openInstallation({ grants: [1_000_000] });
        const volume = await openSmallVolume(installation.dataDir, mebibytes[trial.short ? 'short' : 'long']);
        ends.defer(async () => volume.close());
        installation.startThrough(volume.through);
        await installation.start();
        return await fillAgainAndAgain(installation, volume, trial);
    },
    sabotages: [
        without('telling a full disk from a fault', {
            file: 'db/store/sqlite/index.ts',
            find: '/^SQLITE_(FULL|IOERR|BUSY)/',
            replace: '/^SQLITE_BUSY/'
        }),
        without('answering after the commit only', {
            file: 'db/store/sqlite/transactions.ts',
            find: 'commit.run();\n            return settles;',
            replace: `try {
    commit.run();
} catch {
    if (sqlite.inTransaction) rollback.run();
}
return settles;`
        })
    ]
};

async function fillAgainAndAgain(installation: Installation, volume: SmallVolume, { rounds, report }: Trial) {
    const found = { refusedNothing: 0, reads: 0, stillStuck: 0 };
    const { url } = installation;
    const loads: Load[] = [
        await startLoad({ url, sages: 20, clients: 1 }),
        await startContexts(url, { clients: 2, length: 6000, pause: 10 })
    ];
    const reads = await startReads(url);
    try {
        await isWorking(loads, found);
        for (let round = 0; round < rounds; round += 1) {
            await volume.fill(installation.pid());
            await areRefused(loads).catch(() => (found.refusedNothing += 1));
            const before = reads.answered();
            const readOn = async () => reads.answered() > before + readsMeanwhile;
            await until('reads are answered', readOn, patience).catch(() => undefined);
            await volume.free(installation.pid());
            await isWorking(loads, found);
            report(round + 1, rounds);
        }
    } finally {
        await Promise.all([...loads, reads].map((load) => load.end()));
    }
    const stuck = await waitingAfterDrain(installation);
    const exits = await installation.stop();
    await volume.bringBack();
    const [faults, ...audits] = await installation.withStore(async (store) => [
        none('faults of the file', (await store.check()).length),
        ...(await Promise.all(loads.map((load) => load.audit(store.read)))).flat()
    ]);
    const failures = loads.flatMap((load) => load.failures);
    const others = failures.filter((failure) => !failure.startsWith('503 '));
    return [
        { count: rounds, of: volume.what },
        { count: loads.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0), of: 'acknowledged' },
        { count: failures.length - others.length, of: 'told to come again', atLeast: rounds * refusals },
        none(`other answers ${JSON.stringify([...new Set(others)].slice(0, 3))}`, others.length),
        { count: reads.answered(), of: 'reads', atLeast: rounds * readsMeanwhile },
        none(`reads failed ${JSON.stringify(reads.failures.slice(0, 3))}`, reads.failures.length),
        none('times that all could be written', found.refusedNothing),
        none('times that it did not come back', found.stillStuck),
        none('stuck', stuck),
        none('exits other than 0', exits === 0 ? 0 : 1),
        ...(faults ? [faults] : []),
        ...audits
    ];
}

/** What is written fills first what is left of files that were long enough already. */
async function areRefused(loads: readonly Load[]) {
    const refused = () => loads.reduce((sum, { failures }) => sum + failures.length, 0);
    const before = refused();
    await until('writes are refused', async () => refused() >= before + refusals, patience);
}

async function isWorking(loads: readonly Load[], found: { stillStuck: number }) {
    const isWriting = loads.map(({ acknowledged }) => {
        const before = acknowledged.size;
        return () => acknowledged.size > before + 5;
    });
    const all = async () => isWriting.every((is) => is());
    await until('the clients write again', all, patience).catch(() => (found.stillStuck += 1));
}

const pages = ['/sages', '/session', '/credits', '/deals', '/profile'];

/** One client that reads again and again. */
async function startReads(url: string) {
    const client = await login(url);
    const failures: string[] = [];
    let asked = 0;
    let answered = 0;
    const reading = keepAsking(1, async () => {
        const path = pages[(asked += 1) % pages.length] ?? '';
        const { statusCode } = await client
            .get(path)
            .catch((error: unknown) => ({ statusCode: String(error) }));
        if (statusCode === 200) answered += 1;
        else failures.push(`${path} ${statusCode}`);
        await sleep(20);
    });
    return { answered: () => answered, failures, ...reading };
}
