// P1 and P7: the server is killed at any instant, again and again. Each time its file is looked at before the next start; in
// the end every build that was acknowledged to a client has ended, and was paid once.
import Sqlite from 'better-sqlite3';
import { buildReference, runs } from '../../../db/builds/runs.ts';
import { auditCredits, credits } from '../../../db/accounts/credits.ts';
import { jobs } from '../../../db/jobs/ledger.ts';
import { mails } from '../../../db/jobs/mails.ts';
import type { Reader } from '../../../db/store/index.ts';
import { withstand } from '../campaign.ts';
import type { Installation } from '../installation.ts';
import { endingFirst, killAtAnyInstant } from '../kills.ts';
import { none, type Proof, without } from '../proof.ts';

export const proof: Proof = {
    name: 'P7',
    promise:
        'Whenever the server dies, no acknowledged action is lost or half written, and no file is broken.',
    rounds: { short: 12, long: 1000 },
    async run(trial) {
        const found: Found = { faults: [], halves: 0 };
        const look = async (installation: Installation) => {
            const { faults, halves } = await lookAt(installation);
            found.faults.push(...faults);
            found.halves += halves;
        };
        const figures = await withstand({ trial, strike: killAtAnyInstant(trial, look) });
        return [
            { count: trial.rounds, of: 'restarts' },
            none(`faults of the file ${JSON.stringify(found.faults.slice(0, 3))}`, found.faults.length),
            none('half actions', found.halves),
            ...figures
        ];
    },
    sabotages: [
        without('ending a job together with its effect', ...endingFirst),
        without(
            'one transaction for a build and its first job',
            {
                file: 'db/builds/runs.ts',
                find: "    await enqueue(tx, 'build-step', { runId: run.runId, step: 1 }, at);\n"
            },
            {
                file: 'db/builds/runs.ts',
                find: '/** Returns the reference of a build',
                replace: `export const second = (tx: Tx, runId: string, at: number) => enqueue(tx, 'build-step', { runId, step: 1 }, at);
/** Returns the reference of a build`
            },
            {
                file: 'plugins/builds/start.ts',
                find: "import { startBuild } from '../../db/builds/runs.ts';",
                replace: "import { second, startBuild } from '../../db/builds/runs.ts';"
            },
            {
                file: 'plugins/builds/start.ts',
                find: '    return {\n        run_id: run.runId,',
                replace:
                    '    if (!resumed) await new Promise((resume) => setTimeout(resume, 30));\n    if (!resumed) await store.write((tx) => second(tx, run.runId, at));\n    return {\n        run_id: run.runId,'
            }
        )
    ]
};

interface Found {
    faults: string[];
    halves: number;
}

/** The file as the dead server has left it, log and all. */
async function lookAt({ file, withStore }: Installation): Promise<Found> {
    const sqlite = new Sqlite(file);
    const whole = sqlite.prepare('PRAGMA integrity_check').pluck().all() as string[];
    const orphans = sqlite.prepare('PRAGMA foreign_key_check').all();
    sqlite.close();
    return withStore(async ({ read }) => ({
        faults: [
            ...whole.filter((line) => line !== 'ok'),
            ...orphans.map((row) => JSON.stringify(row)),
            ...(await auditCredits(read))
        ],
        halves: await countHalves(read)
    }));
}

/** Running builds without exactly one job that goes on or without a hold, ended ones that still have either, lone mails. */
async function countHalves(on: Reader) {
    const open = new Map<string, number>();
    const mailed = new Set<string>();
    for (const { state, payload } of await on
        .select({ state: jobs.state, payload: jobs.payload })
        .from(jobs)) {
        if ('mailId' in payload) mailed.add(payload.mailId);
        if ('runId' in payload && (state === 'pending' || state === 'sent'))
            open.set(payload.runId, (open.get(payload.runId) ?? 0) + 1);
    }
    const booked = Map.groupBy(await on.select().from(credits), ({ reference }) => reference);
    const isHalf = ({ runId, state }: typeof runs.$inferSelect) => {
        const entries = (booked.get(buildReference(runId)) ?? []).length;
        return state === 'running' ? open.get(runId) !== 1 || entries !== 1 : entries !== 2;
    };
    const builds = (await on.select().from(runs)).filter(isHalf).length;
    const letters = (await on.select({ id: mails.id }).from(mails)).filter(
        ({ id }) => !mailed.has(id)
    ).length;
    return builds + letters;
}
