// What a person does with one screen on its page: invite, remind, give more time, cancel; each by the rule of its route.
import test, { type ExecutionContext } from 'ava';
import { findScreen } from '../../db/screens/screens.ts';
import { expireScreens } from '../../db/screens/cancellations.ts';
import { hour, minute } from '../../db/store/time.ts';
import { invited, mailsTo, withActiveSage } from '../support/fixtures/council.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const cancelIt = 'Cancel invitation';

async function prepared(t: ExecutionContext, env: Record<string, string> = {}) {
    const testApp = await createTestApp(t, { env });
    const fixtures = await withActiveSage(testApp);
    const { council, sage } = fixtures;
    const one = await invited(testApp, fixtures, 1);
    const { browser } = await browserOf(testApp, 'councilAdmin');
    const page = async (id = one.id, query = '') =>
        (await browser.get(`/screens/${id}${query}`)).body as string;
    const press = async (button: string, typed: Record<string, string | number> = {}, id = one.id) =>
        pageOf((await browser.press(await page(id), button, typed)).body);
    const draft = async () => {
        const candidate = { name: 'Draft', email: 'draft@example.test' };
        const made = await council.send('POST', '/screens', { sage_id: sage.id, candidate });
        return String(made.body.data.screen.id);
    };
    const timesOf = async () => {
        const { expiresAt = 0, deadlineAt = 0 } = (await findScreen(testApp.store.read, one.id)) ?? {};
        return { expiresAt: Number(expiresAt), deadlineAt: Number(deadlineAt) };
    };
    const balance = async () => (await council.get('/credits')).body.data.balance as number;
    return { testApp, ...fixtures, one, browser, page, press, draft, timesOf, balance };
}

test('extending gives an invited candidate more time to start, and a started one to submit', async (t) => {
    const { testApp, one, press, timesOf, council } = await prepared(t);
    const { expiresAt } = await timesOf();
    await press('Extend time', { hours: 72 });
    t.is((await timesOf()).expiresAt, expiresAt + 72 * hour);
    await one.post('start', { consent: '1' });
    const { deadlineAt } = await timesOf();
    await press('Extend time', { minutes: 60 });
    t.is((await timesOf()).deadlineAt, deadlineAt + hour);
    const admin = await testApp.as('administrator');
    const { items } = (await admin.get('/admin/audit?act=screen.extend')).body.data;
    const target = `screen:${one.id}`;
    t.like(items, [
        { after: '60 minutes', target },
        { after: '72 hours', target }
    ]);
    const extend = (hours: unknown) => council.send('POST', `/screens/${one.id}/extend`, { hours });
    for (const hours of [0, 721, 1.5, '24', undefined])
        t.is((await extend(hours)).statusCode, 400, String(hours));
});

test('minutes that are given before the start are added to the time limit', async (t) => {
    const { testApp, one, press, timesOf } = await prepared(t);
    const { expiresAt } = await timesOf();
    await press('Extend time', { hours: '', minutes: 15 });
    const { body } = await one.page();
    t.regex(pageOf(body).text, /75 minutes/);
    await one.post('start', { consent: '1' });
    t.is((await timesOf()).deadlineAt, testApp.now() + 75 * minute);
    t.is((await timesOf()).expiresAt, expiresAt);
});

test('answers whose time ran out are opened again as they were written, until somebody judges them', async (t) => {
    const { testApp, one, page, press, council, timesOf } = await prepared(t);
    const screenOf = async () => (await findScreen(testApp.store.read, one.id)) ?? t.fail();
    await one.post('start', { consent: '1' });
    await one.post('answer', { criterion: 'debugging', text: 'Half of it' });
    const runsOut = async () => {
        testApp.pass((await timesOf()).deadlineAt - testApp.now() + hour);
        await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    };
    await runsOut();
    await press('Open again', { minutes: 5 });
    t.like(await screenOf(), {
        status: 'ss_started',
        submittedAt: null,
        deadlineAt: testApp.now() + 5 * minute
    });
    await testApp.drain();
    t.is((await screenOf())?.status, 'ss_started', 'nothing evaluates what is written still');
    t.is((await mailsTo(testApp)).filter((mail) => mail.startsWith('screen_reminder')).length, 1);
    t.true((await one.page('?q=1')).body.includes('Half of it'));
    await runsOut();
    await testApp.drain();
    t.is((await screenOf())?.status, 'ss_evaluated');
    await press('Open again');
    t.like(await screenOf(), { status: 'ss_started', verdict: null });
    await one.post('submit');
    await testApp.drain();
    t.is(pageOf(await page()).button('Open again'), undefined, 'they have submitted');
    t.is((await council.send('POST', `/screens/${one.id}/extend`, { minutes: 5 })).statusCode, 409);
});

