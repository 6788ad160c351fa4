// P40 and P46: both nodes are restarted one after the other, while clients write through what does as a proxy does; then one
// is killed while both send mail.
import { ne } from '../../../db/store/drizzle.ts';
import { mails, queueTestMail } from '../../../db/jobs/mails.ts';
import { until } from '../../support/servers/process.ts';
import { startWriters } from '../acknowledged.ts';
import { auditMails, type MailSink, openMailSink } from '../mail-sink.ts';
import { openNodes } from '../nodes.ts';
import { none, type Proof, without } from '../proof.ts';

export const proof: Proof = {
    name: 'P46',
    promise:
        'Nobody notices that the nodes are restarted one by one, and what one that dies held is done by the other.',
    rounds: { short: 1, long: 20 },
    async run({ rounds, report }) {
        await using sink = await openMailSink();
        await using nodes = await openNodes({ env: sink.env });
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
            none(`other answers ${JSON.stringify(writers.failures())}`, writers.failures().length),
            ...(await killOne(nodes, sink))
        ];
    },
    sabotages: [
        without('saying that it stops, and answering what was accepted', {
            file: 'server.ts',
            find: 'if (membership) await sleep(untilProxiesKnow);\n            await server.stop({ timeout: 2000 });',
            replace: 'server.listener.closeAllConnections();\nawait server.stop({ timeout: 1 });'
        }),
        without('freeing what a dead node held', {
            file: 'db/jobs/nodes.ts',
            find: '    await freeJobs(tx, id);\n    return true;',
            replace: '    return true;'
        })
    ]
};

/** A node is declared lost after ten to fourteen seconds. */
const longestWait = 40_000;

/** Kills a node while both send mail: all of it comes, by the other. */
async function killOne({ nodes, store }: Awaited<ReturnType<typeof openNodes>>, sink: MailSink) {
    const underWay = sink.nextMail(10);
    await store.write(async (tx) => {
        for (let mail = 0; mail < 300; mail += 1) await queueTestMail(tx, `${mail}@example.test`, Date.now());
    });
    await underWay;
    await nodes[0].end('SIGKILL');
    const unsent = () => store.read.select().from(mails).where(ne(mails.state, 'sent'));
    const all = until('all mail is sent', async () => (await unsent()).length === 0, longestWait);
    await all.catch(() => undefined); // what is left is counted
    return auditMails(store.read, await sink.arrivals(), 1);
}
