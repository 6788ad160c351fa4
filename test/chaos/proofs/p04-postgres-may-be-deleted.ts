// P4: the folder of the companion PostgreSQL is deleted, between two starts and while it runs.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { anInstant, withstand } from '../campaign.ts';
import type { Installation } from '../installation.ts';
import { type Proof, without } from '../proof.ts';

export const proof: Proof = {
    name: 'P4',
    promise: 'The companion PostgreSQL may be deleted at any time.',
    rounds: { short: 5, long: 100 },
    async run(trial) {
        const figures = await withstand({ trial, strike: wipe });
        return [{ count: trial.rounds, of: 'wipes' }, ...figures];
    },
    sabotages: [
        without('offering unfinished jobs again to a new queue', {
            file: 'jobs/queue/runner.ts',
            find: 'await store.write((tx) => requeueJobs(tx, node));'
        })
    ]
};

const wipes = [
    async (installation: Installation) => deletePostgres(installation),
    async (installation: Installation) => {
        await installation.kill('group');
        await deletePostgres(installation);
        await installation.start();
    },
    /** PostgreSQL outlives the server, and then its own folder. */
    async (installation: Installation) => {
        await installation.kill('app');
        await deletePostgres(installation);
        await installation.start();
    }
];

async function wipe(installation: Installation, blow: number) {
    await anInstant(3000);
    await wipes[blow % wipes.length]?.(installation);
    await anInstant(2000);
}

/** PostgreSQL may be writing into it at this moment. */
async function deletePostgres({ dataDir }: Installation) {
    await rm(join(dataDir, 'postgres'), { recursive: true, force: true, maxRetries: 10 });
}
