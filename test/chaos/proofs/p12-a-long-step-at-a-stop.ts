// P12: a build waits for its model when the server has to stop. It ends immediately, and continues after the next start.
import { eq } from '../../../db/store/drizzle.ts';
import { jobs } from '../../../db/jobs/ledger.ts';
import type { Reader } from '../../../db/store/index.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { highest, none, type Proof, type Trial, without } from '../proof.ts';
import { comesToAnEnd, runOf, waitingBuild } from '../slow-build.ts';
import { openSlowModel, type SlowModel } from '../slow-model.ts';

const longestStop = 10_000;
const longestRun = 20 * 60_000;

export const proof: Proof = {
    name: 'P12',
    promise: 'A long step at a stop is given up and begun again at the next start, not lost.',
    rounds: { short: 2, long: 50 },
    async run(trial) {
        await using ends = new AsyncDisposableStack();
        const model = await openSlowModel(ends);
        await using installation = await openInstallation({ grants: [1_000_000], env: model.env });
        return await stopAgainAndAgain({ installation, model }, trial);
    },
    sabotages: [
        without(
            'telling a step to give up, and giving it up',
            {
                file: 'jobs/queue/attempts.ts',
                find: 'job.run(row.payload, { signal, jobId',
                replace: 'job.run(row.payload, { signal: new AbortController().signal, jobId'
            },
            { file: 'jobs/queue/runner.ts', find: 'await attempts.abandon();' }
        )
    ]
};

interface Fixtures {
    installation: Installation;
    model: SlowModel;
}

async function stopAgainAndAgain({ installation, model }: Fixtures, { rounds, report }: Trial) {
    const found = { slowest: 0, exits: 0, leftRunning: 0, counted: 0, endless: 0, late: 0 };
    for (let round = 0; round < rounds; round += 1) {
        await installation.start();
        const runId = await waitingBuild(installation, model);
        const began = performance.now();
        if ((await installation.stop()) !== 0) found.exits += 1;
        found.slowest = Math.max(found.slowest, performance.now() - began);
        const { running, tries } = await installation.withStore(({ read }) => stepOf(read, runId));
        found.leftRunning += running;
        found.counted += tries;
        model.answer();
        await installation.start();
        if (!(await comesToAnEnd(installation, runId))) found.endless += 1;
        const { startedAt, endedAt } = await installation.withStore(({ read }) => runOf(read, runId));
        if (endedAt !== null && endedAt - startedAt > longestRun) found.late += 1;
        await installation.stop();
        report(round + 1, rounds);
    }
    return [
        { count: rounds, of: 'stops during a long step' },
        none('exits other than 0', found.exits),
        highest('ms the longest stop', Math.round(found.slowest), longestStop),
        none('tries left as if they had crashed', found.leftRunning),
        none('tries counted', found.counted),
        none('builds without an end', found.endless),
        none('builds that ended late', found.late)
    ];
}

/** What the ledger says of the step that was under way. */
async function stepOf(on: Reader, runId: string) {
    const rows = (await on.select().from(jobs).where(eq(jobs.task, 'build-step'))).filter(
        ({ payload, state }) => 'runId' in payload && payload.runId === runId && state !== 'done'
    );
    return {
        running: rows.filter(({ startedAt }) => startedAt !== null).length,
        tries: rows.reduce((sum, { tries, crashes }) => sum + tries + crashes, 0)
    };
}
