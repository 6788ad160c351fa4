// P2: screens are invited and cancelled while the server is killed at any instant; each refund takes effect once.
import type { Reader } from '../../../db/store/index.ts';
import { withstand } from '../campaign.ts';
import { killAtAnyInstant } from '../kills.ts';
import { type Proof, without } from '../proof.ts';
import { auditRefunds } from '../refunds.ts';
import { startScreenLoad } from '../screen-load.ts';

const file = 'jobs/queue/end-together.ts';
const finish = 'const finished = await finishJobs(tx, ids, now(), node);';
const effects = 'for (const { id, effect } of ended) if (finished.has(id)) await effect?.(tx);';
const always = 'for (const { effect } of ended) await effect?.(tx);';

export const proof: Proof = {
    name: 'P2',
    promise: 'A refund takes effect exactly once.',
    rounds: { short: 12, long: 1000 },
    async run(trial) {
        const figures = await withstand({ trial, begin, strike: killAtAnyInstant(trial) });
        return [{ count: trial.rounds, of: 'kills' }, ...figures];
    },
    sabotages: [
        without(
            'the unique refund and ending a job together with its effect',
            {
                file: 'db/migrations/0035_baseline.sql',
                find: 'CREATE UNIQUE INDEX `credits_once`',
                replace: 'CREATE INDEX `credits_once`'
            },
            {
                file: 'db/accounts/credits.ts',
                find: '.onConflictDoNothing({ target: [credits.reference, credits.kind] })',
                replace: '.onConflictDoNothing()'
            },
            { file, find: finish },
            {
                file,
                find: effects,
                replace: `${always} });\nawait store.write(async (tx) => { const ids = ended.map(({ id }) => id); ${finish}`
            }
        ),
        without(
            'ending a job together with its effect, the end first',
            { file, find: finish, replace: `${finish} });\nawait store.write(async (tx) => {` },
            { file, find: effects, replace: always }
        )
    ]
};

async function begin(url: string) {
    const load = await startScreenLoad(url);
    return { ...load, audit: (on: Reader) => auditRefunds(on, load.acknowledged) };
}
