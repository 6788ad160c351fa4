// What the ledger of jobs asks of PostgreSQL's pages.
import test from 'ava';
import { beginAttempts, enqueue, jobs } from '../../db/jobs/ledger.ts';
import { claimJobs } from '../../db/jobs/sending.ts';
import { joinNodes } from '../../db/jobs/nodes.ts';
import { sql } from '../../db/store/drizzle.ts';
import { openPostgres } from '../../db/store/postgres/index.ts';
import { createDatabase } from '../support/stores/databases.ts';

const node = 'this one';

const some = 300;
const tries = 5;

/** How many of some jobs begin in the page that they were in. */
async function stayed() {
    const { url } = await createDatabase();
    await using store = Object.assign(await openPostgres({ url, named: true }), {
        [Symbol.asyncDispose]: () => store.close()
    });
    await store.write((tx) => joinNodes(tx, node, 1));
    const ids = await store.write((tx) =>
        Promise.all(Array.from({ length: some }, () => enqueue(tx, 'send-mail', { mailId: 'any' }, 1)))
    );
    await store.write((tx) => claimJobs(tx, ids, { node, at: 2 }));
    const pages = () =>
        store.read
            .select({ id: jobs.id, page: sql<number>`(ctid::text::point)[0]` })
            .from(jobs)
            .orderBy(jobs.id);
    const before = await pages();
    const begun = await store.write((tx) => beginAttempts(tx, ids, 3, node));
    const after = await pages();
    return { begun: begun.length, stayed: before.filter(({ page }, i) => page === after[i]?.page).length };
}

/** Where backends are starting, what an update has left is not taken off its page at once: it is tried again then. */
test('an attempt is added to the page of its job, so that no index changes', async (t) => {
    const found: number[] = [];
    while (found.length < tries && !found.some((count) => count > some / 2)) {
        const one = await stayed();
        t.is(one.begun, some);
        found.push(one.stayed);
    }
    t.true(Math.max(...found) > some / 2, `${found.join(', ')} of ${some}`);
});
