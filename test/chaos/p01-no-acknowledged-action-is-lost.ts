// P1: the server is killed at any instant; every build that a client was told of ends, and is paid once.
import { anInstant, withstand } from './campaign.ts';
import type { Installation } from './installation.ts';
import type { Proof } from './proof.ts';

const bootTime = 700;
const loadTime = { short: 3000, long: 5000 };

export const proof: Proof = {
    name: 'P1',
    promise: 'No acknowledged action loses its job: kill -9 at any instant.',
    rounds: { short: 15, long: 1000 },
    async run(trial) {
        const length = loadTime[trial.short ? 'short' : 'long'];
        const strike = (installation: Installation, blow: number) => kill(installation, { blow, length });
        const figures = await withstand({ trial, strike });
        return [{ count: trial.rounds, of: 'kills' }, ...figures];
    },
    sabotages: [
        {
            without: 'ending a job together with its effect',
            edits: [
                {
                    file: 'jobs/job.ts',
                    find: 'const effect = await job.run(',
                    replace:
                        'await store.write((tx) => finishJob(tx, id, now()));\nconst effect = await job.run('
                },
                {
                    file: 'jobs/job.ts',
                    find: 'if (await finishJob(tx, id, now())) await effect?.(tx);',
                    replace: 'await effect?.(tx);'
                }
            ]
        }
    ]
};

/** A quarter of the kills hit the next start as well; half of all take PostgreSQL along. */
async function kill(installation: Installation, { blow, length }: { blow: number; length: number }) {
    const whom = (blow + Math.floor(blow / 4)) % 2 === 0 ? 'group' : 'app';
    if (blow % 4 === 3) {
        await installation.stop('SIGKILL');
        await installation.launch();
        await anInstant(bootTime);
    } else await anInstant(length);
    await installation.kill(whom);
    await installation.start();
}
