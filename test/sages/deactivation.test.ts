// Turning off a sage whose candidates are many.
import test from 'ava';
import Sqlite from 'better-sqlite3';
import { listJobs } from '../../db/jobs/listing.ts';
import { listMails } from '../../db/mails.ts';
import { cancelLeftOver, finishLeftOver, toggleSage, toggleSageStatus } from '../../db/sages/status.ts';
import { startScreen } from '../../db/screens/answering.ts';
import { cancelNextOf, expireScreens } from '../../db/screens/cancellations.ts';
import { findScreen, type ScreenRow, screens } from '../../db/screens/screens.ts';
import type { Store } from '../../db/store.ts';
import { eq } from '../../db/store/drizzle.ts';
import { invited, withActiveSage } from '../support/council.ts';
import { createWorld, type World } from '../support/world.ts';

/** Makes copies of the candidate's screen that was invited last. */
async function manyInvited(world: World, fixtures: Parameters<typeof invited>[1], count: number) {
    const { id } = await invited(world, fixtures, 1);
    const row = await findScreen(world.store.read, id);
    if (!row) throw new Error('the screen is gone');
    const copies = Array.from({ length: count - 1 }, (_, i) => ({
        ...row,
        id: `copy-${i + 2}`,
        linkDigest: null
    }));
    await world.store.write(async (tx) => void (await tx.insert(screens).values(copies)));
}

async function countsOf({ store }: World) {
    const rows = await store.read
        .select({ status: screens.status })
        .from(screens)
        .where(eq(screens.kind, 'real'));
    return rows.filter(({ status }) => status === 'ss_invited').length;
}

test('deactivation of a sage with hundreds of candidates cancels each once, and reads are answered meanwhile', async (t) => {
    const world = await createWorld(t);
    const fixtures = await withActiveSage(world);
    await manyInvited(world, fixtures, 350);
    const left: number[] = [];
    world.store.onCommit(() => void countsOf(world).then((count) => left.push(count)));
    const { body } = await fixtures.toggle();
    t.is(body.data.cancelled_count, 350);
    t.is(await countsOf(world), 0);
    t.true(
        left.some((count) => count > 0 && count < 350),
        'it is done in parts'
    );
    const jobs = await listJobs(world.store.read, { task: 'refund-credit', limit: 1, offset: 0 });
    t.is(jobs.total, 350);
});

test('what an interrupted deactivation has left is cancelled a minute later', async (t) => {
    const world = await createWorld(t);
    const fixtures = await withActiveSage(world);
    await manyInvited(world, fixtures, 200);
    const at = world.now();
    const first = await world.store.write((tx) =>
        toggleSageStatus(tx, fixtures.sage.id, { by: { name: 'test' }, at })
    );
    t.like(first, { cancelled: 50, more: true });
    await world.store.write((tx) => cancelLeftOver(tx, at + 30_000));
    t.is(await countsOf(world), 150, 'a deactivation in progress is left alone');
    while (await world.store.write((tx) => cancelLeftOver(tx, at + 60_001)));
    t.is(await countsOf(world), 0);
    const mails = await listMails(world.store.read, { limit: 1, offset: 0 });
    t.is(mails.total, 1 + 200, 'one invitation, and a word to each');
});

test('a sage that is turned on again keeps the candidates who were invited after that', async (t) => {
    const world = await createWorld(t);
    const fixtures = await withActiveSage(world);
    await manyInvited(world, fixtures, 100);
    const off = await world.store.write((tx) =>
        toggleSageStatus(tx, fixtures.sage.id, { by: { name: 'test' }, at: world.now() })
    );
    world.pass(1000);
    await fixtures.toggle();
    const { id } = await invited(world, fixtures, 2);
    const rest = { reason: 'closed', at: world.now(), until: off.until };
    t.is((await world.store.write((tx) => cancelNextOf(tx, fixtures.sage.id, rest))).cancelled, 50);
    t.is((await findScreen(world.store.read, id))?.status, 'ss_invited');
});

/** A sage whose deactivation was interrupted after its first part: 50 candidates are still invited. */
async function interrupted(world: World) {
    const stage = await withActiveSage(world);
    await manyInvited(world, stage, 100);
    const act = { by: { name: 'test' }, at: world.now() };
    await world.store.write((tx) => toggleSageStatus(tx, stage.sage.id, act));
    return stage;
}

test('an invitation that runs out while its sage waits to be cancelled is cancelled, not expired: its credits come back', async (t) => {
    const world = await createWorld(t);
    await interrupted(world);
    world.pass(100 * 24 * 60 * 60 * 1000);
    await world.store.write((tx) => expireScreens(tx, world.now()));
    t.is(await countsOf(world), 50);
    await finishLeftOver(world.store, world.now);
    t.is(await countsOf(world), 0);
    const jobs = await listJobs(world.store.read, { task: 'refund-credit', limit: 1, offset: 0 });
    t.is(jobs.total, 100);
});

test('nobody starts an invitation of a sage that was turned off, cancelled already or not', async (t) => {
    const world = await createWorld(t);
    await interrupted(world);
    const [left] = await world.store.read.select().from(screens).where(eq(screens.status, 'ss_invited'));
    const start = { minutes: 60, notice: null, at: world.now() };
    await t.throwsAsync(
        world.store.write((tx) => startScreen(tx, left as ScreenRow, start)),
        { message: /not open any more/ }
    );
    t.is(await countsOf(world), 50);
});

test('a disk that fills up during a deactivation does not make it look undone: a retry would turn the sage on', async (t) => {
    const world = await createWorld(t);
    const stage = await withActiveSage(world);
    await manyInvited(world, stage, 100);
    let writes = 0;
    const write: Store['write'] = async (work) => {
        writes += 1;
        if (writes > 1) throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
        return world.store.write(work);
    };
    const off = await toggleSage({ ...world.store, write }, stage.sage.id, {
        by: { name: 'test' },
        at: world.now()
    });
    t.is(off.cancelled, 50);
    t.is(off.sage.status, 'ss_inactive');
    t.is(await countsOf(world), 50);
});
