// P22: 50 people race with one link for a new password: one wins, one password is set, one email reports it.
import { runTests } from '../by-tests.ts';
import type { Proof } from '../proof.ts';

const racers = 50;

export const proof: Proof = {
    name: 'P22',
    promise: 'A reset link works once: one winner, one password, one mail, no session left.',
    rounds: { short: 20, long: 200 },
    async run({ rounds }) {
        const files = ['test/password-reset/reset-races.test.ts'];
        const tested = await runTests(files, {
            cases: rounds,
            only: ['of 50 parallel uses of one link exactly one wins*']
        });
        return [{ ...tested.logged('racers'), atLeast: rounds * racers }, ...tested.figures];
    },
    sabotages: [
        {
            without: 'using the link up',
            edits: [
                {
                    file: 'db/accounts/password-resets.ts',
                    find: '.set({ digest: null })\n        .where(and(eq(passwordResets.userId, user.id)',
                    replace:
                        '.set({ digest: sha256(pair.resetKey) })\n        .where(and(eq(passwordResets.userId, user.id)'
                }
            ]
        },
        {
            without: 'looking at the link inside the transaction',
            edits: [
                {
                    file: 'db/accounts/password-resets.ts',
                    find: 'const user = await openReset(tx, pair);',
                    replace: 'const user = pair.user;'
                },
                {
                    file: 'db/accounts/password-resets.ts',
                    find: 'if (used.length === 0) throw invalidReset();',
                    replace: ''
                },
                {
                    file: 'db/accounts/password-resets.ts',
                    find: 'pair: Pair, passwordHash: string',
                    replace: 'pair: Pair & { user: Person }, passwordHash: string'
                },
                {
                    file: 'plugins/accounts/password-reset/choose.ts',
                    find: 'completeReset(tx, pair, passwordHash)',
                    replace: 'completeReset(tx, { ...pair, user }, passwordHash)'
                },
                {
                    file: 'plugins/accounts/password-reset/choose.ts',
                    find: 'oneByKey.memo(resetKey)(',
                    replace: 'pLimit(1)('
                }
            ]
        },
        {
            without: 'waiting for each other',
            edits: [
                {
                    file: 'plugins/accounts/password-reset/choose.ts',
                    find: 'oneByKey.memo(resetKey)(',
                    replace: 'pLimit(1)('
                }
            ]
        }
    ]
};
