import test from 'ava';
import { enqueue, jobs } from '../../db/jobs/ledger.ts';
import { eq } from '../../db/store/drizzle.ts';
import type { Store } from '../../db/store/index.ts';
import { suspicions } from '../../jobs/queue/together.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';

const stores = openStoreFolder();
test.after.always(stores.remove);

test('jobs that start together are checked in one query, and only those of a crash are suspects', async (t) => {
    const store = await stores.fresh();
    t.teardown(() => store.close());
    const ids = await store.write((tx) =>
        Promise.all(Array.from({ length: 5 }, () => enqueue(tx, 'send-mail', { mailId: 'any' }, 1)))
    );
    const [, suspect = ''] = ids;
    await store.write(
        async (tx) => void (await tx.update(jobs).set({ crashes: 1 }).where(eq(jobs.id, suspect)))
    );
    let looks = 0;
    const counted: Pick<Store, 'read'> = {
        get read() {
            looks += 1;
            return store.read;
        }
    };
    const isSuspect = suspicions(counted);
    const found = () => Promise.all(ids.map((id) => isSuspect(id)));
    t.deepEqual(await found(), [false, true, false, false, false]);
    t.is(looks, 1);
    await store.write(async (tx) => void (await tx.update(jobs).set({ crashes: 0 })));
    t.false((await found()).includes(true), 'nothing is remembered');
    t.is(looks, 2);
});
