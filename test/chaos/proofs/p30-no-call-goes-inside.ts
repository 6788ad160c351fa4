// P30: calls to addresses inside, in every spelling, by names that lead there, and by names that change on the way.
import { runTests } from '../by-tests.ts';
import type { Proof } from '../proof.ts';

export const proof: Proof = {
    name: 'P30',
    promise: 'An outgoing call reaches no internal address, however it is spelled.',
    rounds: { short: 1, long: 1 },
    async run() {
        const tested = await runTests(['test/outgoing/addresses.test.ts']);
        return [tested.logged('spellings'), tested.logged('names'), ...tested.figures];
    },
    sabotages: [
        {
            without: 'looking at the address that stands in the URL',
            edits: [
                {
                    file: 'config/outgoing.ts',
                    find: 'if (isIP(hostname) && !isPublic(hostname)) return callback(forbidden(), null);',
                    replace: ''
                }
            ]
        },
        {
            without: 'looking at all addresses of a name',
            edits: [
                {
                    file: 'config/outgoing.ts',
                    find: '!addresses.every(({ address }) => isPublic(address))',
                    replace: '!isPublic(first.address)'
                }
            ]
        },
        {
            without: 'looking at the address of the connection',
            edits: [
                {
                    file: 'config/outgoing.ts',
                    find: "if (isPublic(socket.remoteAddress ?? '')) return callback(null, socket);",
                    replace: 'return callback(null, socket);'
                }
            ]
        }
    ]
};
