// Stores that earlier versions have left, with a row in every table: each is migrated by this program and read through it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import Sqlite from 'better-sqlite3';
import { dueJobs } from '../../db/jobs/ledger.ts';
import { listJobs } from '../../db/support/listing.ts';
import { findRelease } from '../../db/builds/releases.ts';
import { cancelBuildsOfWithdrawnJudges } from '../../db/builds/retries.ts';
import { auditCredits } from '../../db/accounts/credits.ts';
import { listNodes } from '../../db/jobs/nodes.ts';
import { isLicensed } from '../../db/judgement/licence.ts';
import { sageDrafts } from '../../db/sages/drafts.ts';
import { openStore } from '../../db/store/index.ts';
import { appFrom, copyOf, kept } from './stores/from.ts';
import { emptyTables, tablesIn } from './stores/tables.ts';

const start = '0006_deal_versions.sqlite.gz';

test('the test has stores of earlier versions', (t) => t.true(kept.includes(start)));

for (const name of kept) {
    test(`${name} holds at least one row in every table that it has`, (t) => {
        const file = copyOf(t, name);
        const sqlite = new Sqlite(file, { readonly: true });
        t.true(tablesIn(sqlite).length >= 28);
        t.deepEqual(emptyTables(sqlite), []);
        sqlite.close();
    });

    test(`${name} is migrated with no row lost, and nothing in it points to nothing`, async (t) => {
        const counts = (sqlite: Sqlite.Database) =>
            Object.fromEntries(
                tablesIn(sqlite).map((table) => [
                    table,
                    sqlite.prepare(`select count(*) from "${table}"`).pluck().get()
                ])
            );
        const file = copyOf(t, name);
        const before = new Sqlite(file);
        const rows = counts(before);
        before.close();
        const { store, folder } = await appFrom(t, name);
        t.deepEqual(await store.check(), []);
        const after = new Sqlite(join(folder, 'app.db'), { readonly: true });
        t.like(counts(after), rows);
        after.close();
        t.deepEqual(await auditCredits(store.read), []);
    });
}

test('after the migration no page contains data that an old version had deleted', async (t) => {
    const file = copyOf(t, start);
    const before = new Sqlite(file);
    before.exec('pragma secure_delete = off; create table gone (words)');
    const row = before.prepare('insert into gone values (?)');
    for (let n = 0; n < 200; n += 1) row.run('quetzal '.repeat(500));
    before.exec('drop table gone');
    before.close();
    const isHeld = () => readFileSync(file, 'latin1').includes('quetzal');
    t.true(isHeld());
    await openStore(file).close();
    t.false(isHeld());
});

for (const name of kept)
    test(`work that waited in ${name} is done by this program`, async (t) => {
        const testApp = await appFrom(t, name);
        testApp.pass(14 * 24 * 60 * 60_000 + 30 * 60_000);
        const council = await testApp.as('councilAdmin');
        const submitted = async () => {
            const { items } = (await council.get('/screens?per_page=100')).body.data;
            t.true(items.length > 0);
            return (items as Screen[]).filter(({ status }) => status === 'ss_submitted');
        };
        const due = async () =>
            (await dueJobs(testApp.store.read, testApp.now(), 100)).map(({ task }) => task);
        t.true((await submitted()).length > 0);
        t.true((await due()).includes('evaluate-screen'));
        await testApp.drain();
        t.deepEqual(await submitted(), []);
        t.deepEqual(await due(), []);
    });

