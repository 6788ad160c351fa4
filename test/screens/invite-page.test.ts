import test from 'ava';
import { account } from '../../db/accounts/credits.ts';
import { day } from '../../db/store/time.ts';
import { mailsTo, withActiveSage } from '../support/fixtures/council.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const button = 'Create a link';
/** What the button of an installation with a mail server sends. */
const byMail = { send: 'mail' };

test('a repeated click invites once, and so does a repeated request with the same key', async (t) => {
    const testApp = await createTestApp(t, { credits: 9 });
    const { sage } = await withActiveSage(testApp);
    const { client: author, browser } = await browserOf(testApp, 'author');
    const form = (await browser.get('/screens/invite')).body as string;
    const click = (name: string) =>
        browser.press(form, button, { ...byMail, name, email: `${name.toLowerCase()}@example.test` });
    await Promise.all([click('One'), click('One')]);
    t.deepEqual(await mailsTo(testApp), ['screen_invitation one@example.test']);
    t.is((await account(testApp.store.read)).balance, 9 - 1 - 1);
    await click('Two');
    t.is((await mailsTo(testApp)).length, 2, 'somebody else from the same page is another candidate');
    const body = { sage_id: sage.id, candidate: { name: 'Three', email: 'three@example.test' } };
    const send = async (more: object) =>
        (await author.send('POST', '/screens', { ...body, key: 'a-key-of-sixteen', ...more })).body.data;
    const draft = await send({});
    const first = await send({ invite: true });
    t.like(first.screen, { id: draft.screen.id, status: 'ss_invited' });
    t.is((await send({ invite: true })).link, first.link, 'whoever missed the response gets the link');
    t.is((await mailsTo(testApp)).length, 3);
    const other = await author.send('POST', '/screens', body);
    t.not(other.body.data.screen.id, draft.screen.id, 'without a key each is another screen');
});

test('a candidate is invited from a form, and what was typed stays where it is refused', async (t) => {
    const testApp = await createTestApp(t, { credits: 2 });
    const { council } = await withActiveSage(testApp);
    await council.send('POST', '/sages', { ...engineer, name: 'Not built' });
    const { browser } = await browserOf(testApp, 'author');
    const form = async () => (await browser.get('/screens/invite')).body as string;
    const first = pageOf(await form());
    t.regex(first.text, /Costs 1 of your 1 credit\./);
    t.deepEqual(first.field('Sage')?.options, ['Backend engineer']);
    const send = async (name: string, email: string) =>
        pageOf((await browser.press(await form(), button, { ...byMail, name, email })).body);
    const refused = await send('<b>One</b>', 'no address');
    t.truthy(refused.field('Email')?.error);
    t.is(refused.field('Name')?.value, '<b>One</b>');
    const administrator = await browserOf(testApp, 'administrator');
    const before = await form();
    await send('One ', 'one@example.test');
    const two = { ...byMail, name: 'Two', email: 'two@example.test' };
    const lacking = pageOf((await browser.press(before, button, two)).body);
    t.regex(lacking.alert() ?? '', /Not enough credits/);
    t.is(lacking.field('Name')?.value, 'Two');
    t.regex(lacking.link('Ask an administrator') ?? '', /^mailto:/);
    t.is((await administrator.page('/screens/invite')).link('Add credits'), '/people/credits');
    t.deepEqual(await mailsTo(testApp), ['screen_invitation one@example.test']);
});

test('a form invites the same person a second time only where that is meant', async (t) => {
    const testApp = await createTestApp(t, { credits: 3 });
    const { council } = await withActiveSage(testApp);
    const { browser } = await browserOf(testApp, 'author');
    const typed = { ...byMail, name: 'One', email: 'one@example.test' };
    const form = (await browser.get('/screens/invite')).body as string;
    await browser.press(form, button, typed);
    const again = (await browser.get('/screens/invite')).body as string;
    const asked = (await browser.press(again, button, { ...typed, email: 'ONE@example.test' }))
        .body as string;
    t.regex(pageOf(asked).alert() ?? '', /already invited/);
    t.is(pageOf(asked).field('Name')?.value, 'One');
    const invited = async () => (await mailsTo(testApp)).length;
    t.deepEqual([await invited(), (await council.get('/credits')).body.data.available], [1, 1]);
    await browser.press(asked, button, { ...byMail, again: '1' });
    t.deepEqual([await invited(), (await council.get('/credits')).body.data.available], [2, 0]);
});

test('sending an invitation again under its key returns no link after the link has ended', async (t) => {
    const testApp = await createTestApp(t);
    const { sage, council } = await withActiveSage(testApp);
    const candidate = { name: 'One', email: 'one@example.test' };
    const send = async (key: string) => {
        const body = { sage_id: sage.id, candidate, key, invite: true };
        const { data } = (await (await testApp.as('councilAdmin')).send('POST', '/screens', body)).body;
        return { id: data.screen.id, link: data.link };
    };
    const [first, second] = [await send('a-key-of-sixteen'), await send('another-key-of-it')];
    t.deepEqual(await send('another-key-of-it'), second);
    await council.send('POST', `/screens/${second.id}/cancel`, { reason: '' });
    t.deepEqual(await send('another-key-of-it'), { id: second.id, link: undefined });
    testApp.pass(14 * day);
    t.deepEqual(await send('a-key-of-sixteen'), { id: first.id, link: undefined });
});
