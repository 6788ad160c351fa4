// kill -9 at any instant.
import { anInstant } from './campaign.ts';
import type { Installation } from './installation.ts';
import type { Edit, Trial } from './proof.ts';

const bootTime = 700;
const loadTime = { short: 3000, long: 5000 };

/** A quarter of the kills hit the next start as well; half of all take PostgreSQL along. `look` sees what a dead server left. */
export function killAtAnyInstant(
    { short }: Trial,
    look: (installation: Installation) => Promise<void> = () => Promise.resolve()
) {
    const length = loadTime[short ? 'short' : 'long'];
    return async (installation: Installation, blow: number) => {
        if (blow % 4 === 3) {
            await installation.stop('SIGKILL');
            await installation.launch();
            await anInstant(bootTime);
        } else await anInstant(length);
        await installation.kill(whom(blow));
        await look(installation);
        await installation.start();
    };
}

export const whom = (blow: number) => ((blow + Math.floor(blow / 4)) % 2 === 0 ? 'group' : 'app');

const file = 'jobs/queue/together.ts';
const finish = 'const finished = await finishJobs(tx, ids, now(), node);';
const always = {
    file,
    find: 'for (const { id, effect } of ended) if (finished.has(id)) await effect?.(tx);',
    replace: 'for (const { effect } of ended) await effect?.(tx);'
};

/** Ends a job before its work instead of with its effect: what a kill in between loses. */
export const endingFirst: readonly Edit[] = [
    {
        file: 'jobs/queue/attempts.ts',
        find: 'const effect = await job.run(',
        replace: 'await end(id);\nconst effect = await job.run('
    },
    always
];

/** Ends a job in a transaction before that of its effect. */
export const endingApart: readonly Edit[] = [
    { file, find: finish, replace: `${finish}\n});\nawait store.write(async (tx) => {` },
    always
];

/** Ends a job some time after its effect, and books what is booked already. */
export const effectTwice: readonly Edit[] = [
    {
        file: 'db/migrations/0035_baseline.sql',
        find: 'CREATE UNIQUE INDEX `credits_once`',
        replace: 'CREATE INDEX `credits_once`'
    },
    {
        file: 'db/accounts/credits.ts',
        find: '.onConflictDoNothing({ target: [credits.reference, credits.kind] })'
    },
    { file, find: finish },
    {
        ...always,
        replace: `${always.replace}\n});\nawait new Promise((over) => setTimeout(over, 100));\nawait store.write(async (tx) => {\nconst ids = ended.map(({ id }) => id);\n${finish}`
    }
];
