// The contract's build actions, row by row.
import test from 'ava';
import { buildPlan } from '../../db/builds/plan.ts';
import { runs } from '../../db/builds/runs.ts';
import { account, auditCredits } from '../../db/accounts/credits.ts';
import { findSage, setFields } from '../../db/sages/sages.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { endedBuild, startedBuild, thin } from '../support/people/support-staff.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const minutes = 60_000;

async function withSage(testApp: TestApp) {
    const author = await testApp.as('author');
    const { data } = (await author.send('POST', '/sages', engineer)).body;
    return { author, sage: data.sage as { id: number; uuid: string } };
}

test('svc_start_full_sage_build answers the run, the plan and that it is not resumed', async (t) => {
    const { author, sage } = await withSage(await createTestApp(t));
    const answer = await author.action('svc_start_full_sage_build', { sage_id: sage.id });
    t.is(answer.statusCode, 200);
    const { run_id, steps, ...rest } = answer.body;
    t.regex(run_id, /^run_[0-9a-f]{32}$/);
    t.deepEqual(rest, { success: true, total_time: 600_000, resumed: false });
    t.deepEqual(steps, buildPlan);
});

test('a sage is named by its integer id or by its UUID', async (t) => {
    const { author, sage } = await withSage(await createTestApp(t));
    const first = (await author.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    const again = (await author.action('svc_start_full_sage_build', { sage_id: sage.uuid })).body;
    t.is(again.run_id, first.run_id);
});

test('a valid build in progress is resumed, with its start in Unix seconds', async (t) => {
    const testApp = await createTestApp(t);
    const { start, run_id } = await startedBuild(testApp);
    testApp.pass(19 * minutes);
    const resumed = await start();
    t.is(resumed.run_id, run_id);
    t.is(resumed.resumed, true);
    t.is(resumed.build_start_time, String(Date.UTC(2026, 0, 15, 12) / 1000));
    t.deepEqual(await account(testApp.store.read), { balance: 10, held: 1, available: 9 });
});

test('after 20 minutes a build is cleared and the next click starts afresh', async (t) => {
    const testApp = await createTestApp(t);
    const { author, start, run_id } = await startedBuild(testApp);
    testApp.pass(20 * minutes);
    const fresh = await start();
    t.is(fresh.resumed, false);
    t.not(fresh.run_id, run_id);
    t.is((await author.action('svc_get_workflow_status', { run_id })).body.state, 'timed_out');
    t.deepEqual(await account(testApp.store.read), { balance: 10, held: 1, available: 9 });
});

test('credits are checked before the build starts: 402 without', async (t) => {
    const testApp = await createTestApp(t, { credits: 0 });
    const { author, sage } = await withSage(testApp);
    const answer = await author.action('svc_start_full_sage_build', { sage_id: sage.id });
    t.is(answer.statusCode, 402);
    t.deepEqual(answer.body, { success: false, data: { message: 'Not enough credits.' } });
    t.is(answer.headers['x-svc-error'], 'insufficient_credits');
    t.deepEqual(await testApp.store.read.select().from(runs), []);
});

test('credits are deducted by the completed build, not by its start', async (t) => {
    const testApp = await createTestApp(t);
    const { author, run_id } = await startedBuild(testApp);
    t.deepEqual(await account(testApp.store.read), { balance: 10, held: 1, available: 9 });
    await testApp.drain();
    t.is((await author.action('svc_get_workflow_status', { run_id })).body.state, 'completed');
    t.deepEqual(await account(testApp.store.read), { balance: 9, held: 0, available: 9 });
    t.deepEqual(await auditCredits(testApp.store.read), []);
});

test('a non-admin cannot rebuild a sage that has been completed; an admin can', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage } = await endedBuild(testApp);
    const refused = await author.action('svc_start_full_sage_build', { sage_id: sage.id });
    t.is(refused.statusCode, 409);
    t.is(
        refused.body.data.message,
        'This sage has already been built. Ask a council administrator to build it again.'
    );
    const admin = await testApp.as('councilAdmin');
    t.is((await admin.action('svc_start_full_sage_build', { sage_id: sage.id })).statusCode, 200);
});

test('a completed build gives the sage a release and a test screen that is evaluated and can be read', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage, run_id } = await endedBuild(testApp);
    const { test_screen_id } = (await author.action('svc_get_step_status', { run_id, sage_id: sage.id }))
        .body;
    const { screen } = (await author.get(`/screens/${test_screen_id}`)).body.data;
    t.is(screen.status, 'ss_evaluated');
    t.is(screen.kind, 'test');
    t.is(screen.run_id, run_id);
    t.is(screen.verdict.findings.length, engineer.criteria.length);
    for (const { criterion_id, quotes } of screen.verdict.findings) {
        const { answer } = screen.answers.find(
            (one: { criterion_id: string }) => one.criterion_id === criterion_id
        );
        for (const quote of quotes) t.true(answer.includes(quote));
    }
    const built = (await author.get(`/sages/${sage.id}`)).body.data.sage;
    t.like(built, { step_number: 5, stale: false, release_run_id: run_id, status: 'ss_inactive' });
});

