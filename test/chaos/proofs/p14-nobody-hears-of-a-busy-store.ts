// P14: clients write while backups are made, the store is checked, a reader holds on to an old state, and another process
// writes. No client gets the answer that the store is busy.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { grantCredits } from '../../../db/accounts/credits.ts';
import { runCommand } from '../../support/servers/process.ts';
import { startWriters } from '../acknowledged.ts';
import { keepAsking } from '../clients.ts';
import { type Installation, openInstallation, withoutQueue } from '../installation.ts';
import { none, type Proof, type Trial, without } from '../proof.ts';

const thousand = 1000;
/** Longer than SQLite itself waits for a lock here. */
const held = 60;

export const proof: Proof = {
    name: 'P14',
    promise: 'A busy store never reaches a client: backups, checks, readers and another writer under load.',
    rounds: { short: 2, long: 100 },
    async run(trial) {
        await using installation = await openInstallation({ env: withoutQueue });
        await installation.start();
        return await writeBesideOthers(installation, trial);
    },
    sabotages: [
        without('waiting for another process that writes', {
            file: 'db/store/sqlite/transactions.ts',
            find: 'if (!isBusy(error) || performance.now() > last) throw error;',
            replace: 'throw error;'
        })
    ]
};

/** Each round is a thousand acknowledged writes. */
async function writeBesideOthers(installation: Installation, { rounds, report }: Trial) {
    const writers = await startWriters([installation.url]); // it logs in before the disturbance starts
    const others = startOthers(installation);
    const wanted = rounds * thousand;
    try {
        while (writers.acknowledged.size < wanted && writers.failures().length === 0) {
            await sleep(100);
            report(Math.min(rounds, Math.floor(writers.acknowledged.size / thousand)), rounds);
        }
    } finally {
        await writers.end();
        await others.end();
    }
    const lost = await installation.withStore((store) => writers.lostFrom(store));
    const { backups, checks, reads, writes, failures } = others.done;
    return [
        { count: writers.acknowledged.size, of: 'writes', atLeast: wanted },
        { count: backups, of: 'backups', atLeast: 1 },
        { count: checks, of: 'checks of the whole store', atLeast: 1 },
        { count: reads, of: 'reads of an old state', atLeast: 1 },
        { count: writes, of: 'writes of another process', atLeast: 1 },
        none('lost', lost),
        none('told to come again', writers.comeAgain()),
        none(`other answers ${JSON.stringify(writers.failures())}`, writers.failures().length),
        none(`failures of the others ${JSON.stringify(failures.slice(0, 2))}`, failures.length),
        none('times that the log says busy', installation.output().split('SQLITE_BUSY').length - 1)
    ];
}

function startOthers({ dataDir, file, withStore }: Installation) {
    const done = { backups: 0, checks: 0, reads: 0, writes: 0, failures: [] as string[] };

    const makeBackup = async () => {
        const to = join(dataDir, 'backups', `proof-${done.backups}`);
        const { code, err } = await runCommand(dataDir, ['backup', '--to', to, '--no-secrets']);
        if (code !== 0) done.failures.push(err);
        done.backups += 1;
        await sleep(300);
    };

    const check = async () => {
        done.failures.push(...(await withStore((store) => store.check())));
        done.checks += 1;
        await sleep(300);
    };

    const read = async () => {
        const sqlite = new Sqlite(file, { readonly: true });
        sqlite.exec('BEGIN');
        const count = sqlite.prepare('select count(*) from task_links').pluck();
        const before = count.get();
        await sleep(400);
        if (count.get() !== before) done.failures.push('what was read has changed');
        sqlite.close();
        done.reads += 1;
    };

    const write = async () => {
        await withStore((store) =>
            store.write(async (tx) => {
                const reference = `grant:${crypto.randomUUID()}`;
                await grantCredits(tx, { reference, amount: 1, reason: 'For the proof', at: Date.now() });
                await sleep(held);
            })
        ).catch((error: unknown) => done.failures.push(String(error)));
        done.writes += 1;
        await sleep(200);
    };
    const all = [makeBackup, check, read, write].map((one) => keepAsking(1, one));
    return { done, end: async () => void (await Promise.all(all.map((one) => one.end()))) };
}
