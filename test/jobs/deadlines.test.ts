// The deadlines of running builds when the clock jumps: what a jump takes or gives is owed until it is in the store.
import test, { type ExecutionContext } from 'ava';
import { runs } from '../../db/builds/runs.ts';
import type { Store } from '../../db/store/index.ts';
import { watchDeadlines } from '../../jobs/upkeep/deadlines.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const hour = 3_600_000;

async function withBuild(t: ExecutionContext, leads = () => true) {
    const jumps = { by: 0, refused: 0 };
    const now = () => Date.UTC(2026, 0, 15, 12) + jumps.by;
    const testApp = await createTestApp(t, {
        clock: { now, settleDeadlines: () => deadlines.settle() }
    });
    const write: Store['write'] = (work) => {
        if (jumps.refused === 0) return testApp.store.write(work);
        jumps.refused -= 1;
        return Promise.reject(new Error('the disk is full'));
    };
    const deadlines = watchDeadlines({ store: { write }, now, membership: { leads } });
    const author = await testApp.as('author');
    const sage = async (name: string) =>
        (await author.send('POST', '/sages', { ...engineer, name })).body.data.sage.id as number;
    const build = async (sage_id: number) =>
        (await author.action('svc_start_full_sage_build', { sage_id })).body as {
            run_id: string;
            resumed: boolean;
        };
    const left = async (runId: string) => {
        const all = await testApp.store.read.select().from(runs);
        const run = all.find((one) => one.runId === runId);
        return Math.round(((run?.deadlineAt ?? 0) - now()) / 60_000);
    };
    return { testApp, jumps, deadlines, sage, build, left };
}

test('a jump that could not be written is owed, and is written once [P26]', async (t) => {
    const { jumps, deadlines, sage, build, left } = await withBuild(t);
    const { run_id } = await build(await sage('First'));
    for (const by of [5 * hour, -9 * hour]) {
        jumps.by += by;
        jumps.refused = 1;
        await t.throwsAsync(deadlines.settle(), { message: 'the disk is full' });
        t.not(await left(run_id), 20);
        await Promise.all([deadlines.settle(), deadlines.settle()]);
        await deadlines.settle();
        t.is(await left(run_id), 20);
    }
});

test('a second clock jump during a write is saved before any caller continues', async (t) => {
    const { jumps, deadlines, sage, build, left } = await withBuild(t);
    const { run_id } = await build(await sage('First'));
    jumps.by += 5 * hour;
    const first = deadlines.settle();
    jumps.by -= 2 * hour;
    await deadlines.settle();
    t.is(await left(run_id), 20);
    await first;
    t.is(await left(run_id), 20);
});

test('a click after a clock jump ends no build, and a new build gets its own 20 minutes [P26]', async (t) => {
    const { jumps, deadlines, sage, build, left } = await withBuild(t);
    const [one, other] = [await sage('First'), await sage('Second')];
    const before = await build(one);
    jumps.by += hour;
    t.like(await build(one), { run_id: before.run_id, resumed: true });
    jumps.by -= 3 * hour;
    const after = await build(other);
    await deadlines.settle();
    t.deepEqual([await left(before.run_id), await left(after.run_id)], [20, 20]);
});

test('a node that does not lead moves no deadline, not later either', async (t) => {
    let leads = false;
    const { jumps, deadlines, sage, build, left } = await withBuild(t, () => leads);
    const { run_id } = await build(await sage('First'));
    jumps.by += hour;
    await deadlines.settle();
    leads = true;
    await deadlines.settle();
    t.is(await left(run_id), 20 - 60);
});
