// P29: every route of the server's table is called by every kind of caller, about own and foreign objects.
import { runTests } from '../by-tests.ts';
import type { Proof } from '../proof.ts';

const matrix = 'test/login/capabilities.test.ts';
const guards = 'test/login/capability-guards.test.ts';
const rules = 'test/login/capability-rules.test.ts';
/** In short: whether each route was asked, a part of them, and what no recording may break. */
const quick = [
    'access-matrix.txt lists exactly the routes*',
    'share 1 of the routes: each role*',
    'share 2 of the routes: each role*',
    'each route accepts only its own way of login*'
];

export const proof: Proof = {
    name: 'P29',
    promise: "Every route enforces its rule for every role, on what is one's own and what is not.",
    rounds: { short: 1, long: 1 },
    async run({ short }) {
        const tested = await (short
            ? runTests([matrix, rules], { only: quick })
            : runTests([matrix, guards, rules]));
        return [tested.logged('cells'), ...tested.figures];
    },
    sabotages: [
        {
            without: 'the capabilities of a form action',
            edits: [
                {
                    file: 'plugins/surfaces/actions.ts',
                    find: '...(scope && { scope: [...scope] })',
                    replace: ''
                }
            ]
        }
    ]
};
