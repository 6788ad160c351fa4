// P42: two nodes serve builds, candidates, deals and links to new passwords, with each request on the other node.
import { auditCredits, grantCredits } from '../../../db/accounts/credits.ts';
import { jobTally } from '../../../db/jobs/tally.ts';
import type { Store } from '../../../db/store/index.ts';
import { until } from '../../support/servers/process.ts';
import { inTurn } from '../in-turn.ts';
import { openNodes } from '../nodes.ts';
import { none, type Proof, without } from '../proof.ts';
import { unguarded } from '../installation.ts';
import { buildAndScreen, forget, openPeople, sell } from '../whole-ways.ts';

export const proof: Proof = {
    name: 'P42',
    promise:
        'Two nodes serve as one: a build, a candidate, a deal and a reset link, each request on the other node.',
    rounds: { short: 2, long: 20 },
    async run({ rounds, report }) {
        await using place = await openNodes(() => undefined, { env: unguarded });
        const { nodes, store, arrivals } = place;
        const turn = inTurn(nodes.map(({ url }) => url()));
        const fixtures = { turn, store, arrivals };
        const served = { candidates: 0, deals: 0, links: 0 };
        const refusals: string[] = [];
        const refused = (error: Error) => void refusals.push(error.message);
        const on = (what: keyof typeof served, way: Promise<void>) =>
            way.then(() => void (served[what] += 1)).catch(refused);
        await grant(store, 10 * rounds);
        const people = await openPeople(fixtures).catch(refused);
        if (people)
            for (let round = 0; round < rounds; round += 1) {
                await on('candidates', buildAndScreen(fixtures, people));
                await on('deals', sell(fixtures, people));
                await on('links', forget(fixtures, `forgetful-${round}`));
                report(round + 1, rounds);
            }
        return [
            { count: turn.asked(), of: 'requests' },
            { count: served.candidates, of: 'builds with a candidate', atLeast: rounds },
            { count: served.deals, of: 'deals paid', atLeast: rounds },
            { count: served.links, of: 'passwords changed', atLeast: rounds },
            none(`other answers ${JSON.stringify(refusals)}`, refusals.length),
            none('jobs left', await leftOnceQuiet(store)),
            ...mailFigures(arrivals),
            none('faults in the credits', (await auditCredits(store.read)).length)
        ];
    },
    sabotages: [
        without('forgetting who is logged in when another node writes', {
            file: 'db/store/postgres/index.ts',
            find: 'version: () => (version += 1),',
            replace: 'version: () => version,'
        }),
        without(
            'the same secrets on all nodes',
            {
                file: 'server.ts',
                find: 'const secrets = openSecrets(config.dataDir, config.secrets);',
                replace: 'drawSecrets(config.dataDir, {}); const secrets = openSecrets(config.dataDir, {});'
            },
            {
                file: 'server.ts',
                find: 'await store.write((tx) => assertSharedSecrets(tx, secrets));',
                replace: '{}'
            }
        )
    ]
};

const grant = (store: Store, amount: number) =>
    store.write((tx) =>
        grantCredits(tx, { reference: 'proof', amount, reason: 'For the proof', at: Date.now() })
    );

async function leftOnceQuiet({ read }: Store) {
    const left = async () => (await jobTally(read, Date.now())).waiting;
    await until('the jobs are done', async () => (await left()) === 0).catch(() => undefined);
    return left();
}

function mailFigures(arrivals: readonly Buffer[]) {
    const ids = arrivals.map((mail) => /^message-id: (.*)$/im.exec(mail.toString())?.[1]);
    return [{ count: ids.length, of: 'mails' }, none('mails twice', ids.length - new Set(ids).size)];
}
