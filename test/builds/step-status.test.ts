// svc_get_step_status: where a build is, and the screen that tests it.
import test from 'ava';
import { buildPlan, buildTimeout } from '../../db/builds/plan.ts';
import { clearTimedOut, runs } from '../../db/builds/runs.ts';
import type { Client } from '../support/people/roles.ts';
import { asked, openHotRoutes, written } from '../support/servers/hot-routes.ts';
import { endedBuild, startedBuild, thin } from '../support/people/support-staff.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('svc_get_step_status returns each step in order, then no step', async (t) => {
    const testApp = await createTestApp(t);
    const { author, run_id } = await startedBuild(testApp);
    const seen: string[] = [];
    for (const { name, step_order } of buildPlan) {
        const status = (await author.action('svc_get_step_status', { run_id })).body;
        const progress = (step_order - 1) / 8;
        const run = { state: 'running', progress };
        t.deepEqual(status, { success: true, current_step: name, step_state: 'pending', step_order, ...run });
        seen.push(name);
        await testApp.runOne();
    }
    const over = (await author.action('svc_get_step_status', { run_id })).body;
    const none = { current_step: null, step_state: null, step_order: null };
    t.deepEqual(over, { success: true, ...none, state: 'completed', progress: 1 });
    t.is(seen.length, 8);
});

test('test_screen_id is answered only when sage_id is sent, from transcending_training on', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage, run_id } = await startedBuild(testApp);
    const screen = async (form = {}) =>
        (await author.action('svc_get_step_status', { run_id, ...form })).body.test_screen_id;
    for (let step = 1; step <= 6; step += 1) {
        await testApp.runOne();
        t.is(await screen({ sage_id: sage.id }), undefined, `after step ${step}`);
    }
    await testApp.runOne();
    t.truthy(await screen({ sage_id: sage.id }));
    t.truthy(await screen({ sage_id: sage.uuid }));
    t.is(await screen(), undefined);
    t.is(await screen({ sage_id: 1000 }), undefined);
});

const stateOf = async (author: Client, run_id: string) =>
    (await author.action('svc_get_workflow_status', { run_id })).body;

test('one poll returns the end of a failed build: state, failed step, reason and no current step', async (t) => {
    const testApp = await createTestApp(t);
    const { author, run_id } = await startedBuild(testApp, thin);
    t.false('failure' in (await stateOf(author, run_id)));
    await testApp.drain();
    const end = { state: 'failed', progress: 2 / 8, failed_step: 'sage_generation', failure: 'gate' };
    t.deepEqual((await author.action('svc_get_step_status', { run_id })).body, {
        success: true,
        current_step: null,
        step_state: 'failed',
        step_order: 3,
        ...end
    });
    t.deepEqual(await stateOf(author, run_id), { success: true, ...end });
});

test('a build step ends as over_budget when its time is up, with its progress', async (t) => {
    const budgets: number[] = [];
    const within = (ms: number) => {
        budgets.push(ms);
        return ms === 120_000 ? AbortSignal.abort() : new AbortController().signal;
    };
    const testApp = await createTestApp(t, { within });
    const { author, run_id, path } = await endedBuild(testApp);
    t.like(await stateOf(author, run_id), {
        state: 'failed',
        failed_step: 'sage_generation',
        failure: 'over_budget'
    });
    t.deepEqual(budgets, [30_000, 60_000, 120_000], 'as the contract has them');
    t.regex(
        JSON.stringify((await author.get(`${path}/report`)).body),
        /sage_generation evaluated 0 of 0 answers within its limit of 120 s\./
    );
});

test('a timed-out build names its step, and a cancelled one names none', async (t) => {
    const testApp = await createTestApp(t);
    const { author, run_id } = await startedBuild(testApp);
    await testApp.runOne();
    testApp.pass(buildTimeout);
    await testApp.store.write((tx) => clearTimedOut(tx, testApp.now()));
    const late = { state: 'timed_out', progress: 1 / 8, failed_step: 'creating_sage', failure: 'timeout' };
    t.deepEqual(await stateOf(author, run_id), { success: true, ...late });
    t.like((await author.action('svc_get_step_status', { run_id })).body, { current_step: null, ...late });
    const other = await startedBuild(testApp);
    const support = await testApp.as('support');
    await support.send('POST', `/admin/builds/${other.run_id}/cancel`);
    const cancelled = { success: true, state: 'cancelled', progress: 0 };
    t.deepEqual(await stateOf(author, other.run_id), cancelled);
});

test('the fast path and hapi return the same for an ended build', async (t) => {
    const hot = await openHotRoutes(t);
    const drafts = [hot.drafts.poll(), hot.drafts.state()];
    for (const state of ['running', 'failed', 'timed_out', 'cancelled', 'completed'] as const) {
        await hot.testApp.store.write((tx) =>
            tx.update(runs).set({ state, failure: state === 'completed' ? null : state })
        );
        for (const draft of drafts) {
            const { isFastAnswer } = await asked(t, hot, state, written(draft));
            t.true(isFastAnswer, state);
        }
    }
});
