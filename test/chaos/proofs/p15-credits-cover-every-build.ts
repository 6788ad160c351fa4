// P15: 10 credits and 800 starts at the same time, at the server and at the store itself: 10 builds.
import { endRun, runs } from '../../../db/builds/runs.ts';
import { account, auditCredits, credits, grantCredits } from '../../../db/accounts/credits.ts';
import { eq } from '../../../db/store/drizzle.ts';
import type { Reader, Store } from '../../../db/store/index.ts';
import { login } from '../../support/clients/client.ts';
import type { Outcome } from '../clicker.ts';
import { type Crowd, gatherCrowd } from '../crowd.ts';
import { type Installation, openInstallation, withoutQueue } from '../installation.ts';
import { makeSages } from '../load.ts';
import { none, type Proof, type Trial, without } from '../proof.ts';

const available = 10;
const people = 4;
const sageCount = 200; // each is started by everyone: 800 starts

export const proof: Proof = {
    name: 'P15',
    promise: 'Credits never go below zero, nor start more builds than they cover.',
    rounds: { short: 6, long: 126 },
    async run(trial) {
        await using installation = await openInstallation({ env: withoutQueue });
        await installation.start();
        return await spendAgainAndAgain(installation, trial);
    },
    sabotages: [
        without('counting what is held', {
            file: 'db/accounts/credits.ts',
            find: 'available: balance - held',
            replace: 'available: balance'
        }),
        without(
            'checking inside the transaction',
            {
                file: 'db/accounts/credits.ts',
                find: "await assertAvailable(tx, amount);\n    await append(tx, { kind: 'hold',",
                replace: "await append(tx, { kind: 'hold',"
            },
            {
                file: 'plugins/builds/start.ts',
                find: 'const at = app.now();',
                replace: `const at = app.now();
const { available } = await account(store.read);
if (available < config.buildCredits) throw new Refusal('insufficient_credits', 'Not enough credits.');`
            },
            {
                file: 'plugins/builds/start.ts',
                find: "import { startBuild } from '../../db/builds/runs.ts';",
                replace:
                    "import { startBuild } from '../../db/builds/runs.ts';\nimport { account } from '../../db/accounts/credits.ts';\nimport { Refusal } from '../../db/store/refusal.ts';"
            }
        )
    ]
};

async function spendAgainAndAgain({ url, file, withStore }: Installation, trial: Trial) {
    const sages = await makeSages(await login(url), sageCount, 1);
    const crowds = await Promise.all(
        [{ url }, { file }].map((target) => gatherCrowd(Array(people).fill(target)))
    );
    let starts = 0;
    let violations = 0;
    for (let round = 0; round < trial.rounds; round += 1) {
        const outcomes = await withStore((store) =>
            spend(store, crowds[round % crowds.length], { sages, round })
        );
        starts += outcomes.length;
        violations += await withStore((store) => violationsOf(store, outcomes));
        trial.report(round + 1, trial.rounds);
    }
    await Promise.all(crowds.map((crowd) => crowd.leave()));
    const overdrawn = await withStore(({ read }) => entriesBelowZero(read));
    return [
        { count: starts, of: 'starts', atLeast: trial.rounds * people * sageCount },
        { count: trial.rounds * available, of: 'covered' },
        none('violations', violations),
        none('entries below zero', overdrawn)
    ];
}

/** Everyone starts every sage, each in an order of their own. */
async function spend(
    store: Store,
    crowd: Crowd | undefined,
    { sages, round }: { sages: number[]; round: number }
) {
    const grant = { reference: `round:${round}`, amount: available, reason: 'For the proof', at: Date.now() };
    await store.write((tx) => grantCredits(tx, grant));
    const shuffled = () => ({ sages: sages.toSorted(() => Math.random() - 0.5), parallel: 16 });
    return (await crowd?.click(shuffled)) ?? [];
}

/** Exactly the covered builds run; all others get a refusal or the build in progress; the books are right. */
async function violationsOf(store: Store, outcomes: Outcome[]) {
    const open = await store.read.select().from(runs).where(eq(runs.state, 'running'));
    const reported = new Set(outcomes.map(({ runId }) => runId).filter((runId) => runId !== ''));
    const strange = outcomes.filter(({ answer }) => answer !== 'ok' && answer !== 'insufficient_credits');
    const { balance, held } = await account(store.read);
    const miscounted = [open.length, reported.size, balance, held].filter((count) => count !== available);
    for (const { runId } of open)
        await store.write((tx) => endRun(tx, runId, 'completed', { at: Date.now() }));
    return strange.length + miscounted.length + (await auditCredits(store.read)).length;
}

async function entriesBelowZero(on: Reader) {
    const entries = await on.select().from(credits);
    return entries.filter(({ balanceAfter, heldAfter }) => heldAfter < 0 || balanceAfter < heldAfter).length;
}
