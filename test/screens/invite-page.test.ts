// The form that invites one candidate: it posts to the rule of the JSON route, and what was typed stays when it is refused.
import test from 'ava';
import { account } from '../../db/accounts/credits.ts';
import { mailsTo, withActiveSage } from '../support/fixtures/council.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('a repeated click invites once, and so does a repeated request with the same key', async (t) => {
    const testApp = await createTestApp(t, { credits: 9 });
    const { sage } = await withActiveSage(testApp);
    const author = await testApp.as('author');
    const browser = plainBrowser(testApp, { svc_session: author.cookie });
    const hidden = hiddenFields((await browser.get('/screens/invite')).body, 'name="sage_id"');
    const typed = { ...hidden, sage_id: sage.id, name: 'One', email: 'one@example.test' };
    const click = () => browser.post('/rest/svc/v1/screens', typed);
    for (const { headers } of await Promise.all([click(), click()]))
        t.is(headers.location, '/screens?state=invited');
    t.deepEqual(await mailsTo(testApp), ['screen_invitation one@example.test']);
    t.is((await account(testApp.store.read)).balance, 9 - 1 - 1);
    await browser.post('/rest/svc/v1/screens', { ...typed, name: 'Two', email: 'two@example.test' });
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
    const { council, sage } = await withActiveSage(testApp);
    await council.send('POST', '/sages', { ...engineer, name: 'Not built' });
    const browser = plainBrowser(testApp, { svc_session: (await testApp.as('author')).cookie });
    const { body } = await browser.get('/screens/invite');
    t.regex(body, /Costs 1 of your 1 credit\./);
    t.false(body.includes('Not built'));
    const send = async (fields: Record<string, string | number>) => {
        const hidden = hiddenFields((await browser.get('/screens/invite')).body, 'name="sage_id"');
        return (await browser.submit('/rest/svc/v1/screens', { ...hidden, sage_id: sage.id, ...fields }))
            .body as string;
    };
    const refused = await send({ name: '<b>One</b>', email: 'no address' });
    t.regex(refused, /href="#email">Enter a valid email address, such as name@example.com/);
    t.true(refused.includes('value="&lt;b&gt;One&lt;/b&gt;"'));
    t.regex(await send({ name: 'One ', email: 'one@example.test' }), /One<\/a>/);
    t.deepEqual(await mailsTo(testApp), ['screen_invitation one@example.test']);
    t.regex(
        await send({ name: 'Two', email: 'two@example.test' }),
        /Not enough credits to invite another candidate/
    );
    t.is((await mailsTo(testApp)).length, 1);
});

test('sending an invitation again under its key returns no link after the link has ended', async (t) => {
    const testApp = await createTestApp(t);
    const { sage } = await withActiveSage(testApp);
    const candidate = { name: 'One', email: 'one@example.test' };
    const send = async (key: string) => {
        const body = { sage_id: sage.id, candidate, key, invite: true };
        return (await (await testApp.as('councilAdmin')).send('POST', '/screens', body)).body.data;
    };
    const [first, second] = [await send('a-key-of-sixteen'), await send('another-key-of-it')];
    t.is((await send('another-key-of-it')).link, second.link);
    const council = await testApp.as('councilAdmin');
    await council.send('POST', `/screens/${second.screen.id}/cancel`, { reason: '' });
    const cancelled = await send('another-key-of-it');
    t.deepEqual([cancelled.screen.id, cancelled.link], [second.screen.id, undefined]);
    testApp.pass(14 * 24 * 60 * 60_000);
    const over = await send('a-key-of-sixteen');
    t.deepEqual([over.screen.id, over.link], [first.screen.id, undefined]);
});
