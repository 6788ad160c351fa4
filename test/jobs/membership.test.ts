// How nodes know of each other: by beats and a clock of their own.
import test, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import { joinNodes, listNodes } from '../../db/jobs/nodes.ts';
import { joinOthers, startMembership } from '../../jobs/queue/membership.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';

const log = pino({ level: 'silent' });
const stores = openStoreFolder();
test.after.always(stores.remove);

/** Nodes over one store whose clocks go on when a test says so. */
async function createNodes(t: ExecutionContext) {
    const store = await stores.fresh();
    t.teardown(() => store.close());
    let joined = 0;
    return {
        store,
        names: async () => (await listNodes(store.read)).map(({ id }) => id),
        join: async (node: string) => {
            let at = 1000;
            const own = await joinOthers({ store, node, log, now: () => (joined += 1), clock: () => at });
            return {
                ...own,
                async turns(count: number, ms = 2000) {
                    for (let turn = 0; turn < count; turn += 1) {
                        at += ms;
                        await own.turn();
                    }
                }
            };
        }
    };
}

test('a node is declared dead after more than ten seconds without a beat, and not before', async (t) => {
    const { join, names } = await createNodes(t);
    const [one, two] = [await join('a'), await join('b')];
    await one.turns(6);
    t.deepEqual(await names(), ['a', 'b'], 'ten seconds since it was heard first');
    await two.turns(1);
    await one.turns(6);
    t.deepEqual(await names(), ['a', 'b']);
    await one.turns(1);
    t.deepEqual(await names(), ['a']);
});

test('a node that was taken for dead joins again at its next beat', async (t) => {
    const { join, names } = await createNodes(t);
    const [one, two] = [await join('a'), await join('b')];
    await one.turns(8);
    t.deepEqual(await names(), ['a']);
    await two.turns(1);
    t.deepEqual(await names(), ['a', 'b']);
});

test('a node that starts again as soon as it was declared dead is not taken for the one before', async (t) => {
    const { join, names } = await createNodes(t);
    const one = await join('a');
    await join('b');
    await one.turns(7);
    t.deepEqual(await names(), ['a']);
    const two = await join('b'); // with no beat, as the one before
    await one.turns(1);
    t.deepEqual(await names(), ['a', 'b']);
    await two.turns(1);
    await one.turns(6);
    t.deepEqual(await names(), ['a', 'b']);
});

test('a node that was frozen declares no other node lost before it has listened', async (t) => {
    const { join, names } = await createNodes(t);
    const [one, two] = [await join('a'), await join('b')];
    await two.turns(1);
    await one.turns(1);
    await one.turns(1, 60_000);
    t.deepEqual(await names(), ['a', 'b']);
});

test('the node whose name sorts first does the single tasks, and the next one after it is gone', async (t) => {
    const { join } = await createNodes(t);
    const two = await join('b');
    t.true(two.leads());
    const one = await join('a');
    t.true(one.leads());
    await two.turns(1);
    t.false(two.leads());
    await two.turns(7);
    t.true(two.leads());
});

test('a node that leaves is not waited for, and one that starts again is the same', async (t) => {
    const { store, names } = await createNodes(t);
    const start = () => startMembership({ store, node: 'a', log, now: () => 1 });
    await store.write((tx) => joinNodes(tx, 'a', 1));
    const member = await start();
    t.deepEqual([await names(), member.leads()], [['a'], true]);
    await member.leave();
    t.deepEqual(await names(), []);
});
