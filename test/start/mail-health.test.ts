// What Start says of mail is what became of the mails, not what the settings hope for.
import test from 'ava';
import { dueJobs } from '../../db/jobs/ledger.ts';
import { queueMail } from '../../db/jobs/mails.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { browserOf, opened } from '../support/people/sage-pages.ts';

test('Start shows an email problem while an email failed or waits, and not after all are sent', async (t) => {
    let answer: number | undefined;
    const { mails, env, close } = await openMailServer({ refusal: () => answer });
    t.teardown(close);
    const { testApp, client, page } = await opened(t, 'support', env);
    const health = async () => (await page('/')).part('Health').text;
    const send = async (code: number) => {
        answer = code;
        const to = { name: '', email: 'candidate@example.test' };
        await testApp.store.write((tx) => queueMail(tx, { kind: 'test', to, about: {}, at: testApp.now() }));
        const due = (await dueJobs(testApp.store.read, testApp.now(), 9)).at(-1);
        await testApp.deliver(due?.id ?? '');
        return due?.id ?? '';
    };
    const ofAdministrator = await browserOf(testApp, 'administrator');
    const forAdministrator = async () => (await ofAdministrator.page('/')).part('Health').text;
    const isWell = /Email Ready/;
    t.regex(await health(), isWell);
    const ids = [await send(451)];
    t.regex(await health(), /Email Failing.*Not sent: 0\. Retrying: 1\. 127.* responded: 451 /);
    t.is(await forAdministrator(), await health());
    ids.push(await send(550));
    t.regex(await health(), /Email Failing.*Not sent: 1\. Retrying: 1\./);
    answer = undefined;
    for (const id of ids) t.is((await client.send('POST', `/admin/jobs/${id}/retry`)).statusCode, 200);
    await testApp.drain();
    t.is(mails.length, 2);
    t.regex(await health(), isWell);
});
