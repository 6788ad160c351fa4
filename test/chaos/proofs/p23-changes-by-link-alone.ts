// P23: forms of one's profile with any of their fields: an address or a password counts by its link and touches nothing else.
import { runTests } from '../by-tests.ts';
import type { Proof } from '../proof.ts';

export const proof: Proof = {
    name: 'P23',
    promise: 'A new address or password counts by its link alone, and touches no other field.',
    rounds: { short: 200, long: 2000 },
    async run({ rounds, seed }) {
        const tested = await runTests(['test/model/profile.full.test.ts'], { cases: rounds, seed });
        return [{ count: rounds, of: 'forms' }, tested.logged('links followed'), ...tested.figures];
    },
    sabotages: [
        {
            without: 'leaving the other fields alone while a link is asked for',
            edits: [
                {
                    file: 'plugins/accounts/profile/changes.ts',
                    find: '    await askFor(app, user, asked);\n',
                    replace: '    await askFor(app, user, asked);\n    await saved(app, form, user);\n'
                }
            ]
        }
    ]
};
