// What the ledger of jobs asks of PostgreSQL's pages.
import test from 'ava';
import { beginAttempts, enqueue, jobs } from '../../db/jobs/ledger.ts';
import { claimJobs } from '../../db/jobs/sending.ts';
import { joinNodes } from '../../db/jobs/nodes.ts';
import { sql } from '../../db/store/drizzle.ts';
import { openPostgres } from '../../db/store/postgres/index.ts';
import { createDatabase } from '../support/stores/databases.ts';

const node = 'this one';

/** Half of them, and not all: where backends are starting, what an update has left is not taken off its page at once. */
test('an attempt begins in the page of its job, so that no index changes', async (t) => {
    const { url } = await createDatabase();
    await using store = Object.assign(await openPostgres({ url, named: true }), {
        [Symbol.asyncDispose]: () => store.close()
    });
    await store.write((tx) => joinNodes(tx, node, 1));
    const ids = await store.write((tx) =>
        Promise.all(Array.from({ length: 300 }, () => enqueue(tx, 'send-mail', { mailId: 'any' }, 1)))
    );
    await store.write((tx) => claimJobs(tx, ids, { node, at: 2 }));
    const pages = () =>
        store.read
            .select({ id: jobs.id, page: sql<number>`(ctid::text::point)[0]` })
            .from(jobs)
            .orderBy(jobs.id);
    const before = await pages();
    t.is((await store.write((tx) => beginAttempts(tx, ids, 3, node))).length, ids.length);
    const after = await pages();
    const stayed = before.filter(({ page }, i) => page === after[i]?.page).length;
    t.true(stayed > ids.length / 2, `${stayed} of ${ids.length}`);
});