test('a sage edited while it is built is stale at the end', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage } = await startedBuild(testApp);
    await testApp.runOne();
    t.is((await author.send('PATCH', `/sages/${sage.id}`, { threshold: 60 })).statusCode, 200);
    await testApp.drain();
    t.is((await author.get(`/sages/${sage.id}`)).body.data.sage.stale, true);
});

test('an incomplete sage cannot be built, and each missing part is named', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const refusal = async (body: object) => {
        const { sage } = (await author.send('POST', '/sages', body)).body.data;
        const answer = await author.action('svc_start_full_sage_build', { sage_id: sage.id });
        t.is(answer.statusCode, 409);
        t.is(answer.headers['x-svc-error'], 'wrong_state');
        return [answer.headers['x-svc-field'], answer.body.data.message];
    };
    t.deepEqual(await refusal({ name: 'Only a name' }), [
        'evaluator_role',
        'This sage cannot be built yet. Missing: evaluator_role (evaluator role), criteria (at least one criterion).'
    ]);
    t.deepEqual(await refusal({ name: 'No criteria', evaluator_role: 'You judge.' }), [
        'criteria',
        'This sage cannot be built yet. Missing: criteria (at least one criterion).'
    ]);
});

test('a sage without a results template is reported as incomplete until its next edit', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage } = await withSage(testApp);
    await testApp.store.write((tx) => setFields(tx, sage.id, { resultsId: null, stepNumber: 3 }));
    const build = () => author.action('svc_start_full_sage_build', { sage_id: sage.id });
    const refused = await build();
    t.is(refused.headers['x-svc-field'], 'results');
    t.regex(refused.body.data.message, /Missing: results \(the results template\)\.$/);
    await author.send('PATCH', `/sages/${sage.id}`, { name: 'Another name' });
    t.is((await build()).statusCode, 200);
});

test('a failed check fails the step and the run, releases the credits and notifies the owner', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage, run_id, path } = await endedBuild(testApp, thin);
    t.is((await author.action('svc_get_workflow_status', { run_id })).body.state, 'failed');
    const status = (await author.action('svc_get_step_status', { run_id })).body;
    t.is(status.step_state, 'failed');
    t.deepEqual(await account(testApp.store.read), { balance: 10, held: 0, available: 10 });
    const { report } = (await author.get(`${path}/report`)).body.data;
    t.is(report.failure, 'gate');
    const failed = report.steps.find((step: { state: string }) => step.state === 'failed');
    t.true(
        failed.gates.some((gate: { passed: boolean; blocking: boolean }) => gate.blocking && !gate.passed)
    );
    const later = report.steps.filter((step: { step_order: number }) => step.step_order > failed.step_order);
    t.true(later.length > 0);
    t.true(later.every((step: { state: string }) => step.state === 'pending'));
    const { listMails } = await import('../../db/jobs/mails.ts');
    const { items } = await listMails(testApp.store.read, { limit: 10, offset: 0 });
    t.deepEqual(
        items.map(({ kind, toEmail, state }) => [kind, toEmail, state]),
        [['build_failed', 'author@example.test', 'kept']]
    );
    t.is((await findSage(testApp.store.read, sage.id))?.stepNumber, 4);
});

test('unknown runs and sages get 404 for every request', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    for (const run_id of ['run_1', "' OR 1=1", 'x'.repeat(10_240)]) {
        for (const action of ['svc_get_step_status', 'svc_get_workflow_status']) {
            const answer = await author.action(action, { run_id });
            t.is(answer.statusCode, 404);
            t.deepEqual(answer.body, { success: false, data: { message: 'Run not found.' } });
        }
    }
    const answer = await author.action('svc_start_full_sage_build', { sage_id: 999 });
    t.is(answer.statusCode, 404);
    t.deepEqual(answer.body, { success: false, data: { message: 'Sage not found.' } });
});

test('a sage that is edited while it is built skips no step, and its build can still be resumed', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage, start, run_id } = await startedBuild(testApp);
    t.is((await author.send('PATCH', `/sages/${sage.id}`, { criteria: [] })).body.data.sage.step_number, 2);
    t.is((await start()).run_id, run_id);
    await testApp.drain();
    t.like((await author.get(`/sages/${sage.id}`)).body.data.sage, { step_number: 2 });
});
