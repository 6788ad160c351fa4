// The plans of SQLite for the lists of a large store.
import test from 'ava';
import Sqlite from 'better-sqlite3';
import { deliveriesOf } from '../../db/jobs/deliveries.ts';
import { listFailedMails } from '../../db/support/failed-mails.ts';
import { listJobs } from '../../db/support/listing.ts';
import { listMails, mailsOfScreens } from '../../db/jobs/mails.ts';
import { listCredits } from '../../db/accounts/credits.ts';
import { screensOfPerson } from '../../db/erasing/erase.ts';
import { searchScreens } from '../../db/council/search.ts';
import { dealsNamed } from '../../db/sales/deal-list.ts';
import type { ScreenRow } from '../../db/screens/screens.ts';
import type { Reader } from '../../db/store/index.ts';
import { connectRaw } from '../../db/store/sqlite/index.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';

const folder = openStoreFolder();
test.after.always(() => folder.remove());

const lists: Record<string, string> = {
    'screens, newest first': 'SELECT * FROM screens ORDER BY created_at DESC, id DESC LIMIT 50',
    'screens without a decision': `SELECT * FROM screens WHERE decision = ? AND status = ? AND kind = ? ORDER BY evaluated_at, id LIMIT 50`,
    'deals of a status': 'SELECT * FROM deals WHERE status = ? ORDER BY id DESC LIMIT 50',
    'jobs of a task': 'SELECT * FROM jobs WHERE task = ? ORDER BY id DESC LIMIT 50',
    'mails of a state': 'SELECT 1 FROM mails WHERE state = ? LIMIT 10001',
    'builds of a state': `SELECT * FROM build_runs WHERE state = ? ORDER BY started_at DESC, run_id DESC LIMIT 50`,
    'sages, the last changed first': 'SELECT * FROM sages ORDER BY updated_at DESC, id DESC LIMIT 50'
};

for (const [what, sql] of Object.entries(lists))
    test(`${what} are read from an index, in its order`, async (t) => {
        const file = folder.nextFile();
        const store = await folder.fresh(file);
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

const rows = { limit: 50, offset: 0 };

/** Each with the indexes that its first queries are to be answered from. */
const functions: Record<string, [ask: (read: Reader) => Promise<unknown>, indexes: readonly string[]]> = {
    'the deliveries of a page of mails': [(read) => deliveriesOf(read, ['a', 'b']), ['jobs_by_about']],
    'the emails of a page of screens': [
        (read) => mailsOfScreens(read, Array.from({ length: 200 }, String)),
        ['mails_of_screens']
    ],
    'the jobs of a task that are dead': [
        (read) => listJobs(read, { ...rows, task: 'send-mail', state: 'dead' }),
        ['jobs_by_state']
    ],
    'the jobs of a task that are done': [
        (read) => listJobs(read, { ...rows, task: 'send-mail', state: 'done' }),
        ['jobs_by_task']
    ],
    'the screens of one person': [
        (read) => screensOfPerson(read, { kind: 'real', candidateEmail: 'ada@example.test' } as ScreenRow),
        ['screens_by_email', 'screens_by_other_email']
    ],
    'the deals of a customer by the beginning of the name': [
        (read) => dealsNamed(read, { id: 1, capabilities: ['ss_sales_admin'] }, 'ada', 20),
        ['deals', 'deals_by_customer']
    ],
    'candidates by the beginning of a name or an address': [
        (read) => searchScreens(read, undefined, 'ada'),
        ['screens_by_time', 'screens_by_name', 'screens_by_email']
    ],
    'the credits that a user spent': [
        (read) => listCredits(read, { ...rows, by: 1 }),
        ['credits_by_user', 'credits_by_user']
    ],
    'mails by the beginning of an address': [
        (read) => listMails(read, { ...rows, text: 'ada' }),
        ['sqlite_autoindex_mails_1', 'mails_by_email', 'sqlite_autoindex_mails_1']
    ],
    'sent mails by the beginning of an address': [
        (read) => listMails(read, { ...rows, state: 'sent', text: 'ada' }),
        ['mails_by_state', 'mails_by_email', 'sqlite_autoindex_mails_1']
    ],
    'failed mails by the beginning of an address': [
        (read) => listFailedMails(read, { ...rows, text: 'ada', at: 0 }),
        ['mails_by_state', 'mails_by_state', 'mails_by_state']
    ]
};

for (const [what, [ask, indexes]] of Object.entries(functions))
    test.serial(`${what} are read from the index that leaves least to read`, async (t) => {
        const file = folder.nextFile();
        const store = await folder.fresh(file);
        t.teardown(() => store.close());
        const plans = plansOf(file, await statementsOf(() => ask(store.read)));
        t.deepEqual(
            indexes.map((index, place) => plans[place]?.includes(index)),
            indexes.map(() => true),
            plans.join('\n')
        );
    });

/** Answers the texts of the statements that are prepared meanwhile, in their order. */
async function statementsOf(work: () => Promise<unknown>) {
    const prepare = Reflect.get(Sqlite.prototype, 'prepare') as (
        this: Sqlite.Database,
        text: string
    ) => Sqlite.Statement;
    const texts: string[] = [];
    function noted(this: Sqlite.Database, text: string) {
        texts.push(text);
        return prepare.call(this, text);
    }
    try {
        Reflect.set(Sqlite.prototype, 'prepare', noted);
        await work();
    } finally {
        Reflect.set(Sqlite.prototype, 'prepare', prepare);
    }
    return texts;
}

function plansOf(file: string, statements: string[]) {
    const sqlite = connectRaw(file);
    try {
        return statements.map((text) => {
            const values = Array.from({ length: text.split('?').length - 1 }, () => '[]');
            return JSON.stringify(sqlite.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values));
        });
    } finally {
        sqlite.close();
    }
}