test('screens of every state keep their verdicts, and decisions keep their author and reason', async (t) => {
    const testApp = await appFrom(t, start);
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

test('old decisions become rows, and users who saw verdicts do not count as blind', async (t) => {
    const testApp = await appFrom(t, start);
    const council = await testApp.as('councilAdmin');
    const { items } = (await council.get('/screens?per_page=100')).body.data;
    const hired = items.find(({ decision }: Screen) => decision === 'hired');
    const by = { id: council.user.id, display_name: 'councilAdmin' };
    t.like(hired.decisions, [
        { by, decision: 'advanced', note: '' },
        { by, decision: 'hired', note: 'They were hired after a talk.' }
    ]);
    t.is(hired.decisions.length, 2);
    t.true(hired.decisions[0].at < hired.decisions[1].at);
    const levels = [{ criterion_id: 'debugging', level: 'strong' }];
    for (const person of ['councilAdmin', 'reviewer'] as const) {
        const client = await testApp.as(person);
        const { body } = await client.send('POST', `/screens/${hired.id}/levels`, { levels });
        t.is(body.data.screen.reviews.at(-1).blind, person === 'reviewer', person);
    }
});

interface Screen {
    id: string;
    kind: string;
    status: string;
    decision: string;
}

test('sages, report cards, deals, commissions and intake of that store are answered as they were', async (t) => {
    const testApp = await appFrom(t, start);
    const council = await testApp.as('councilAdmin');
    const { items: sages } = (await council.get('/sages?per_page=100')).body.data;
    t.is(sages.length, 11);
    const engineer = sages.find(({ name }: { name: string }) => name === 'Backend engineer');
    t.like(engineer, { status: 'ss_active', step_number: 6, stale: false });
    const card = await council.get(`/sages/${engineer.id}/builds/${engineer.release_run_id}/report`);
    t.like(card.body.data.report, { state: 'completed', gates: { passed: 32, total: 32 } });
    const boss = await testApp.as('salesAdmin');
    t.is((await boss.get('/deals?per_page=100')).body.data.total, 15);
    t.is((await boss.get('/intake?per_page=100')).body.data.total, 7);
    t.is((await boss.action('svc_get_commissions')).statusCode, 200);
});

test('a sage of the withdrawn judge uses evidence, needs no rebuild and is not charged', async (t) => {
    const testApp = await appFrom(t, start);
    const council = await testApp.as('councilAdmin');
    const before = (await council.get('/credits')).body.data;
    await testApp.store.write((tx) => cancelBuildsOfWithdrawnJudges(tx, testApp.now()));
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

test('builds that were open at the upgrade are cancelled once, and their credits are released', async (t) => {
    const testApp = await appFrom(t, start);
    const council = await testApp.as('councilAdmin');
    const { held } = (await council.get('/credits')).body.data;
    t.true(held > 0, 'the store holds credits for an open build');
    for (const _ of [1, 2])
        await testApp.store.write((tx) => cancelBuildsOfWithdrawnJudges(tx, testApp.now()));
    t.is((await council.get('/credits')).body.data.held, 0);
    t.deepEqual(await auditCredits(testApp.store.read), []);
});

test('jobs and credits of that store are found and ordered by what came after it', async (t) => {
    const { store, folder } = await appFrom(t, start);
    const sqlite = new Sqlite(join(folder, 'app.db'), { readonly: true });
    t.teardown(() => void sqlite.close());
    const count = (sql: string) => sqlite.prepare(sql).pluck().get();
    t.is(count('select count(*) from jobs where about is null'), 0);
    const mail = sqlite
        .prepare("select payload from jobs where task = 'send-mail' limit 1")
        .pluck()
        .get() as string;
    const { mailId } = JSON.parse(mail) as { mailId: string };
    t.true((await listJobs(store.read, { text: mailId, limit: 9, offset: 0 })).total > 0);
    t.is(count('select count(*) from credits where ordinal <> id'), 0);
});

test('labels, drafts and erasures of a store of 0033 are read as they were', async (t) => {
    const testApp = await appFrom(t, '0033_decision_mails.sqlite.gz');
    const council = await testApp.as('councilAdmin');
    const { items } = (await council.get('/screens?per_page=100')).body.data;
    const hired = (items as Screen[]).find(({ decision }) => decision === 'hired');
    const reviewer = await testApp.as('reviewer');
    const { screen } = (await reviewer.get(`/screens/${hired?.id}`)).body.data;
    t.deepEqual(
        screen.reviews.map(({ by }: { by: { display_name: string } }) => by.display_name),
        ['reviewer']
    );
    const erased = items.find(({ decision }: Screen) => decision === 'rejected');
    t.notRegex(JSON.stringify(erased), /candidate\d+@example\.test/);
    const [draft] = await testApp.store.read.select().from(sageDrafts);
    t.like(draft, { page: 'details', typed: { name: 'Backend engineer, senior' } });
    t.deepEqual(await listNodes(testApp.store.read), [{ id: 'node-1', beats: 0, joinedAt: draft?.at ?? 0 }]);
});
