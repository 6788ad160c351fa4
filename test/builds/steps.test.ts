// The steps of a build in the store: which result counts, and who is notified when one fails.
import test from 'ava';
import { emptyReport } from '../../db/builds/reports.ts';
import { steps, stepsOf } from '../../db/builds/runs.ts';
import { beginStep, completeStep, failStep, showProgress, type StepAttempt } from '../../db/council/steps.ts';
import { listRunning } from '../../db/builds/run-list.ts';
import { mailsTo } from '../support/fixtures/council.ts';
import { motivation } from '../support/fixtures/sages.ts';
import { startedBuild } from '../support/people/support-staff.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const step = 1;

/** What may happen to a step of the build. */
function stepsIn({ store, now }: TestApp, runId: string) {
    const report = emptyReport('');
    return {
        begin: () => store.write((tx) => beginStep(tx, runId, step, now())),
        complete: (begun: StepAttempt) =>
            store.write((tx) => completeStep(tx, begun, { report, freeze: {}, at: now() })),
        fail: (begun: StepAttempt) =>
            store.write((tx) => failStep(tx, begun, { report, failure: 'gate', at: now() })),
        show: (begun: StepAttempt, run: number) => store.write((tx) => showProgress(tx, begun, run, 9)),
        shown: async () => (await stepsOf(store.read, runId)).map(({ casesRun }) => casesRun)
    };
}

test('after a step was restarted, the result of its earlier attempt is ignored', async (t) => {
    const testApp = await createTestApp(t);
    const { run_id } = await startedBuild(testApp);
    const { begin, complete, fail, show, shown } = stepsIn(testApp, run_id);
    const [early, late] = [await begin(), await begin()];
    if (!early || !late) return t.fail();
    await show(late, 2);
    await show(early, 7);
    t.is((await shown())[0], 2);
    t.deepEqual([await complete(early), await fail(early)], [false, false]);
    t.deepEqual([await complete(late), await complete(late)], [true, false], 'a result is taken once');
});

test('the progress of a step is shown there alone: at no other step and at no other build', async (t) => {
    const testApp = await createTestApp(t);
    const one = stepsIn(testApp, (await startedBuild(testApp)).run_id);
    const other = stepsIn(testApp, (await startedBuild(testApp)).run_id);
    const [begun] = [await one.begin(), await other.begin()];
    if (begun) await one.show(begun, 4);
    t.deepEqual(await one.shown(), [4, 0, 0, 0, 0, 0, 0, 0]);
    t.deepEqual(new Set(await other.shown()), new Set([0]));
});

test('no step starts in an ended build or after it was completed', async (t) => {
    const testApp = await createTestApp(t);
    const cancelled = await startedBuild(testApp);
    const support = await testApp.as('support');
    await support.send('POST', `/admin/builds/${cancelled.run_id}/cancel`);
    t.is(await stepsIn(testApp, cancelled.run_id).begin(), undefined);
    await testApp.drain();
    t.is((await support.get('/admin/jobs?state=done')).body.data.total, 1, 'its job came to nothing');
    const { begin, complete } = stepsIn(testApp, (await startedBuild(testApp)).run_id);
    const begun = await begin();
    if (begun) await complete(begun);
    t.is(await begin(), undefined);
});

test('the owner of a sage gets the email about a failed build, whichever user started it', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { sage } = (await author.send('POST', '/sages', motivation)).body.data;
    const admin = await testApp.as('councilAdmin');
    await admin.action('svc_start_full_sage_build', { sage_id: sage.id });
    await testApp.drain();
    t.deepEqual(await mailsTo(testApp), ['build_failed author@example.test']);
});

test('running builds are listed for visible sages only, with the steps they completed', async (t) => {
    const testApp = await createTestApp(t);
    const { store } = testApp;
    const { author, run_id } = await startedBuild(testApp);
    const other = await testApp.as('otherAuthor');
    const listed = async ({ actor }: typeof author) => {
        const running = await listRunning(store.read, { ...actor, access: 'owner' }, 9);
        return running.map(({ completed }) => completed);
    };
    await testApp.runOne();
    testApp.pass(1000);
    await startedBuild(testApp);
    t.deepEqual([await listed(author), await listed(other)], [[1, 0], []], 'the oldest first');
    await (await testApp.as('support')).send('POST', `/admin/builds/${run_id}/cancel`);
    t.deepEqual(await listed(author), [0]);
    await store.write((tx) => tx.update(steps).set({ state: 'completed' }));
    t.deepEqual(await listed(author), [8], 'until its end is written');
});
