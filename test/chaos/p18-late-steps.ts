// P18: a step whose run has timed out meanwhile delivers its result, again and again: nothing changes.
import { buildPlan } from '../../db/build-plan.ts';
import { openLateWorld } from './late-world.ts';
import { none, type Proof } from './proof.ts';
import { changesBetween, rowsOf } from './whole-store.ts';

const deliveries = 5;

export const proof: Proof = {
    name: 'P18',
    promise: 'A late step changes nothing.',
    rounds: { short: 3, long: 50 },
    async run({ rounds, report }) {
        const world = await openLateWorld(rounds * buildPlan.length);
        const changes: string[] = [];
        try {
            for (let round = 0; round < rounds; round += 1) {
                for (const { step_order } of buildPlan)
                    changes.push(...(await deliverLate(world, step_order)));
                report(round + 1, rounds);
            }
        } finally {
            await world.close();
        }
        return [
            { count: rounds * buildPlan.length, of: 'late steps' },
            { count: rounds * buildPlan.length * deliveries, of: 'deliveries' },
            none('changes', changes.length)
        ];
    },
    sabotages: [
        {
            without: 'asking whether the run is still open',
            edits: [
                {
                    file: 'db/build-steps.ts',
                    find: 'return and(eq(steps.runId, runId), eq(steps.stepOrder, step), exists(open));',
                    replace: 'return and(eq(steps.runId, runId), eq(steps.stepOrder, step));'
                }
            ]
        }
    ]
};

/** Through the ledger, as a slow try ends; then past it, as no ledger would; and as a step that is given up. */
async function deliverLate({ file, store, step, runLate, waitingStep }: World, number: number) {
    const { id, payload } = await waitingStep(number);
    const { before, effect } = await runLate(id);
    for (let time = 1; time < deliveries; time += 1) {
        await store.write(effect);
        await store.write(async (tx) => step.dead?.(tx, payload, 'late'));
    }
    const ownRow = `jobs {"id":"${id}"`;
    return changesBetween(before, rowsOf(file)).filter((row) => !row.startsWith(ownRow));
}

type World = Awaited<ReturnType<typeof openLateWorld>>;
