// P41: a node freezes while it sends a mail, is declared dead and thaws: it ends nothing of what another node does by then.
import { jobs } from '../../../db/jobs/ledger.ts';
import { listNodes } from '../../../db/jobs/nodes.ts';
import { eq } from '../../../db/store/drizzle.ts';
import { until } from '../../support/servers/process.ts';
import { type Nodes, openNodes } from '../nodes.ts';
import { none, type Proof, without } from '../proof.ts';

export const proof: Proof = {
    name: 'P41',
    promise: "A node that was taken for dead ends nothing that is another's.",
    rounds: { short: 1, long: 20 },
    async run({ rounds, report }) {
        const gates: PromiseWithResolvers<void>[] = [];
        await using nodes = await openNodes(() => {
            const gate = Promise.withResolvers<void>();
            gates.push(gate);
            return gate.promise;
        });
        let wrong = 0;
        let unfinished = 0;
        using ends = new DisposableStack();
        ends.defer(() => gates.forEach((gate) => gate.resolve()));
        for (let round = 0; round < rounds; round += 1) {
            const { endedByOther, isDone } = await freeze(nodes, gates);
            if (endedByOther) wrong += 1;
            if (!isDone) unfinished += 1;
            report(round + 1, rounds);
        }
        return [
            { count: rounds, of: 'freezes' },
            none('ended by a node that did not hold them', wrong),
            none('never ended', unfinished)
        ];
    },
    sabotages: [
        without('asking whose the job is when it ends', {
            file: 'jobs/queue/end-together.ts',
            find: 'const finished = await finishJobs(tx, ids, now(), node);',
            replace: 'const finished = await finishJobs(tx, ids, now());'
        })
    ]
};

/** The mail server answers the frozen node when it is back, and the other one only afterwards. */
async function freeze({ store, queue, named }: Nodes, gates: readonly PromiseWithResolvers<void>[]) {
    const before = gates.length;
    await queue(1);
    await until('a node sends the mail', async () => gates.length > before);
    const [job] = await store.read.select().from(jobs).where(eq(jobs.state, 'sent'));
    const frozen = named(job?.holder);
    if (!job || !frozen) throw new Error('no node holds the job');
    const now = async () => (await store.read.select().from(jobs).where(eq(jobs.id, job.id)))[0];
    frozen.signal('SIGSTOP');
    await until('the other node sends the mail', async () => gates.length > before + 1);
    frozen.signal('SIGCONT');
    gates[before]?.resolve();
    await until('the node has beaten again', async () => (await beatsOf(store, frozen.name())) >= 2);
    const endedByOther = (await now())?.endedAt !== null;
    gates[before + 1]?.resolve();
    const done = until('the job ends', async () => (await now())?.state === 'done');
    return {
        endedByOther,
        isDone: await done.then(
            () => true,
            () => false
        )
    };
}

const beatsOf = async (store: Nodes['store'], name: string) =>
    (await listNodes(store.read)).find(({ id }) => id === name)?.beats ?? 0;
