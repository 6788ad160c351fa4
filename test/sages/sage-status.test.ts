// What lets a sage meet people and what stops it.
import test from 'ava';
import { account, auditCredits } from '../../db/accounts/credits.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { invited, mailsTo, person, withActiveSage } from '../support/fixtures/council.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('svc_toggle_sage_status answers the new status, its display and how many were cancelled', async (t) => {
    const testApp = await createTestApp(t);
    const { toggle } = await withActiveSage(testApp);
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
        new_status: 'ss_active',
        status_display: 'Active',
        status_class: 'ss-active',
        cancelled_count: 0
    });
});

test('an active sage that cannot invite shows what it waits for', async (t) => {
    const testApp = await createTestApp(t);
    const council = await testApp.as('councilAdmin');
    const { sage } = (await council.send('POST', '/sages', engineer)).body.data;
    const toggle = async () =>
        (await council.action('svc_toggle_sage_status', { sage_id: sage.id })).body.data;
    const activated = async () => {
        const { message, new_status } = await toggle();
        await toggle();
        t.is(new_status, 'ss_active');
        return message;
    };
    t.is(await activated(), 'Sage opened. You cannot invite candidates until you run the check.');
    await council.action('svc_start_full_sage_build', { sage_id: sage.id });
    await testApp.drain();
    t.is(
        await activated(),
        'Sage opened. You cannot invite candidates until you read the test answers and confirm the test review.'
    );
    await council.action('skip_testing_update_step', { sage_id: sage.id });
    t.is(await activated(), 'Sage opened.');
    await council.send('PATCH', `/sages/${sage.id}`, { threshold: 50 });
    t.is(
        await activated(),
        'Sage opened. It was changed after its last check. You cannot invite candidates until you run the check again.'
    );
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

test('deactivation during a build cancels it and releases its hold', async (t) => {
    const testApp = await createTestApp(t);
    const { council, sage, toggle } = await withActiveSage(testApp);
    const { run_id } = (await council.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    t.is((await account(testApp.store.read)).held, 1);
    await toggle();
    t.is((await council.action('svc_get_workflow_status', { run_id })).body.state, 'cancelled');
    await testApp.drain();
    t.deepEqual(await account(testApp.store.read), { balance: 9, held: 0, available: 9 });
});

test('skip_testing_update_step moves step 5 to 6 and answers the sage as a string', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { sage } = (await author.send('POST', '/sages', engineer)).body.data;
    const skip = () => author.action('skip_testing_update_step', { sage_id: sage.id });
    const early = await skip();
    t.is(early.statusCode, 409);
    t.is(early.body.data.message, 'This sage is not in testing.');
    await author.action('svc_start_full_sage_build', { sage_id: sage.id });
    await testApp.drain();
    t.deepEqual((await skip()).body, {
        success: true,
        data: { message: 'Test review skipped.', sage_id: String(sage.id), step_number: 6 }
    });
    t.is((await skip()).statusCode, 409);
});

test('a test review can be confirmed only with a note and after opening the test screen', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { sage } = (await author.send('POST', '/sages', engineer)).body.data;
    const { run_id } = (await author.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    await testApp.drain();
    const pass = (body: object) => author.send('POST', `/sages/${sage.id}/testing/pass`, body);
    t.is((await pass({ note: 'Looks right.' })).statusCode, 409);
    const { test_screen_id } = (await author.action('svc_get_step_status', { run_id, sage_id: sage.id }))
        .body;
    await author.get(`/screens/${test_screen_id}`);
    t.is((await pass({})).statusCode, 400);
    const { browser } = await browserOf(testApp, 'author');
    const status = async () => (await browser.get(`/sages/${sage.id}`)).body;
    t.notRegex(await status(), /By author/);
    t.is((await pass({ note: 'Looks <right>.' })).body.data.step_number, 6);
    t.regex(await status(), /<b>Try<\/b><small>By author<\/small>/);
});

test('the page of a sage says that its test review was skipped', async (t) => {
    const testApp = await createTestApp(t);
    const { sage } = await withActiveSage(testApp);
    const { browser } = await browserOf(testApp, 'author');
    const page = (await browser.get(`/sages/${sage.id}`)).body;
    t.regex(page, /<b>Try<\/b><small>Skipped by councilAdmin<\/small>/);
});

test('svc_toggle_demo_key creates a key of 16 hex characters, and clears it', async (t) => {
    const testApp = await createTestApp(t);
    const { sage } = await withActiveSage(testApp);
    const power = await testApp.as('powerUser');
    const call = async (form = {}) =>
        (await power.action('svc_toggle_demo_key', { sage_id: sage.id, ...form })).body.data;
    const made = await call();
    t.regex(made.demo_key, /^[0-9a-f]{16}$/);
    t.is(made.demo_url, `http://localhost:3000/screen/demo/${made.demo_key}`);
    t.deepEqual(await call(), { message: 'The demo key was cleared.', demo_key: '', demo_url: '' });
    t.deepEqual(await call({ action_type: 'clear' }), {
        message: 'No demo key to clear',
        demo_key: '',
        demo_url: ''
    });
    t.regex((await call({ action_type: 'toggle' })).demo_key, /^[0-9a-f]{16}$/);
    t.is((await call({ action_type: 'clear' })).demo_key, '');
    t.is(
        (await power.action('svc_toggle_demo_key', { sage_id: sage.id, action_type: 'delete' })).statusCode,
        400
    );
});

test('the demo key is at the top level, as in the contract, and in `data`, as in every action', async (t) => {
    const testApp = await createTestApp(t);
    const { sage } = await withActiveSage(testApp);
    const power = await testApp.as('powerUser');
    for (const action_type of ['toggle', 'toggle', 'clear']) {
        const form = { sage_id: sage.id, action_type };
        const { success, data, ...top } = (await power.action('svc_toggle_demo_key', form)).body;
        t.true(success);
        t.deepEqual(Object.keys(top), ['message', 'demo_key', 'demo_url']);
        t.deepEqual(top, data);
    }
    const refused = await power.action('svc_toggle_demo_key', { sage_id: sage.id, action_type: 'delete' });
    t.deepEqual(refused.body, { success: false, data: { message: 'Invalid request.' } });
});

test('the admin nonce is accepted where the contract allows it', async (t) => {
    const testApp = await createTestApp(t);
    const { council, sage } = await withActiveSage(testApp);
    const nonce = council.nonces()['svc_admin_nonce'] ?? '';
    t.is((await council.action('svc_toggle_sage_status', { sage_id: sage.id, nonce })).statusCode, 200);
    t.is((await council.action('svc_get_workflow_status', { run_id: 'x', nonce })).statusCode, 403);
});

test('a sage that is inactive, unreviewed, not built or changed cannot invite candidates', async (t) => {
    const testApp = await createTestApp(t);
    const council = await testApp.as('councilAdmin');
    const { sage } = (await council.send('POST', '/sages', engineer)).body.data;
    const make = async () =>
        (await council.send('POST', '/screens', { sage_id: sage.id, candidate: person(1) })).body.data
            .message;
    t.is(await make(), 'This sage is not active.');
    await council.action('svc_toggle_sage_status', { sage_id: sage.id });
    t.is(await make(), 'This sage has not been built.');
    await council.action('svc_start_full_sage_build', { sage_id: sage.id });
    await testApp.drain();
    t.is(await make(), "This sage's test answers have not been reviewed yet.");
    await council.action('skip_testing_update_step', { sage_id: sage.id });
    t.is(await make(), undefined);
    await council.send('PATCH', `/sages/${sage.id}`, { threshold: 50 });
    t.is(
        await make(),
        'This sage changed after its last build. Ask a council administrator to build it again.'
    );
});

test('a sage that is turned on while it is being built is built to the end', async (t) => {
    const testApp = await createTestApp(t);
    const { council, sage, toggle } = await withActiveSage(testApp);
    await toggle();
    const { run_id } = (await council.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    t.is((await toggle()).body.data.new_status, 'ss_active');
    await testApp.drain();
    t.is((await council.action('svc_get_workflow_status', { run_id })).body.state, 'completed');
});
