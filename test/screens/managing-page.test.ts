// What a person does with one screen on its page: invite, remind, give more time, cancel; each by the rule of its route.
import test, { type ExecutionContext } from 'ava';
import { findScreen } from '../../db/screens/screens.ts';
import { invited, mailsTo, withActiveSage } from '../support/fixtures/council.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const hour = 60 * 60_000;

async function prepared(t: ExecutionContext, env: Record<string, string> = {}) {
    const testApp = await createTestApp(t, { env });
    const fixtures = await withActiveSage(testApp);
    const one = await invited(testApp, fixtures, 1);
    const browser = plainBrowser(testApp, { svc_session: (await testApp.as('councilAdmin')).cookie });
    const page = async (query = '') => (await browser.get(`/screens/${one.id}${query}`)).body as string;
    const post = async (step: string, fields: Record<string, string | number> = {}) => {
        const hidden = hiddenFields(await page(), `/screens/${one.id}/${step}"`);
        return (await browser.submit(`/rest/svc/v1/screens/${one.id}/${step}`, { ...hidden, ...fields }))
            .body as string;
    };
    const row = async () => {
        const screen = await findScreen(testApp.store.read, one.id);
        if (!screen) throw new Error('the screen is gone');
        return screen;
    };
    return { testApp, ...fixtures, one, browser, page, post, row };
}

test('extending gives an invited candidate more time to start, and a started one to submit', async (t) => {
    const { testApp, one, post, row, council } = await prepared(t);
    const { expiresAt } = await row();
    t.true((await post('extend', { hours: 72 })).includes('Invited'));
    t.is((await row()).expiresAt, (expiresAt ?? 0) + 72 * hour);
    await one.post('start', { consent: '1' });
    const { deadlineAt } = await row();
    await post('extend', { hours: 1 });
    t.is((await row()).deadlineAt, (deadlineAt ?? 0) + hour);
    const { items } = (await (await testApp.as('administrator')).get('/admin/audit?act=screen.extend')).body
        .data;
    t.deepEqual(
        items.map(({ after, target }: { after: string; target: string }) => [after, target]),
        [
            ['1 hours', `screen:${one.id}`],
            ['72 hours', `screen:${one.id}`]
        ]
    );
    const extend = (hours: unknown) => council.send('POST', `/screens/${one.id}/extend`, { hours });
    for (const hours of [0, 721, 1.5, '24', undefined])
        t.is((await extend(hours)).statusCode, 400, String(hours));
    testApp.pass(3 * hour);
    t.is((await extend(1)).statusCode, 409, 'time that is over is not given back');
});

test('cancelling a screen asks first with the consequences, and refunds the credit once', async (t) => {
    const { testApp, one, browser, page, post, council } = await prepared(t);
    const asked = await page('?ask=cancel');
    t.regex(asked, /1 credit is refunded, and we notify them at candidate1@example\.test/);
    t.false(asked.includes('History'), 'without JavaScript the question stands alone');
    const balance = async () => (await council.get('/credits')).body.data.balance as number;
    const before = await balance();
    t.regex(await post('cancel', { reason: 'Invited <b>twice</b>.' }), /Cancelled: Invited &lt;b&gt;twice/);
    await testApp.drain();
    t.is(await balance(), before + 1);
    t.true((await mailsTo(testApp)).includes('screen_cancelled candidate1@example.test'));
    t.false((await page()).includes('Cancel invitation'), 'there is nothing to cancel any more');
    const nonce = hiddenFields((await browser.get('/profile')).body)['nonce'] ?? '';
    const again = await browser.submit(`/rest/svc/v1/screens/${one.id}/cancel`, {
        nonce,
        screen: one.id,
        reason: ''
    });
    t.regex(again.body, /role="alert"/);
    t.is(await balance(), before + 1);
});

test('a reminder goes out once a day, and a second one is refused in words', async (t) => {
    const { testApp, post } = await prepared(t);
    t.regex(await post('remind'), /Reminded by email/);
    t.regex(await post('remind'), /was reminded in the last 24 hours/);
    t.is((await mailsTo(testApp)).filter((mail) => mail.startsWith('screen_reminder')).length, 1);
});

test('a draft is invited from its page', async (t) => {
    const { testApp, council, sage, browser } = await prepared(t);
    const candidate = { name: 'Draft', email: 'draft@example.test' };
    const { id } = (await council.send('POST', '/screens', { sage_id: sage.id, candidate })).body.data.screen;
    const hidden = hiddenFields((await browser.get(`/screens/${id}`)).body, `/screens/${id}/invite"`);
    t.regex((await browser.submit(`/rest/svc/v1/screens/${id}/invite`, hidden)).body, /Invitation created/);
    t.true((await mailsTo(testApp)).includes('screen_invitation draft@example.test'));
});

test('a reviewer named by a sage sees only review buttons, and other actions are refused', async (t) => {
    const { testApp, council, sage, one } = await prepared(t, { SAGE_ACCESS: 'owner' });
    const reviewer = await testApp.as('reviewer');
    await council.send('PATCH', `/sages/${sage.id}`, { reviewers: [reviewer.user.id] });
    const browser = plainBrowser(testApp, { svc_session: reviewer.cookie });
    const { body } = await browser.get(`/screens/${one.id}`);
    for (const word of ['Remind', 'Extend time', 'Cancel invitation']) t.false(body.includes(word), word);
    t.is((await reviewer.send('POST', `/screens/${one.id}/extend`, { hours: 1 })).statusCode, 403);
});

test('cancelling a screen that was never invited sends no email and refunds the full price', async (t) => {
    const { testApp, browser, council, sage } = await prepared(t, { SCREEN_CREDITS: '3' });
    const candidate = { name: 'Never asked', email: 'never@example.test' };
    const made = (await council.send('POST', '/screens', { sage_id: sage.id, candidate })).body.data.screen;
    const asked = (await browser.get(`/screens/${made.id}?ask=cancel`)).body as string;
    t.regex(asked, /They were not invited yet, so no email is sent, and 3 credits are refunded/);
    const off = (await browser.get(`/sages/${sage.id}?ask=off`)).body as string;
    t.regex(
        off,
        /2 invited candidates have not started\. Their invitations are cancelled, 6 credits are refunded/
    );
    const balance = async () => (await council.get('/credits')).body.data.balance as number;
    const before = await balance();
    await browser.submit(`/rest/svc/v1/screens/${made.id}/cancel`, {
        ...hiddenFields(asked, '/cancel"'),
        reason: ''
    });
    await testApp.drain();
    t.is(await balance(), before + 3);
    t.false((await mailsTo(testApp)).some((mail) => mail.includes('never@example.test')));
});
