// Turning off a sage whose candidates are many.
import { join } from 'node:path';
import test from 'ava';
import Sqlite from 'better-sqlite3';
import { listJobs } from '../../db/jobs/listing.ts';
import { listMails } from '../../db/mails.ts';
import { cancelLeftOver, toggleSageStatus } from '../../db/sages/status.ts';
import { cancelNextOf } from '../../db/screens/cancellations.ts';
import { findScreen, screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { invited, withActiveSage } from '../support/council.ts';
import { createWorld, type World } from '../support/world.ts';

/** Makes copies of the candidate's screen that was invited last. */
async function manyInvited(world: World, fixtures: Parameters<typeof invited>[1], count: number) {
    const { id } = await invited(world, fixtures, 1);
    const sqlite = new Sqlite(join(world.folder, 'app.db'));
    const kept = sqlite.prepare("SELECT name FROM pragma_table_info('screens')").pluck().all() as string[];
    const columns = kept.filter((name) => !['id', 'link_digest'].includes(name)).join(', ');
    sqlite
        .prepare(
            `WITH RECURSIVE series(i) AS (VALUES(2) UNION ALL SELECT i + 1 FROM series WHERE i < ${count})
            INSERT INTO screens (id, ${columns}) SELECT 'copy-' || i, ${columns} FROM series, screens WHERE id = ?`
        )
        .run(id);
    sqlite.close();
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
    await manyInvited(world, fixtures, 250);
    const at = world.now();
    const first = await world.store.write((tx) =>
        toggleSageStatus(tx, fixtures.sage.id, { by: { name: 'test' }, at })
    );
    t.like(first, { cancelled: 100, more: true });
    await world.store.write((tx) => cancelLeftOver(tx, at + 30_000));
    t.is(await countsOf(world), 150, 'a deactivation in progress is left alone');
    for (let part = 0; part < 3; part += 1) await world.store.write((tx) => cancelLeftOver(tx, at + 60_001));
    t.is(await countsOf(world), 0);
    const mails = await listMails(world.store.read, { limit: 1, offset: 0 });
    t.is(mails.total, 1 + 250, 'one invitation, and a word to each');
});

test('a sage that is turned on again keeps the candidates who were invited after that', async (t) => {
    const world = await createWorld(t);
    const fixtures = await withActiveSage(world);
    await manyInvited(world, fixtures, 150);
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
