// The form that invites one candidate: it posts to the rule of the JSON route, and what was typed stays when it is refused.
import test from 'ava';
import { mailsTo, withActiveSage } from '../support/council.ts';
import { hiddenFields, plainBrowser } from '../support/plain-browser.ts';
import { engineer } from '../support/sages.ts';
import { createTestApp } from '../support/test-app.ts';

test('a candidate is invited from a form, and what was typed stays where it is refused', async (t) => {
    const testApp = await createTestApp(t, { credits: 2 });
    const { council, sage } = await withActiveSage(testApp);
    await council.send('POST', '/sages', { ...engineer, name: 'Never built' });
    const browser = plainBrowser(testApp, { svc_session: (await testApp.as('author')).cookie });
    const { body } = await browser.get('/screens/invite');
    t.regex(body, /costs\s+1 of 1 credits/);
    t.false(body.includes('Never built'));
    const send = async (fields: Record<string, string | number>) => {
        const hidden = hiddenFields((await browser.get('/screens/invite')).body, '/screens"');
        return (await browser.submit('/rest/svc/v1/screens', { ...hidden, sage_id: sage.id, ...fields }))
            .body as string;
    };
    const refused = await send({ name: '<b>One</b>', email: 'no address' });
    t.regex(refused, /href="#email">This is no email address/);
    t.true(refused.includes('value="&lt;b&gt;One&lt;/b&gt;"'));
    t.regex(await send({ name: 'One ', email: 'one@example.test' }), /One<\/a>/);
    t.deepEqual(await mailsTo(testApp), ['screen_invitation one@example.test']);
    t.regex(await send({ name: 'Two', email: 'two@example.test' }), /not enough credits for another screen/);
    t.is((await mailsTo(testApp)).length, 1);
});
