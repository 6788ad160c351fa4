// Turning off a sage whose candidates are many.
import test from 'ava';
import Sqlite from 'better-sqlite3';
import { listJobs } from '../../db/support/listing.ts';
import { listMails } from '../../db/jobs/mails.ts';
import { cancelLeftOver, finishLeftOver, toggleSage, toggleSageStatus } from '../../db/council/status.ts';
import { startScreen } from '../../db/screens/answering.ts';
import { cancelNextOf, expireScreens } from '../../db/screens/cancellations.ts';
import { findScreen, type ScreenRow, screens } from '../../db/screens/screens.ts';
import type { Store } from '../../db/store/index.ts';
import { eq, inArray } from '../../db/store/drizzle.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

/** Makes copies of the candidate's screen that was invited last. */
async function manyInvited(testApp: TestApp, fixtures: Parameters<typeof invited>[1], count: number) {
    const { id } = await invited(testApp, fixtures, 1);
    const row = await findScreen(testApp.store.read, id);
    if (!row) throw new Error('the screen is gone');
    const copies = Array.from({ length: count - 1 }, (_, i) => ({
        ...row,
        id: `copy-${i + 2}`,
        linkDigest: null
    }));
    await testApp.store.write(async (tx) => void (await tx.insert(screens).values(copies)));
}

async function countsOf({ store }: TestApp) {
    const rows = await store.read
        .select({ status: screens.status })
        .from(screens)
        .where(eq(screens.kind, 'real'));
    return rows.filter(({ status }) => status === 'ss_invited').length;
}

test('deactivation with hundreds of candidates cancels each once, and reads work meanwhile', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    await manyInvited(testApp, fixtures, 350);
    const left: number[] = [];
    testApp.store.onCommit(() => void countsOf(testApp).then((count) => left.push(count)));
    const { body } = await fixtures.toggle();
    t.is(body.data.cancelled_count, 350);
    t.is(await countsOf(testApp), 0);
    t.true(
        left.some((count) => count > 0 && count < 350),
        'it is done in parts'
    );
    const jobs = await listJobs(testApp.store.read, { task: 'refund-credit', limit: 1, offset: 0 });
    t.is(jobs.total, 350);
});

test('what an interrupted deactivation has left is cancelled a minute later', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    await manyInvited(testApp, fixtures, 200);
    const at = testApp.now();
    const first = await testApp.store.write((tx) =>
        toggleSageStatus(tx, fixtures.sage.id, { by: { name: 'test' }, at })
    );
    t.like(first, { cancelled: 50, more: true });
    await testApp.store.write((tx) => cancelLeftOver(tx, at + 30_000));
    t.is(await countsOf(testApp), 150, 'a deactivation in progress is left alone');
    while (await testApp.store.write((tx) => cancelLeftOver(tx, at + 60_001)));
    t.is(await countsOf(testApp), 0);
    const mails = await listMails(testApp.store.read, { limit: 1, offset: 0 });
    t.is(mails.total, 1 + 200, 'one invitation, and a word to each');
});

test('a sage that is turned on again keeps the candidates who were invited after that', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    await manyInvited(testApp, fixtures, 100);
    const off = await testApp.store.write((tx) =>
        toggleSageStatus(tx, fixtures.sage.id, { by: { name: 'test' }, at: testApp.now() })
    );
    testApp.pass(1000);
    await fixtures.toggle();
    const { id } = await invited(testApp, fixtures, 2);
    const rest = { reason: 'closed', at: testApp.now(), until: off.until };
    t.is((await testApp.store.write((tx) => cancelNextOf(tx, fixtures.sage.id, rest))).cancelled, 50);
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_invited');
});

/** A sage whose deactivation was interrupted after its first part: 50 candidates are still invited. */
async function interrupted(testApp: TestApp) {
    const fixtures = await withActiveSage(testApp);
    await manyInvited(testApp, fixtures, 100);
    const act = { by: { name: 'test' }, at: testApp.now() };
    await testApp.store.write((tx) => toggleSageStatus(tx, fixtures.sage.id, act));
    return fixtures;
}

test('invitations and screens whose time is over end in parts of 20', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    await manyInvited(testApp, fixtures, 50);
    const { store, now, pass } = testApp;
    const invited = eq(screens.status, 'ss_invited');
    const some = store.read.select({ id: screens.id }).from(screens).where(invited).limit(25);
    await store.write((tx) =>
        tx.update(screens).set({ status: 'ss_started', deadlineAt: now() }).where(inArray(screens.id, some))
    );
    pass(100 * 24 * 60 * 60 * 1000);
    const left = async () => {
        const rows = await store.read.select().from(screens);
        return ['ss_invited', 'ss_started'].map(
            (status) => rows.filter((one) => one.status === status).length
        );
    };
    t.true(await store.write((tx) => expireScreens(tx, now())));
    t.deepEqual(await left(), [5, 5]);
    t.false(await store.write((tx) => expireScreens(tx, now())));
    t.deepEqual(await left(), [0, 0]);
});

test('a sage that is turned off expires all its invitations whose time is over, and refunds none', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    await manyInvited(testApp, fixtures, 50);
    testApp.pass(100 * 24 * 60 * 60 * 1000);
    const act = { by: { name: 'test' }, at: testApp.now() };
    const { cancelled } = await testApp.store.write((tx) => toggleSageStatus(tx, fixtures.sage.id, act));
    t.is(cancelled, 0);
});

test('an invitation that expires while its sage waits for cancellation is cancelled and refunded', async (t) => {
    const testApp = await createTestApp(t);
    await interrupted(testApp);
    testApp.pass(100 * 24 * 60 * 60 * 1000);
    await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    t.is(await countsOf(testApp), 50);
    await finishLeftOver(testApp.store, testApp);
    t.is(await countsOf(testApp), 0);
    const jobs = await listJobs(testApp.store.read, { task: 'refund-credit', limit: 1, offset: 0 });
    t.is(jobs.total, 100);
});

test('an invitation of a sage that was turned off cannot be started', async (t) => {
    const testApp = await createTestApp(t);
    await interrupted(testApp);
    const [left] = await testApp.store.read.select().from(screens).where(eq(screens.status, 'ss_invited'));
    const start = { minutes: 60, notice: null, at: testApp.now() };
    await t.throwsAsync(
        testApp.store.write((tx) => startScreen(tx, left as ScreenRow, start)),
        { message: /no longer open|are closed/ }
    );
    t.is(await countsOf(testApp), 50);
});

test('a full disk during a deactivation does not make it look undone', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    await manyInvited(testApp, fixtures, 100);
    let writes = 0;
    const write: Store['write'] = async (work) => {
        writes += 1;
        if (writes > 1) throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
        return testApp.store.write(work);
    };
    const off = await toggleSage({ ...testApp.store, write }, fixtures.sage.id, {
        by: { name: 'test' },
        at: testApp.now()
    });
    t.is(off.cancelled, 50);
    t.is(off.sage.status, 'ss_inactive');
    t.is(await countsOf(testApp), 50);
});

test('finishing interrupted deactivations cancels no candidate of an active sage', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    await manyInvited(testApp, fixtures, 2);
    testApp.pass(60 * 60_000);
    await finishLeftOver(testApp.store, testApp);
    t.is(await countsOf(testApp), 2);
});
