// Two runners, each with a queue of its own, over one ledger.
import test from 'ava';
import { joinNodes } from '../../../db/jobs/nodes.ts';
import type { Tx } from '../../../db/store/index.ts';
import type { Postgres } from '../../../jobs/queue/postgres.ts';
import { ask, createFixtures, leaveMark, startQueue, until } from '../../support/servers/jobs.ts';

const { postgres, end } = await startQueue();
test.after.always(end);

test('two nodes share what waits, and each job takes effect once', async (t) => {
    await ask(postgres.connection, 'create database other');
    const other: Postgres = { ...postgres, connection: { ...postgres.connection, database: 'other' } };
    const place = await createFixtures(t, {
        postgres,
        mail: { concurrency: 4, run: async () => undefined }
    });
    for (const node of ['a', 'b']) await place.store.write((tx) => joinNodes(tx, node, 1));
    const names = Array.from({ length: 60 }, (_, count) => `mail ${100 + count}`);
    for (const name of names) await place.enqueue(name);
    const bothAtWork = Promise.withResolvers<void>();
    const atWork = new Set<string>();
    const mailOf = (node: string) => ({
        concurrency: 4,
        async run({ mailId }: { mailId: string }) {
            atWork.add(node);
            if (atWork.size === 2) bothAtWork.resolve();
            await bothAtWork.promise;
            return (tx: Tx) => leaveMark(tx, mailId);
        }
    });
    const runners = [
        place.start({ node: 'a', epoch: 'one', mail: mailOf('a') }),
        place.start({ node: 'b', epoch: 'one', postgres: other, mail: mailOf('b') })
    ];
    await until(async () => (await place.effects()).length === names.length);
    t.deepEqual(await place.effects(), names);
    await Promise.all(runners.map((runner) => runner.stop()));
    t.is((await place.tally()).waiting, 0);
});
