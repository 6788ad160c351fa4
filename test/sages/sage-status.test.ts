// What lets a sage meet people and what stops it.
import test from 'ava';
import { account, auditCredits } from '../../db/accounts/credits.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { invited, mailsTo, person, withActiveSage } from '../support/fixtures/council.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

test('svc_toggle_sage_status answers the new status, its display and how many were cancelled', async (t) => {
    const { toggle } = await withActiveSage(await createTestApp(t));
    t.deepEqual((await toggle()).body, {
        success: true,
        data: {
            message: 'Sage closed.',
            new_status: 'ss_inactive',
            status_display: 'Inactive',
            status_class: 'ss-inactive',
            cancelled_count: 0
        }
    });
    t.like((await toggle()).body.data, {
        message: 'Sage opened.',
        new_status: 'ss_active',
        status_display: 'Active',
        status_class: 'ss-active'
    });
});

test('a sage that is closed, not built, unreviewed or changed invites nobody, and says what it needs', async (t) => {
    const testApp = await createTestApp(t);
    const council = await testApp.as('councilAdmin');
    const { id: sage_id } = (await council.send('POST', '/sages', engineer)).body.data.sage;
    const invites = async () =>
        (await council.send('POST', '/screens', { sage_id, candidate: person(1) })).body.data.message;
    const toggled = async () =>
        (await council.action('svc_toggle_sage_status', { sage_id })).body.data.message;
    t.is(await invites(), 'This sage is not active.');
    t.regex(await toggled(), /You cannot invite candidates until you run the check\./);
    t.is(await invites(), 'This sage has not been built.');
    await toggled();
    await council.action('svc_start_full_sage_build', { sage_id });
    await testApp.drain();
    t.regex(await toggled(), /You cannot invite candidates until you read the test answers/);
    t.is(await invites(), "This sage's test answers have not been reviewed yet.");
    await toggled();
    await council.action('skip_testing_update_step', { sage_id });
    t.is(await toggled(), 'Sage opened.');
    t.is(await invites(), undefined);
    await toggled();
    await council.send('PATCH', `/sages/${sage_id}`, { threshold: 50 });
    t.regex(await toggled(), /You cannot invite candidates until you run the check again\./);
    t.regex(await invites(), /^This sage changed after its last build\./);
});

test('deactivation cancels, refunds and notifies open candidates, and keeps the others', async (t) => {
    const testApp = await createTestApp(t, { credits: 20 });
    const fixtures = await withActiveSage(testApp);
    const { council, sage, toggle } = fixtures;
    const answering = await invited(testApp, fixtures, 1);
    await answering.post('start', { consent: '1' });
    await invited(testApp, fixtures, 2);
    await council.send('POST', '/screens', { sage_id: sage.id, candidate: person(3) });
    t.is((await account(testApp.store.read)).balance, 20 - 1 - 3);
    t.is((await toggle()).body.data.cancelled_count, 2);
    await testApp.drain();
    t.is((await account(testApp.store.read)).balance, 20 - 1 - 1);
    t.deepEqual(await auditCredits(testApp.store.read), []);
    t.is((await findScreen(testApp.store.read, answering.id))?.status, 'ss_started');
    t.deepEqual(
        (await mailsTo(testApp)).filter((mail) => mail.startsWith('screen_cancelled')),
        ['screen_cancelled candidate2@example.test', 'screen_cancelled candidate3@example.test']
    );
});

test('closing a sage during a build cancels the build and releases its hold; opening it does not', async (t) => {
    const testApp = await createTestApp(t);
    const { council, sage, toggle } = await withActiveSage(testApp);
    const start = async () => (await council.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    const state = async (run_id: string) =>
        (await council.action('svc_get_workflow_status', { run_id })).body.state;
    const first = await start();
    t.is((await account(testApp.store.read)).held, 1);
    await toggle();
    t.is(await state(first.run_id), 'cancelled');
    await testApp.drain();
    t.deepEqual(await account(testApp.store.read), { balance: 9, held: 0, available: 9 });
    const second = await start();
    t.is((await toggle()).body.data.new_status, 'ss_active');
    await testApp.drain();
    t.is(await state(second.run_id), 'completed');
});

/** An author whose sage was built, and what its home says of the test review. */
async function inTesting(testApp: TestApp) {
    const author = await testApp.as('author');
    const { id: sage_id } = (await author.send('POST', '/sages', engineer)).body.data.sage;
    const early = await author.action('skip_testing_update_step', { sage_id });
    const { run_id } = (await author.action('svc_start_full_sage_build', { sage_id })).body;
    await testApp.drain();
    const { page } = await browserOf(testApp, 'author');
    const review = async () => /Try (By|Skipped by) \w+/.exec((await page(`/sages/${sage_id}`)).text)?.[0];
    return { author, sage_id, run_id, early, review };
}

test('skip_testing_update_step moves step 5 to 6 and answers the sage as a string', async (t) => {
    const { author, sage_id, early, review } = await inTesting(await createTestApp(t));
    t.is(early.statusCode, 409);
    const skip = () => author.action('skip_testing_update_step', { sage_id });
    t.like((await skip()).body, { success: true, data: { sage_id: String(sage_id), step_number: 6 } });
    t.is(await review(), 'Try Skipped by author');
    t.is((await skip()).statusCode, 409);
});

test('a test review can be confirmed only with a note and after opening the test screen', async (t) => {
    const { author, sage_id, run_id, review } = await inTesting(await createTestApp(t));
    const pass = (body: object) => author.send('POST', `/sages/${sage_id}/testing/pass`, body);
    t.is((await pass({ note: 'Looks right.' })).statusCode, 409);
    const { test_screen_id } = (await author.action('svc_get_step_status', { run_id, sage_id })).body;
    await author.get(`/screens/${test_screen_id}`);
    t.is((await pass({})).statusCode, 400);
    t.is(await review(), undefined);
    t.is((await pass({ note: 'Looks <right>.' })).body.data.step_number, 6);
    t.is(await review(), 'Try By author');
});

test('svc_toggle_demo_key creates a key of 16 hex characters or clears it, in `data` and at the top', async (t) => {
    const testApp = await createTestApp(t);
    const { sage } = await withActiveSage(testApp);
    const power = await testApp.as('powerUser');
    const call = async (form = {}) =>
        (await power.action('svc_toggle_demo_key', { sage_id: sage.id, ...form })).body;
    for (const [action_type, key] of [
        ['toggle', /^[0-9a-f]{16}$/],
        ['toggle', /^$/],
        ['clear', /^$/],
        ['toggle', /^[0-9a-f]{16}$/],
        ['clear', /^$/]
    ] as const) {
        const { success, data, ...top } = await call({ action_type });
        t.true(success);
        t.deepEqual(top, data);
        t.deepEqual(Object.keys(top), ['message', 'demo_key', 'demo_url']);
        t.regex(top.demo_key, key);
        t.is(top.demo_url, top.demo_key && `http://localhost:3000/screen/demo/${top.demo_key}`);
    }
    t.is((await call()).data.demo_key.length, 16, 'by itself it toggles');
    t.deepEqual(await call({ action_type: 'delete' }), {
        success: false,
        data: { message: 'Invalid request.' }
    });
});
