// What Start says of mail is what became of the mails, not what the settings hope for.
import test from 'ava';
import { dueJobs } from '../../db/jobs/ledger.ts';
import { queueMail } from '../../db/jobs/mails.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('Start shows an email problem while an email failed or waits, and not after all are sent', async (t) => {
    let answer: number | undefined;
    const { mails, env, close } = await openMailServer({ refusal: () => answer });
    t.teardown(close);
    const testApp = await createTestApp(t, { env });
    const { client, browser } = await browserOf(testApp, 'support');
    const health = async () => {
        const page = (await browser.get('/')).body as string;
        t.notRegex(page, /Emails are not sent/);
        return />Email<\/a>.*?<\/li>/s.exec(page)?.[0].replaceAll(/<[^>]*>|\s+/g, ' ') ?? '';
    };
    const send = async (code: number) => {
        answer = code;
        const to = { name: '', email: 'candidate@example.test' };
        await testApp.store.write((tx) => queueMail(tx, { kind: 'test', to, about: {}, at: testApp.now() }));
        const due = (await dueJobs(testApp.store.read, testApp.now(), 9)).at(-1);
        await testApp.deliver(due?.id ?? '');
        return due?.id ?? '';
    };
    const isWell = /Ready[^]* A mail server is set up, and no emails failed\./;
    t.regex((await health()).replaceAll(/ +/g, ' '), isWell);
    const ids = [await send(451)];
    t.regex(await health(), /Failing.*Not sent: 0\. Retrying: 1\./);
    ids.push(await send(550));
    t.regex(await health(), /Failing.*Not sent: 1\. Retrying: 1\./);
    answer = undefined;
    for (const id of ids) t.is((await client.send('POST', `/admin/jobs/${id}/retry`)).statusCode, 200);
    await testApp.drain();
    t.is(mails.length, 2);
    t.regex((await health()).replaceAll(/ +/g, ' '), isWell);
});
