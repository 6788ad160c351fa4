// P40: one of two nodes is killed while both send mail; what it held is done by the other, or by itself when it is back.
import { ne } from '../../../db/store/drizzle.ts';
import { mails } from '../../../db/jobs/mails.ts';
import { until } from '../../support/servers/process.ts';
import { openNodes } from '../nodes.ts';
import { none, type Proof, without } from '../proof.ts';

const mailsOfRound = 60;
/** A node is declared dead after ten to fourteen seconds. */
const longestWait = 40_000;

export const proof: Proof = {
    name: 'P40',
    promise: 'Either of two nodes may die: what was accepted is done, and once.',
    rounds: { short: 1, long: 40 },
    async run({ rounds, report }) {
        await using nodes = await openNodes(() => undefined);
        let stuck = 0;
        const unsent = async () =>
            (await nodes.store.read.select({ id: mails.id }).from(mails).where(ne(mails.state, 'sent')))
                .length;
        for (let round = 0; round < rounds; round += 1) {
            const before = nodes.arrivals.length;
            const victim = nodes.nodes[round % 2 === 0 ? 0 : 1];
            await nodes.queue(mailsOfRound);
            await until('mail goes out', async () => nodes.arrivals.length > before + 10);
            await victim.end('SIGKILL');
            const isBackAtOnce = round % 4 > 1;
            if (isBackAtOnce) await victim.start();
            const all = until('all mail is sent', async () => (await unsent()) === 0, longestWait);
            await all.catch(() => (stuck += 1));
            if (!isBackAtOnce) await victim.start();
            report(round + 1, rounds);
        }
        const { arrivals } = nodes;
        const ids = new Set(arrivals.map((mail) => /^message-id: (.*)$/im.exec(mail.toString())?.[1]));
        return [
            { count: rounds, of: 'kills' },
            { count: rounds * mailsOfRound, of: 'mails' },
            none('lost', rounds * mailsOfRound - ids.size),
            none('rounds in which some were left', stuck),
            { count: arrivals.length - ids.size, of: 'duplicates', atMost: rounds }
        ];
    },
    sabotages: [
        without('freeing what a dead node held', {
            file: 'db/jobs/nodes.ts',
            find: '    await freeJobs(tx, id);\n    return true;',
            replace: '    return true;'
        })
    ]
};
