// The plans of SQLite for the lists of a large store.
import test from 'ava';
import Sqlite from 'better-sqlite3';
import { openStoreFolder } from '../support/fresh-store.ts';

const folder = openStoreFolder();
test.after.always(() => folder.remove());

const lists: Record<string, string> = {
    'screens, newest first': 'SELECT * FROM screens ORDER BY created_at DESC, id DESC LIMIT 50',
    'screens without a decision': `SELECT * FROM screens WHERE decision = ? AND status = ? AND kind = ? ORDER BY evaluated_at, id LIMIT 50`,
    'deals of a status': 'SELECT * FROM deals WHERE status = ? ORDER BY id DESC LIMIT 50',
    'jobs of a task': 'SELECT * FROM jobs WHERE task = ? ORDER BY id DESC LIMIT 50',
    'mails of a state': 'SELECT 1 FROM mails WHERE state = ? LIMIT 10001'
};

for (const [what, sql] of Object.entries(lists))
    test(`${what} are read from an index, in its order`, async (t) => {
        const { file, store } = await folder.fresh();
        t.teardown(() => store.close());
        const sqlite = new Sqlite(file, { readonly: true });
        t.teardown(() => void sqlite.close());
        const plan = JSON.stringify(
            sqlite
                .prepare(`EXPLAIN QUERY PLAN ${sql}`)
                .all(...Array.from({ length: sql.split('?').length - 1 }, () => ''))
        );
        t.regex(plan, /USING (COVERING )?INDEX/);
        t.notRegex(plan, /TEMP B-TREE/);
    });
