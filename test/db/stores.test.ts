// The store that version 0.9.0 has left, with a row in every table: it is migrated by this program and read through it.
import { join } from 'node:path';
import test from 'ava';
import Sqlite from 'better-sqlite3';
import { dueJobs } from '../../db/jobs/ledger.ts';
import { findRelease } from '../../db/builds/releases.ts';
import { auditCredits } from '../../db/accounts/credits.ts';
import { isLicensed } from '../../db/judgement/licence.ts';
import { openStore } from '../../db/store/index.ts';
import { readFileSync } from 'node:fs';
import { findLicence, notLicensed } from '../../db/judgement/licence.ts';
import { licenceCase } from '../../db/judgement/licence/case.ts';
import { shownInBuild } from '../../db/judgement/licence/rules.ts';
import { listJobs } from '../../db/support/listing.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { inspectFile } from '../../db/store/sqlite/migrate.ts';
import { sages } from '../../db/sages/sages.ts';
import { screenAnswers, screens } from '../../db/screens/screens.ts';
import { mailReviewers } from '../../db/judgement/reviewer-mails.ts';
import { listUsers } from '../../db/accounts/users.ts';
import { mailsTo } from '../support/fixtures/council.ts';
import { appFrom, copyOf } from './stores/from.ts';
import { emptyTables, tablesIn } from './stores/tables.ts';

test('it holds at least one row in every table that it has', (t) => {
    const sqlite = new Sqlite(copyOf(t).file, { readonly: true });
    t.true(tablesIn(sqlite).length >= 40);
    t.deepEqual(emptyTables(sqlite), []);
    sqlite.close();
});

test('it is migrated with no row lost, nothing in it points to nothing, and its tables are those of a new store', async (t) => {
    const counts = (sqlite: Sqlite.Database) =>
        Object.fromEntries(
            tablesIn(sqlite).map((table) => [
                table,
                sqlite.prepare(`select count(*) from "${table}"`).pluck().get()
            ])
        );
    const before = new Sqlite(copyOf(t).file);
    const { build_rests: _taken, ...rows } = counts(before);
    before.close();
    const { store, folder } = await appFrom(t);
    t.deepEqual(await store.check(), []);
    t.deepEqual(await auditCredits(store.read), []);
    const after = new Sqlite(join(folder, 'app.db'), { readonly: true });
    t.like(counts(after), rows);
    const file = join(folder, 'new.db');
    await openStore(file).close();
    const fresh = new Sqlite(file, { readonly: true });
    t.deepEqual(shapeOf(after), shapeOf(fresh));
    for (const one of [after, fresh]) one.close();
});

/** Columns, keys and indexes of each table. */
function shapeOf(sqlite: Sqlite.Database) {
    const rows = (query: string, name: string) => sqlite.prepare(query).raw().all(name);
    return tablesIn(sqlite).map((table) => ({
        table,
        columns: rows(
            'select name, type, "notnull", dflt_value, pk from pragma_table_info(?) order by name',
            table
        ),
        keys: rows(
            'select "table", "from", "to", on_update, on_delete from pragma_foreign_key_list(?) order by "from"',
            table
        ),
        indexes: rows(
            "select name, sql from sqlite_schema where type = 'index' and sql is not null and tbl_name = ? order by name",
            table
        )
    }));
}

test('a store of before 0.9.0 is refused and left as it is, with the way to upgrade it', (t) => {
    const { file } = copyOf(t);
    const sqlite = new Sqlite(file);
    t.teardown(() => void sqlite.close());
    sqlite.exec('update __drizzle_migrations set created_at = created_at - 1');
    const before = tablesIn(sqlite);
    t.throws(() => openStore(file), {
        message: /version before 0\.9\.0\. Start version 0\.9\.0 with it once/
    });
    t.like(inspectFile(file), {
        refused:
            'The database was written by a version before 0.9.0. Start version 0.9.0 with it once, then this one.',
        pending: []
    });
    t.deepEqual(tablesIn(sqlite), before);
});

