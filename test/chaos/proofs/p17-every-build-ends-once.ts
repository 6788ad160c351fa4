// P17: builds with a clock of their own, whose steps pass, fail, break, come late and come twice in any order.
import { runTests } from '../by-tests.ts';
import type { Proof } from '../proof.ts';

export const proof: Proof = {
    name: 'P17',
    promise: 'Every build comes to one end within 20 minutes and 30 seconds, and its hold is settled once.',
    rounds: { short: 30, long: 30_000, portion: 600 },
    async run({ rounds, seed }) {
        const tested = await runTests(['test/model/builds.full.test.ts'], { cases: rounds, seed });
        return [{ count: rounds, of: 'histories' }, tested.logged('operations'), ...tested.figures];
    },
    sabotages: [
        {
            without: 'ending only what still runs',
            edits: [
                {
                    file: 'db/builds/runs.ts',
                    find: ".where(and(eq(runs.runId, runId), eq(runs.state, 'running')))",
                    replace: '.where(eq(runs.runId, runId))'
                }
            ]
        },
        {
            without: 'clearing what has reached its deadline',
            edits: [
                {
                    file: 'db/builds/runs.ts',
                    find: 'lte(runs.deadlineAt, at),',
                    replace: 'lte(runs.deadlineAt, at - 60_000),'
                }
            ]
        }
    ]
};
