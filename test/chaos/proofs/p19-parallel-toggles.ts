// P19: a sage with 40 candidates is turned off and on again by 100 parallel clicks; each is cancelled, refunded and
// notified once.
import { runTests } from '../by-tests.ts';
import type { Proof } from '../proof.ts';

const candidates = 40;

export const proof: Proof = {
    name: 'P19',
    promise: 'Toggles of a sage at once cancel, refund and tell of each screen once.',
    rounds: { short: 3, long: 50 },
    async run({ rounds }) {
        const tested = await runTests(['test/sages/toggles.test.ts'], { cases: rounds });
        return [{ ...tested.logged('screens'), atLeast: rounds * candidates }, ...tested.figures];
    },
    sabotages: [
        {
            without: 'cancelling only what is outstanding',
            edits: [
                {
                    file: 'db/screens/cancellations.ts',
                    find: '.where(and(which, isOutstanding)).limit(partSize)',
                    replace: '.where(which).limit(partSize)'
                }
            ]
        }
    ]
};
