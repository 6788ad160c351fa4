// P44: PostgreSQL is stopped, frozen, and at last killed for good, while two nodes write; a standby takes over.
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/servers/process.ts';
import { startWriters } from '../acknowledged.ts';
import { openDatabase, openSwitch } from '../databases.ts';
import { openNodes } from '../nodes.ts';
import { highest, none, type Proof, without } from '../proof.ts';

/** 503 comes within 5 seconds; a machine that is busy needs longer. */
const longestAnswer = 8000;
const longestAbsence = 30_000;
const frozen = 12_000;
const stopped = 1000;

export const proof: Proof = {
    name: 'P44',
    promise:
        'The database may stop, freeze or fail over: nothing acknowledged is lost, nobody waits, all comes back.',
    rounds: { short: 1, long: 5 },
    alone: true,
    async run({ rounds, report }) {
        const database = await openDatabase();
        const standby = await database.makeStandby();
        await using address = await openSwitch(database);
        const { remove } = database;
        await using nodes = await openNodes({ given: { url: address.url, remove } });
        await using writers = await startWriters(nodes.nodes.map(({ url }) => url()));
        let stuck = 0;
        const back = async () => {
            const before = writers.acknowledged.size;
            const more = async () => writers.acknowledged.size > before + 20;
            await until('the nodes write again', more, longestAbsence).catch(() => (stuck += 1));
        };
        await back();
        for (let round = 0; round < rounds; round += 1) {
            await database.stop();
            await sleep(stopped);
            await database.start();
            await back();
            await database.freeze();
            await sleep(frozen);
            await database.thaw();
            await back();
            report(round + 1, rounds);
        }
        await database.kill();
        await standby.promote();
        address.leadTo(standby);
        await back();
        await writers.end();
        return [
            { count: rounds, of: 'stops' },
            { count: rounds, of: 'freezes' },
            { count: 1, of: 'failover to a standby' },
            { count: writers.acknowledged.size, of: 'acknowledged' },
            { count: writers.comeAgain(), of: 'told to come again', atLeast: 1 },
            none('lost', await writers.lostFrom(nodes.store)),
            none(`other answers ${JSON.stringify(writers.failures())}`, writers.failures().length),
            none('times that they did not come back', stuck),
            highest('ms for the slowest answer', writers.slowest(), longestAnswer)
        ];
    },
    sabotages: [
        without('closing a connection that stays silent', {
            file: 'db/store/postgres/connections.ts',
            find: 'if (runningTime.now() - heard > patience) expire();'
        })
    ]
};
