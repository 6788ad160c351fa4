// What a node does with jobs of which it does not know whether it holds them.
import test from 'ava';
import { pino } from 'pino';
import { enqueue } from '../../db/jobs/ledger.ts';
import { joinNodes } from '../../db/jobs/nodes.ts';
import type { Store } from '../../db/store/index.ts';
import { StoreInDoubt } from '../../db/store/unavailable.ts';
import type { Jobs } from '../../jobs/job.ts';
import { startRelay } from '../../jobs/queue/relay.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';
import { until } from '../support/servers/jobs.ts';

const stores = openStoreFolder();
test.after.always(stores.remove);

test('a claim whose commit was cut off is given back and taken again at the next pass', async (t) => {
    const store = await stores.fresh();
    t.teardown(() => store.close());
    await store.write((tx) => joinNodes(tx, 'a', 1));
    const id = await store.write((tx) => enqueue(tx, 'send-mail', { mailId: 'any' }, 1));
    let writes = 0;
    const write: Store['write'] = async (work) => {
        const written = await store.write(work);
        if ((writes += 1) === 1) throw new StoreInDoubt('the connection was lost during the commit');
        return written;
    };
    const queued: string[] = [];
    const relay = startRelay({
        store: { ...store, write },
        jobs: {} as Jobs,
        queues: { job: 4, 'send-mail': 2 },
        epoch: 'one',
        enqueue: async (jobs) => void queued.push(...jobs.map((job) => job.id)),
        now: () => 5,
        log: pino({ level: 'silent' }),
        node: 'a'
    });
    t.teardown(() => relay.stop());
    await until(() => queued.length > 0);
    t.deepEqual(queued, [id]);
});
