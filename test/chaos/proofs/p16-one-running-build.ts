// P16: 50 clicks on one sage at the same time, from several processes: one run, and 49 of them get that run.
import { runs } from '../../../db/builds/runs.ts';
import { login } from '../../support/clients/client.ts';
import type { Outcome } from '../clicker.ts';
import { gatherCrowd } from '../crowd.ts';
import { type Installation, openInstallation, withoutQueue } from '../installation.ts';
import { makeSages } from '../load.ts';
import { none, type Proof, type Trial, without } from '../proof.ts';

const clicks = 25; // through the server, and as many through the store

const noCheck = {
    file: 'db/builds/runs.ts',
    find: 'const open = await findOpenRun(tx, sage.id);',
    replace: 'const open = undefined as RunRow | undefined;'
};

export const proof: Proof = {
    name: 'P16',
    promise: 'At most one running build per sage: a double click gives one run_id.',
    rounds: { short: 10, long: 200 },
    async run(trial) {
        await using installation = await openInstallation({ grants: [1_000_000], env: withoutQueue });
        await installation.start();
        return await clickAll(installation, trial);
    },
    sabotages: [
        without('looking for the run in progress', noCheck),
        without('looking for the run in progress and its unique index', noCheck, {
            file: 'db/migrations/0035_baseline.sql',
            find: 'CREATE UNIQUE INDEX `build_runs_open`',
            replace: 'CREATE INDEX `build_runs_open`'
        })
    ]
};

/** Half of the clicks go through the server, half through the store: the rule is in neither of them. */
async function clickAll({ url, file, withStore }: Installation, trial: Trial) {
    const sages = await makeSages(await login(url), trial.rounds, 1);
    const crowd = await gatherCrowd([{ url }, { file }]);
    let violations = 0;
    for (const [i, sage] of sages.entries()) {
        const order = { sages: Array.from({ length: clicks }, () => sage), parallel: clicks };
        violations += violationsOf(await crowd.click(() => order));
        trial.report(i + 1, sages.length);
    }
    await crowd.leave();
    const made = await withStore(async ({ read }) => (await read.select().from(runs)).length);
    return [
        { count: sages.length * 2 * clicks, of: 'starts' },
        { count: made, of: 'runs', atLeast: sages.length, atMost: sages.length },
        none('violations', violations)
    ];
}

function violationsOf(outcomes: Outcome[]) {
    const refused = outcomes.filter(({ answer }) => answer !== 'ok').length;
    const others = new Set(outcomes.map(({ runId }) => runId)).size - 1;
    const begun = outcomes.filter(({ resumed }) => !resumed).length;
    return refused + others + Math.abs(begun - 1);
}
