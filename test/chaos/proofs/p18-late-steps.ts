// P18: a step whose run has timed out, or whose try was superseded, delivers its result again and again: nothing changes.
import { runTests } from '../by-tests.ts';
import { buildPlan } from '../../../db/builds/plan.ts';
import type { Proof } from '../proof.ts';

export const proof: Proof = {
    name: 'P18',
    promise: 'A late step changes nothing.',
    rounds: { short: 3, long: 50 },
    async run({ rounds }) {
        const tested = await runTests(['test/builds/late-steps.test.ts'], { cases: rounds });
        const each = { atLeast: rounds * buildPlan.length };
        return [
            { ...tested.logged('late steps'), ...each },
            { ...tested.logged('superseded tries'), ...each },
            ...tested.figures
        ];
    },
    sabotages: [
        {
            without: 'asking whether the run is still open',
            edits: [
                {
                    file: 'db/council/steps.ts',
                    find: 'return and(eq(steps.runId, runId), eq(steps.stepOrder, step), exists(open));',
                    replace: 'return and(eq(steps.runId, runId), eq(steps.stepOrder, step));'
                }
            ]
        },
        {
            without: 'asking whether the try is the newest',
            edits: [
                {
                    file: 'db/council/steps.ts',
                    find: 'attempt === undefined ? undefined : eq(steps.attempt, attempt)',
                    replace: 'undefined'
                }
            ]
        }
    ]
};