test('work that waited in it is done by this program', async (t) => {
    const testApp = await appFrom(t);
    testApp.pass(14 * 24 * 60 * 60_000 + 30 * 60_000);
    const council = await testApp.as('councilAdmin');
    const submitted = async () => {
        const { items } = (await council.get('/screens?per_page=100')).body.data;
        t.true(items.length > 0);
        return (items as Screen[]).filter(({ status }) => status === 'ss_submitted');
    };
    const due = async () => (await dueJobs(testApp.store.read, testApp.now(), 100)).map(({ task }) => task);
    t.true((await submitted()).length > 0);
    t.true((await due()).includes('evaluate-screen'));
    await testApp.drain();
    t.deepEqual(await submitted(), []);
    t.deepEqual(await due(), []);
});

test('screens of every state keep their verdicts, and decisions keep their author and reason', async (t) => {
    const testApp = await appFrom(t);
    const council = await testApp.as('councilAdmin');
    const { items } = (await council.get('/screens?per_page=100')).body.data;
    const tally = (of: (screen: Screen) => string | undefined) =>
        Object.fromEntries(
            Object.entries(Object.groupBy(items as Screen[], (screen) => String(of(screen)))).map(
                ([key, screens = []]) => [key, screens.length]
            )
        );
    t.deepEqual(
        tally(({ status }) => status),
        {
            ss_draft: 1,
            ss_invited: 1,
            ss_started: 1,
            ss_submitted: 1,
            ss_evaluated: 8,
            ss_cancelled: 1,
            ss_expired: 1
        }
    );
    t.deepEqual(
        tally(({ decision }) => decision),
        { not_reviewed: 11, advanced: 1, hired: 1, rejected: 1 }
    );
    const hired = (items as Screen[]).find(({ decision }) => decision === 'hired');
    const { screen } = (await council.get(`/screens/${hired?.id}`)).body.data;
    t.like(screen, {
        decision_note: 'They were hired after a talk.',
        decided_by: { id: council.user.id, display_name: 'councilAdmin' }
    });
    t.is(screen.answers.length, 2);
});

interface Screen {
    id: string;
    kind: string;
    status: string;
    decision: string;
}

test('sages, report cards, deals, commissions and intake of that store are answered as they were', async (t) => {
    const testApp = await appFrom(t);
    const council = await testApp.as('councilAdmin');
    const { items: sages } = (await council.get('/sages?per_page=100')).body.data;
    t.is(sages.length, 11);
    const engineer = sages.find(({ name }: { name: string }) => name === 'Backend engineer');
    t.like(engineer, { status: 'ss_active', step_number: 6, stale: false });
    const card = await council.get(`/sages/${engineer.id}/builds/${engineer.release_run_id}/report`);
    t.like(card.body.data.report, { state: 'completed', gates: { passed: 33, total: 33 } });
    const boss = await testApp.as('salesAdmin');
    t.is((await boss.get('/deals?per_page=100')).body.data.total, 15);
    t.is((await boss.get('/intake?per_page=100')).body.data.total, 7);
    t.is((await boss.action('svc_get_commissions')).statusCode, 200);
});

test('a sage of the withdrawn judge uses evidence, needs no rebuild and is not charged', async (t) => {
    const testApp = await appFrom(t);
    const council = await testApp.as('councilAdmin');
    const before = (await council.get('/credits')).body.data;
    const { items } = (await council.get('/sages?per_page=100')).body.data;
    t.deepEqual([...new Set(items.map(({ evaluator }: { evaluator: string }) => evaluator))], ['evidence']);
    const built = items.filter((sage: { release_run_id: string | null }) => sage.release_run_id !== null);
    t.true(built.some(({ stale }: { stale: boolean }) => !stale));
    for (const { release_run_id } of built) {
        const { snapshot } = await findRelease(testApp.store.read, release_run_id);
        t.is(snapshot.sage.evaluator, 'evidence');
        t.false(await isLicensed(testApp.store.read, release_run_id));
    }
    const after = (await council.get('/credits')).body.data;
    t.is(after.balance, before.balance);
});

