// P46: both nodes are restarted one after the other, while clients write through what does as a proxy does.
import { until } from '../../support/servers/process.ts';
import { startWriters } from '../acknowledged.ts';
import { openNodes } from '../nodes.ts';
import { none, type Proof, without } from '../proof.ts';

export const proof: Proof = {
    name: 'P46',
    promise: 'Nobody notices that the nodes are restarted one by one.',
    rounds: { short: 1, long: 20 },
    async run({ rounds, report }) {
        await using nodes = await openNodes();
        await using writers = await startWriters(nodes.nodes.map(({ url }) => url()));
        const onward = async () => {
            const before = writers.acknowledged.size;
            await until('requests are answered', async () => writers.acknowledged.size > before + 20);
        };
        for (let round = 0; round < rounds; round += 1) {
            for (const node of nodes.nodes) {
                await onward();
                await node.end('SIGTERM');
                await onward();
                await node.start();
            }
            report(round + 1, rounds);
        }
        await onward();
        await writers.end();
        return [
            { count: 2 * rounds, of: 'restarts' },
            { count: writers.acknowledged.size, of: 'acknowledged' },
            none('lost', await writers.lostFrom(nodes.store)),
            none('told to come again', writers.comeAgain()),
            none(`other answers ${JSON.stringify(writers.failures())}`, writers.failures().length)
        ];
    },
    sabotages: [
        without('saying that it stops, and answering what was accepted', {
            file: 'server.ts',
            find: 'if (membership) await sleep(untilProxiesKnow);\n            await server.stop({ timeout: 2000 });',
            replace: 'server.listener.closeAllConnections();\nawait server.stop({ timeout: 1 });'
        })
    ]
};
