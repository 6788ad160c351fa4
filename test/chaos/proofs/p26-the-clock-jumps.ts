// P26: the clock of the server jumps while a build waits for its model. The build neither ends early nor lives for ever.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildTimeout } from '../../../db/builds/plan.ts';
import { temporaryFolder, until } from '../../support/servers/process.ts';
import { waitingAfterDrain } from '../campaign.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { none, type Proof, type Trial, without } from '../proof.ts';
import { auditBuilds } from '../settlement.ts';
import { comesToAnEnd, runOf, waitingBuild } from '../slow-build.ts';
import { openSlowModel, type SlowModel } from '../slow-model.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const jumps = [5 * hour, -400 * day, 400 * day, -5 * hour, minute, -minute];
/** Smaller steps than this are no jump, and a deadline may be off by that. */
const small = minute;
/** The server looks every ten seconds. */
const patience = 30_000;

export const proof: Proof = {
    name: 'P26',
    promise: 'A jump of the clock ends no build early, keeps none for ever, and pays none twice.',
    rounds: { short: 2, long: 24, portion: 6 },
    async run(trial) {
        await using ends = new AsyncDisposableStack();
        const model = await openSlowModel(ends);
        const clock = await openClock(ends);
        await using installation = await openInstallation({
            grants: [1_000_000],
            env: { ...model.env, ...clock.env }
        });
        await installation.start();
        return await jumpAgainAndAgain({ installation, model, clock }, trial);
    },
    sabotages: [
        without('giving a build the time that it had left', {
            file: 'jobs/upkeep/deadlines.ts',
            find: 'await store.write((tx) => moveDeadlines(tx, by));',
            replace: 'void moveDeadlines;'
        })
    ]
};

/** A file that says how far the clock of the server is off. */
async function openClock(ends: AsyncDisposableStack) {
    const { path, remove } = await temporaryFolder();
    ends.defer(remove);
    const file = join(path, 'clock');
    await writeFile(file, '0');
    let off = 0;
    return {
        env: {
            CLOCK_FILE: file,
            NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, '../moved-clock.js')).href}`
        },
        now: () => Date.now() + off,
        move: async (by: number) => writeFile(file, String((off += by)))
    };
}

interface Fixtures {
    installation: Installation;
    model: SlowModel;
    clock: Awaited<ReturnType<typeof openClock>>;
}

async function jumpAgainAndAgain(fixtures: Fixtures, { rounds, report }: Trial) {
    const { installation, model } = fixtures;
    const acknowledged = new Set<string>();
    const found = { early: 0, endless: 0, unended: 0 };
    for (let round = 0; round < rounds; round += 1) {
        const runId = await waitingBuild(installation, model);
        acknowledged.add(runId);
        const { state, left } = await afterJump(fixtures, runId, jumps[round % jumps.length] ?? 0);
        if (state !== 'running' || left <= -small) found.early += 1;
        if (left > buildTimeout + small) found.endless += 1;
        model.answer();
        if (!(await comesToAnEnd(installation, runId))) found.unended += 1;
        report(round + 1, rounds);
    }
    const stuck = await waitingAfterDrain(installation); // the mail about a failed build is sent after its end
    return [
        { count: rounds, of: 'jumps' },
        none('builds ended early', found.early),
        none('builds with more than their time', found.endless),
        none('builds that did not end by themselves', found.unended),
        none('stuck', stuck),
        ...(await installation.withStore(({ read }) => auditBuilds(read, acknowledged)))
    ];
}

/** How the build is once the server has looked at its clock, and how long it may still take. */
async function afterJump({ installation, clock }: Fixtures, runId: string, by: number) {
    const before = jumpsIn(installation);
    await clock.move(by);
    installation.send('SIGUSR2');
    if (Math.abs(by) > small)
        await until('the server sees the jump', async () => jumpsIn(installation) > before, patience);
    const run = () => installation.withStore(({ read }) => runOf(read, runId));
    const { deadlineAt } = await run();
    const moved = until('the deadline has moved', async () => (await run()).deadlineAt !== deadlineAt, 1000);
    await moved.catch(() => undefined); // it had moved before, or it never does
    const { state, deadlineAt: last } = await run();
    return { state, left: last - clock.now() };
}

const jumpsIn = (installation: Installation) =>
    installation.output().split('"name":"clear-timed-out-builds","jumped"').length - 1;