test('answers of that store are whole, and their candidates have gone on from them', async (t) => {
    const { store } = await appFrom(t);
    const answers = await store.read.select().from(screenAnswers);
    t.true(answers.length > 2);
    for (const { answer, rivals, done } of answers)
        t.deepEqual([answer !== '', rivals, done], [true, null, true]);
});

test('deals of that store have an empty edit history, which is filled from then on', async (t) => {
    const testApp = await appFrom(t);
    const boss = await testApp.as('salesAdmin');
    const [{ id, revenue }] = (await boss.get('/deals?status=ss_draft')).body.data.items;
    const historyNow = async () => (await boss.get(`/deals/${id}`)).body.data.history;
    const before = await historyNow();
    t.deepEqual([...new Set(before.flatMap(({ changes }: { changes: object[] }) => changes))], []);
    await boss.send('PATCH', `/deals/${id}`, { revenue: revenue + 1 });
    const after = await historyNow();
    t.deepEqual(after.slice(0, -1), before);
    t.deepEqual(after.at(-1).changes, [{ field: 'revenue', before: revenue, after: revenue + 1 }]);
});

test('users of that store get the daily email, from the morning after the upgrade', async (t) => {
    const testApp = await appFrom(t);
    const { store, now, pass } = testApp;
    const known = await listUsers(store.read);
    t.deepEqual([...new Set(known.map(({ reviewMails }) => reviewMails))], ['daily']);
    const [owner] = known.filter(({ role }) => role === 'administrator');
    const of = { ownerId: owner?.id ?? 0 };
    await store.write((tx) => tx.update(sages).set(of));
    await store.write((tx) => tx.update(screens).set({ status: 'ss_evaluated', decision: 'not_reviewed' }));
    const told = async () => {
        await store.write((tx) => mailReviewers(tx, now(), { timeZone: 'UTC', sageAccess: 'all' }));
        return (await mailsTo(testApp)).filter((mail) => mail.startsWith('review_waits'));
    };
    t.deepEqual(await told(), []);
    pass(20 * 60 * 60_000);
    t.deepEqual(await told(), [`review_waits ${owner?.email}`]);
});

for (const { nights, ended, missed, isWhole } of [
    { nights: 'that have passed', ended: 1, missed: 0, isWhole: true },
    { nights: 'that have failed', ended: 1, missed: 2, isWhole: false },
    { nights: 'that have not ended', ended: null, missed: 0, isWhole: false }
])
    test(`nights of that store ${nights} ${isWhole ? 'hold nothing' : 'ask for another check, once'}`, async (t) => {
        const { file } = copyOf(t);
        const before = new Sqlite(file);
        const runId = before.prepare('select run_id from build_rests').pluck().get() as string;
        before.prepare('update build_rests set ended_at = ?, missed_count = ?').run(ended, missed);
        before.prepare("insert into build_artifacts values (?, 'rest', '{}', '')").run(runId);
        const waits = '0 of 9 remaining test cases have run. The others run at night.';
        before
            .prepare('update licences set licensed = 0, measured = 0, first_line = ?, reasons = ?')
            .run(notLicensed(waits), JSON.stringify([waits]));
        before.prepare("update jobs set task = 'judge-rest'").run();
        before.close();
        const { store } = await createTestApp(t, { credits: 0, from: readFileSync(file) });
        t.is((await listJobs(store.read, { limit: 9, offset: 0 })).total, 0);
        const asked = { runId, operator: undefined, yieldNow: () => Promise.resolve() };
        t.is((await licenceCase(store.read, asked))?.gates.whole, isWhole);
        const reasons = isWhole
            ? [waits]
            : shownInBuild({ approved: true, identity: true, attack: true, whole: false });
        const licence = await findLicence(store.read, runId);
        t.like(
            licence,
            { licensed: false, firstLine: notLicensed(reasons[0] ?? ''), reasons },
            'said before'
        );
    });
