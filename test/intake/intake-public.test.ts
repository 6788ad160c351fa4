// POST /intake/public: what a visitor may send, after the human check and so often an hour.
import test from 'ava';
import { cheapToken, humanToken } from '../support/people/human-check.ts';
import { letters, named } from '../support/people/accounts.ts';
import { item, leave, rows, whole } from '../support/fixtures/intake.ts';
import { failure } from '../support/fixtures/sales.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const tokenFor = (testApp: TestApp, action = 'intake') => humanToken(testApp, action);

test('POST /intake/public needs no login and no nonce but the human check, and sets no owner', async (t) => {
    const testApp = await createTestApp(t);
    const boss = await testApp.as('salesAdmin');
    const { statusCode, body } = await leave(testApp, { ...item, recaptcha_token: await tokenFor(testApp) });
    t.is(statusCode, 201);
    const left = { id: 1, status: 'intake_open' };
    t.deepEqual(body, { success: true, data: { message: 'Thank you. We will reply by email.', item: left } });
    const { items } = (await boss.get('/intake')).body.data;
    t.deepEqual(items, [{ id: 1, owner_id: null, ...whole }]);
    const told = await letters(testApp);
    t.deepEqual(named(told), [`intake_arrived ${boss.user.email}`]);
    t.is(told[0]?.subject, `New enquiry: ${item.title}`);
});

test('a missing, forged, cheap, used, foreign or old token saves nothing [41]', async (t) => {
    const testApp = await createTestApp(t);
    const used = await tokenFor(testApp);
    t.is((await leave(testApp, { ...item, recaptcha_token: used })).statusCode, 201);
    const old = await tokenFor(testApp);
    const other = await tokenFor(testApp, 'reset_password');
    const cheap = await cheapToken(testApp, 'intake');
    for (const recaptcha_token of [used, other, cheap, 'made.up', '.', '']) {
        const { statusCode, body } = await leave(testApp, { ...item, recaptcha_token });
        t.is(statusCode, 400, recaptcha_token);
        if (recaptcha_token) t.deepEqual(body, failure('Human verification failed.'));
    }
    testApp.pass(2 * 60_000);
    t.is((await leave(testApp, { ...item, recaptcha_token: old })).statusCode, 400);
    const missing = await leave(testApp, item);
    t.deepEqual([missing.statusCode, missing.headers['x-svc-field']], [400, 'recaptcha_token']);
    t.is((await rows(testApp)).length, 1);
});

test('one address leaves 20 an hour, then 429 with Retry-After, whatever else was wrong', async (t) => {
    const testApp = await createTestApp(t);
    for (let n = 0; n < 20; n += 1) t.is((await leave(testApp, item)).statusCode, 400);
    const { statusCode, headers, body } = await leave(testApp, {
        ...item,
        recaptcha_token: await tokenFor(testApp)
    });
    t.deepEqual([statusCode, body], [429, failure('Too many requests.')]);
    t.true(Number(headers['retry-after']) > 3500);
    t.is((await rows(testApp)).length, 0);
});

test('the public form accepts only its six fields as JSON, and HTML in them is text [30]', async (t) => {
    const testApp = await createTestApp(t, { env: { HUMAN_CHECK: 'off' } });
    const odd = [
        { owner_id: 1 },
        { status: 'intake_converted' },
        { reviewed: true },
        { title: '' },
        { title: 'x'.repeat(201) },
        { message: 'x'.repeat(5001) },
        { contact_email: 'kim@example.test\r\nBcc: eve@example.test' },
        { contact_email: ['kim@example.test'] },
        { contact_name: null }
    ];
    for (const one of odd) {
        const { statusCode, headers } = await leave(testApp, { ...item, recaptcha_token: 'x', ...one });
        t.deepEqual([statusCode, headers['x-svc-field']], [400, Object.keys(one)[0]]);
    }
    const good = { ...item, recaptcha_token: 'x' };
    t.is((await leave(testApp, good, { 'content-type': 'text/plain' })).statusCode, 415);
    const message = '<script>alert(1)</script>\r\n=1+1';
    t.is((await leave(testApp, { ...good, message })).statusCode, 201);
    t.deepEqual(
        (await rows(testApp)).map((row) => row.message),
        [message]
    );
});
