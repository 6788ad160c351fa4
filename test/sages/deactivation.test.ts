// Turning off a sage whose candidates are many.
import test, { type ExecutionContext } from 'ava';
import Sqlite from 'better-sqlite3';
import { listJobs } from '../../db/support/listing.ts';
import { listMails } from '../../db/jobs/mails.ts';
import { cancelLeftOver, finishLeftOver, toggleSage, toggleSageStatus } from '../../db/council/status.ts';
import { startScreen } from '../../db/screens/answering.ts';
import { cancelNextOf, expireScreens } from '../../db/screens/cancellations.ts';
import { findScreen, type ScreenRow, screens } from '../../db/screens/screens.ts';
import type { Store } from '../../db/store/index.ts';
import { and, eq, inArray } from '../../db/store/drizzle.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const day = 24 * 60 * 60 * 1000;

async function countOf({ read }: Store, status: ScreenRow['status']) {
    const isCounted = and(eq(screens.status, status), eq(screens.kind, 'real'));
    return (await read.select({ id: screens.id }).from(screens).where(isCounted)).length;
}

/** An active sage with this many invited candidates: copies of one row. */
async function inviting(t: ExecutionContext, count: number) {
    const testApp = await createTestApp(t);
    const { store, now } = testApp;
    const fixtures = await withActiveSage(testApp);
    const { id } = await invited(testApp, fixtures, 1);
    const row = await findScreen(store.read, id);
    if (!row) throw new Error('the screen is gone');
    const copies = Array.from({ length: count - 1 }, (_, i) => ({
        ...row,
        id: `copy-${i + 2}`,
        linkDigest: null
    }));
    if (count > 1) await store.write(async (tx) => void (await tx.insert(screens).values(copies)));
    return {
        testApp,
        fixtures,
        store,
        left: async () => countOf(store, 'ss_invited'),
        refunds: async () =>
            (await listJobs(store.read, { task: 'refund-credit', limit: 1, offset: 0 })).total,
        /** Turns the sage off and is interrupted after the first part. */
        interrupt: () =>
            store.write((tx) => toggleSageStatus(tx, fixtures.sage.id, { by: { name: 'test' }, at: now() }))
    };
}

test('deactivation with hundreds of candidates cancels each once, and reads work meanwhile', async (t) => {
    const { fixtures, store, left, refunds } = await inviting(t, 350);
    const meanwhile: number[] = [];
    store.onCommit(() => void left().then((count) => meanwhile.push(count)));
    t.is((await fixtures.toggle()).body.data.cancelled_count, 350);
    t.is(await left(), 0);
    t.true(
        meanwhile.some((count) => count > 0 && count < 350),
        'it is done in parts'
    );
    t.is(await refunds(), 350);
});

test('what an interrupted deactivation has left is cancelled a minute later', async (t) => {
    const { testApp, store, left, interrupt } = await inviting(t, 200);
    const at = testApp.now();
    t.like(await interrupt(), { cancelled: 50, more: true });
    await store.write((tx) => cancelLeftOver(tx, at + 30_000));
    t.is(await left(), 150, 'a deactivation in progress is left alone');
    while (await store.write((tx) => cancelLeftOver(tx, at + 60_001)));
    t.is(await left(), 0);
    const mails = await listMails(store.read, { limit: 1, offset: 0 });
    t.is(mails.total, 1 + 200, 'one invitation, and a word to each');
});

test('a sage that is turned on again keeps the candidates who were invited after that', async (t) => {
    const { testApp, fixtures, store, interrupt } = await inviting(t, 100);
    const { until } = await interrupt();
    testApp.pass(1000);
    await fixtures.toggle();
    const { id } = await invited(testApp, fixtures, 2);
    const rest = { reason: 'closed', at: testApp.now(), until };
    t.is((await store.write((tx) => cancelNextOf(tx, fixtures.sage.id, rest))).cancelled, 50);
    t.is((await findScreen(store.read, id))?.status, 'ss_invited');
});

test('invitations and screens whose time is over end in parts of 20', async (t) => {
    const { testApp, store, left } = await inviting(t, 50);
    const { now, pass } = testApp;
    const isInvited = eq(screens.status, 'ss_invited');
    const some = store.read.select({ id: screens.id }).from(screens).where(isInvited).limit(25);
    await store.write((tx) =>
        tx.update(screens).set({ status: 'ss_started', deadlineAt: now() }).where(inArray(screens.id, some))
    );
    pass(100 * day);
    t.true(await store.write((tx) => expireScreens(tx, now())));
    t.deepEqual([await left(), await countOf(store, 'ss_started')], [5, 5]);
    t.false(await store.write((tx) => expireScreens(tx, now())));
    t.deepEqual([await left(), await countOf(store, 'ss_started')], [0, 0]);
});

test('a sage that is turned off expires all its invitations whose time is over, and refunds none', async (t) => {
    const { testApp, interrupt, refunds } = await inviting(t, 50);
    testApp.pass(100 * day);
    t.is((await interrupt()).cancelled, 0);
    t.is(await refunds(), 0);
});

test('an invitation that expires while its sage waits for cancellation is cancelled and refunded', async (t) => {
    const { testApp, store, left, refunds, interrupt } = await inviting(t, 100);
    await interrupt();
    testApp.pass(100 * day);
    await store.write((tx) => expireScreens(tx, testApp.now()));
    t.is(await left(), 50);
    await finishLeftOver(store, testApp);
    t.is(await left(), 0);
    t.is(await refunds(), 100);
});

test('an invitation of a sage that was turned off cannot be started', async (t) => {
    const { testApp, store, left, interrupt } = await inviting(t, 100);
    await interrupt();
    const [one] = await store.read.select().from(screens).where(eq(screens.status, 'ss_invited'));
    const start = { minutes: 60, notice: null, at: testApp.now() };
    await t.throwsAsync(
        store.write((tx) => startScreen(tx, one as ScreenRow, start)),
        { message: /no longer open|are closed/ }
    );
    t.is(await left(), 50);
});

test('a full disk during a deactivation does not make it look undone', async (t) => {
    const { testApp, fixtures, store, left } = await inviting(t, 100);
    let writes = 0;
    const write: Store['write'] = async (work) => {
        writes += 1;
        if (writes > 1) throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
        return store.write(work);
    };
    const act = { by: { name: 'test' }, at: testApp.now() };
    const off = await toggleSage({ ...store, write }, fixtures.sage.id, act);
    t.is(off.cancelled, 50);
    t.is(off.sage.status, 'ss_inactive');
    t.is(await left(), 50);
});

test('finishing interrupted deactivations cancels no candidate of an active sage', async (t) => {
    const { testApp, store, left } = await inviting(t, 2);
    testApp.pass(60 * 60_000);
    await finishLeftOver(store, testApp);
    t.is(await left(), 2);
});
