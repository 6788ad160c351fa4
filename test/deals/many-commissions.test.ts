// Commissions of years: all of them, in order, in parts between which other requests are answered.
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Sqlite from 'better-sqlite3';
import { earnedDeals, partSize } from '../../db/sales/earned.ts';
import { isOnPostgres } from '../support/stores/databases.ts';
import { copyDeals, salesFixtures } from '../support/fixtures/sales.ts';

const action = 'svc_get_commissions';

/** Fixtures whose rep has closed this many deals, two of them in each millisecond. */
async function busyFixtures(t: ExecutionContext, deals: number, env: Record<string, string> = {}) {
    const fixtures = await salesFixtures(t, env);
    await fixtures.dealIn('ss_closed');
    const times = { createdAt: 1, updatedAt: 1 };
    await copyDeals(fixtures.testApp, deals - 1, ({ closedAt }, n) => ({
        ...times,
        closedAt: (closedAt ?? 0) + Math.floor(n / 2) + 1
    }));
    return fixtures;
}

for (const count of [1, partSize, partSize + 1, 2 * partSize + 3])
    test(`svc_get_commissions answers all of ${count} deals, newest first and each once`, async (t) => {
        const fixtures = await busyFixtures(t, count);
        const { statusCode, headers, body } = await fixtures.rep.action(action);
        t.is(statusCode, 200);
        t.regex(String(headers['content-type']), /^application\/json/);
        t.deepEqual(Object.keys(body), ['success', 'data']);
        t.false(body.data.is_admin);
        const ids: number[] = body.data.deals.map(({ id }: { id: number }) => id);
        t.is(new Set(ids).size, count);
        const sorted = ids.toSorted((a, b) => b - a);
        t.deepEqual(ids, sorted, 'a later deal was closed later here');
        t.is(Object.keys(body.data.deals.at(-1)).length, 10);
        t.is((await fixtures.boss.action(action)).body.data.deals.length, count);
    });

test('between the parts of a long list other work is done', async (t) => {
    const fixtures = await busyFixtures(t, 3 * partSize);
    let turns = 0;
    const count = setInterval(() => (turns += 1), 0);
    t.teardown(() => clearInterval(count));
    const seller = { id: 1, capabilities: ['ss_sales_admin'] as const };
    let parts = 0;
    for await (const part of earnedDeals(fixtures.testApp.store.read, seller)) {
        t.true(part.length <= partSize);
        parts += 1;
        if (parts === 1) setImmediate(() => (turns += 1));
        else t.true(turns > 0);
    }
    t.is(parts, 4, 'the last one is empty');
});

for (const [whose, where] of Object.entries({ everybody: '', 'one rep': 'rep_id = ? AND' }))
    (isOnPostgres ? test.skip : test)(
        `the commissions of ${whose} are read from an index, in its order`,
        async (t) => {
            const { testApp } = await salesFixtures(t);
            const sqlite = new Sqlite(join(testApp.folder, 'app.db'), { readonly: true });
            t.teardown(() => void sqlite.close());
            const sql = `SELECT * FROM deals WHERE ${where} status || '' in ('ss_closed', 'ss_paid') AND (closed_at, id, 0) < (?, ?, ?)
            ORDER BY closed_at DESC, id DESC LIMIT ?`;
            const plan = JSON.stringify(
                sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...(where ? [1] : []), 1, 1, 1, 1)
            );
            t.regex(plan, /USING INDEX deals_closed/);
            t.notRegex(plan, /TEMP B-TREE/);
        }
    );
