// svc_get_step_status: where a build is, and the screen that tests it.
import test from 'ava';
import { buildPlan } from '../../db/builds/plan.ts';
import { engineer } from '../support/things/sages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

async function started(testApp: TestApp) {
    const author = await testApp.as('author');
    const { sage } = (await author.send('POST', '/sages', engineer)).body.data;
    const { run_id } = (await author.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    return { author, sage, run_id };
}

test('svc_get_step_status shows each step in order, then none', async (t) => {
    const testApp = await createTestApp(t);
    const { author, run_id } = await started(testApp);
    const seen: string[] = [];
    for (const { name, step_order } of buildPlan) {
        const status = (await author.action('svc_get_step_status', { run_id })).body;
        t.deepEqual(status, { success: true, current_step: name, step_state: 'pending', step_order });
        seen.push(name);
        await testApp.runOne();
    }
    const over = (await author.action('svc_get_step_status', { run_id })).body;
    t.deepEqual(over, { success: true, current_step: null, step_state: null, step_order: null });
    t.is(seen.length, 8);
});

test('test_screen_id is answered only when sage_id is sent, from transcending_training on', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage, run_id } = await started(testApp);
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
