// Row 52: the callback of a build.
import test from 'ava';
import { testScreenStep } from '../../db/builds/plan.ts';
import { findRun } from '../../db/builds/runs.ts';
import { beginStep } from '../../db/council/steps.ts';
import { account } from '../../db/accounts/credits.ts';
import { issueToken } from '../../db/accounts/service-tokens.ts';
import { createTestScreen } from '../../db/screens/answering.ts';
import { ask } from '../support/people/roles.ts';
import { endedBuild, startedBuild } from '../support/people/support-staff.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

async function withRun(testApp: TestApp, scopes = ['callback:build']) {
    const { run_id } = await startedBuild(testApp);
    const { token } = await testApp.store.write((tx) =>
        issueToken(tx, { name: 'builder', scopes, at: testApp.now() })
    );
    const call = (payload: object, headers: Record<string, string> = { 'x-service-token': token }) =>
        ask(testApp.server, {
            method: 'POST',
            url: '/rest/svc/v1/callback/build',
            headers: { 'content-type': 'application/json', ...headers },
            payload: JSON.stringify(payload)
        });
    return { run_id, call };
}

test('completion before the eighth step is completed: 409, and no credit is taken', async (t) => {
    const testApp = await createTestApp(t);
    await endedBuild(testApp); // that of another sage is completed
    const { call, run_id } = await withRun(testApp);
    for (let step = 1; step <= 7; step += 1) {
        t.is((await call({ event: 'complete', run_id })).statusCode, 409);
        await testApp.runOne();
    }
    t.deepEqual(await account(testApp.store.read), { balance: 9, held: 1, available: 8 });
});

test('a replay after the build is complete: 409, and the credit is taken once', async (t) => {
    const testApp = await createTestApp(t);
    const { call, run_id } = await withRun(testApp);
    await testApp.drain();
    t.is((await call({ event: 'complete', run_id })).statusCode, 409);
    const { testScreenId } = (await findRun(testApp.store.read, run_id)) ?? {};
    t.is((await call({ event: 'test_screen', run_id, test_screen_id: testScreenId })).statusCode, 409);
    t.deepEqual(await account(testApp.store.read), { balance: 9, held: 0, available: 9 });
});

test("a test screen before the seventh step, or one that is not this run's: 409", async (t) => {
    const testApp = await createTestApp(t);
    const { store, now } = testApp;
    const { call, run_id } = await withRun(testApp);
    const { sageId = 0 } = (await findRun(store.read, run_id)) ?? {};
    const own = await store.write((tx) =>
        createTestScreen(tx, { sageId, runId: run_id, answers: {}, at: now() })
    );
    const give = async (id: string) =>
        (await call({ event: 'test_screen', run_id, test_screen_id: id })).statusCode;
    t.is(await give(own), 409);
    for (let step = 1; step < testScreenStep; step += 1) await testApp.runOne();
    t.is(await give(own), 409, 'the seventh has not begun');
    await store.write((tx) => beginStep(tx, run_id, testScreenStep, now()));
    t.is(await give('x'), 409);
    t.is((await findRun(store.read, run_id))?.testScreenId, null);
    t.is(await give(own), 200);
    t.is((await findRun(store.read, run_id))?.testScreenId, own);
});

test('a run that has timed out accepts no more results', async (t) => {
    const testApp = await createTestApp(t);
    const { call, run_id } = await withRun(testApp);
    testApp.pass(20 * 60_000);
    const { clearTimedOut } = await import('../../db/builds/runs.ts');
    await testApp.store.write((tx) => clearTimedOut(tx, testApp.now()));
    t.is((await call({ event: 'complete', run_id })).statusCode, 409);
    t.deepEqual(await account(testApp.store.read), { balance: 10, held: 0, available: 10 });
});

test('an unknown run: 404; an unknown event or key: 400 that names the field', async (t) => {
    const { call, run_id } = await withRun(await createTestApp(t));
    t.is((await call({ event: 'complete', run_id: 'run_0' })).statusCode, 404);
    for (const payload of [
        { event: 'step', run_id },
        { event: 'complete', run_id, step: 9 },
        { event: 'test_screen', run_id }
    ]) {
        const { statusCode, headers } = await call(payload);
        t.is(statusCode, 400);
        t.truthy(headers['x-svc-field']);
    }
});