test('levels for answers that were opened again meanwhile are refused', async (t) => {
    const { testApp, one, press, page, browser } = await prepared(t);
    await one.post('start', { consent: '1' });
    const runsOut = async () => {
        testApp.pass(61 * minute);
        await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
        await testApp.drain();
    };
    await one.post('answer', { criterion: 'debugging', text: 'Half of it' });
    await runsOut();
    const old = await page();
    await press('Open again', { minutes: 5 });
    await one.post('answer', { criterion: 'debugging', text: 'All of it, and more' });
    await runsOut();
    const refused = await browser.press(old, 'Save levels', { level_debugging: 'absent' });
    t.regex(pageOf(refused.body).alert() ?? '', /changed the answers/);
    const saved = await browser.press(await page(), 'Save levels', { level_debugging: 'strong' });
    t.is(pageOf(saved.body).alert(), undefined);
});

test('answers that somebody has judged are not opened again', async (t) => {
    const { testApp, one, council } = await prepared(t);
    await one.post('start', { consent: '1' });
    testApp.pass(2 * hour);
    await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    await testApp.drain();
    const levels = [{ criterion_id: 'debugging', level: 'absent' }];
    await council.send('POST', `/screens/${one.id}/levels`, { levels });
    t.is((await council.send('POST', `/screens/${one.id}/extend`, { minutes: 5 })).statusCode, 409);
});

test('cancelling a screen asks first with the consequences, and refunds the credit once', async (t) => {
    const { testApp, one, browser, page, balance } = await prepared(t);
    const asked = await page(one.id, '?ask=cancel');
    t.regex(pageOf(asked).text, /1 credit is refunded, and we notify them at candidate1@example\.test/);
    const before = await balance();
    const reason = 'Invited <b>twice</b>.';
    const done = await browser.press(asked, cancelIt, { reason });
    t.true(pageOf(done.body).text.includes(reason));
    t.is(pageOf(done.body).button(cancelIt), undefined, 'there is nothing to cancel any more');
    t.truthy(pageOf((await browser.press(asked, cancelIt)).body).alert(), 'a second click');
    await testApp.drain();
    t.is(await balance(), before + 1);
    t.true((await mailsTo(testApp)).includes('screen_cancelled candidate1@example.test'));
});

test('a reminder goes out once a day, and a second one is refused in words', async (t) => {
    const { testApp, press } = await prepared(t);
    t.truthy((await press('Send reminder')).status());
    t.truthy((await press('Send reminder')).alert());
    t.is((await mailsTo(testApp)).filter((mail) => mail.startsWith('screen_reminder')).length, 1);
});

test('a draft is invited from its page', async (t) => {
    const { testApp, press, draft } = await prepared(t);
    await press('Send invitation', {}, await draft());
    t.true((await mailsTo(testApp)).includes('screen_invitation draft@example.test'));
});

test('a reviewer named by a sage sees only review buttons', async (t) => {
    const { testApp, council, sage, one } = await prepared(t, { SAGE_ACCESS: 'owner' });
    const { client: reviewer, browser } = await browserOf(testApp, 'reviewer');
    await council.send('PATCH', `/sages/${sage.id}`, { reviewers: [reviewer.user.id] });
    const page = pageOf((await browser.get(`/screens/${one.id}`)).body);
    for (const button of ['Send reminder', 'Extend time', cancelIt, 'Show link'])
        t.is(page.button(button), undefined, button);
});

test('cancelling a screen that was never invited sends no email and refunds the full price', async (t) => {
    const { testApp, browser, page, press, draft, sage, balance } = await prepared(t, {
        SCREEN_CREDITS: '3'
    });
    const id = await draft();
    t.regex(pageOf(await page(id)).text, /no email is sent, and 3 credits are refunded/);
    const off = pageOf((await browser.get(`/sages/${sage.id}?ask=off`)).body);
    t.regex(off.text, /2 invited candidates have not started\. .* 6 credits are refunded/);
    const before = await balance();
    await press(cancelIt, {}, id);
    await testApp.drain();
    t.is(await balance(), before + 3);
    t.false((await mailsTo(testApp)).some((mail) => mail.includes('draft@example.test')));
});

test('a refused cancellation asks again with its reason, and a refused time with what was chosen', async (t) => {
    const { page, browser } = await prepared(t);
    const reason = 'Filled already. '.repeat(100);
    const again = pageOf((await browser.press(await page(), cancelIt, { reason })).body);
    t.true(again.field('Why')?.value === reason);
    t.truthy(again.field('Why')?.error);
    t.deepEqual(again.buttons().includes('Extend time'), false, 'the one question');
    const expired = await browser.press(await page(), 'Extend time', { hours: '24', nonce: 'expired' });
    t.is(pageOf(expired.body).field('More time to start')?.value, '24');
});
