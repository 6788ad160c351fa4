// The answer to an enquiry: sent from its item, signed by the person who wrote it, and kept there.
import test from 'ava';
import PostalMime from 'postal-mime';
import { jobs, markJobDead } from '../../db/jobs/ledger.ts';
import { markMail } from '../../db/jobs/mails.ts';
import { listAudit } from '../../db/record/audit.ts';
import { eq } from '../../db/store/drizzle.ts';
import { mails } from '../../db/jobs/mails.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { item } from '../support/fixtures/intake.ts';
import { salesFixtures } from '../support/fixtures/sales.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';

const text = 'Twenty people cost €1,500.\n\nBcc: <b>spy@evil.test</b>';

test('an answer is emailed once from its item, which is then responded and shows it', async (t) => {
    const post = await openMailServer();
    t.teardown(post.close);
    const { testApp, rep, boss } = await salesFixtures(t, { ...post.env, ORGANISATION: 'Northwind' });
    const { browser } = await browserOf(testApp, 'salesRep');
    const { id } = (await rep.send('POST', '/intake', item)).body.data.item;
    const { body } = await browser.get(`/intake/${id}`);
    for (let n = 0; n < 2; n += 1) await browser.press(body, 'Send answer', { text });
    await testApp.drain();
    const [letter, ...more] = await Promise.all(post.mails.map((raw) => PostalMime.parse(raw)));
    t.is(more.length, 0);
    t.is(letter?.subject, 'Your enquiry: Two engineers');
    t.deepEqual(
        [letter?.to?.[0]?.address, letter?.replyTo?.[0]?.address],
        ['kim@example.test', rep.user.email]
    );
    t.is(letter?.bcc, undefined);
    await testApp.store.write((tx) => tx.update(mails).set({ state: 'dead' }));
    await browser.press(body, 'Send answer', { text });
    await testApp.drain();
    t.is(post.mails.length, 2, 'one that failed is sent again');
    const written = letter?.text?.trim().replaceAll('\r\n', '\n');
    t.is(written, `Hello Kim Lind,\n\n${text}\n\nsalesRep\nNorthwind`);
    t.notRegex(letter?.html ?? '', /<b>/);
    const shown = pageOf((await browser.get(`/intake/${id}`)).body).part('Answer').text;
    t.regex(shown, /Twenty people cost.*Sent.*salesRep/);
    const { items } = (await rep.get('/intake')).body.data;
    t.true(items[0].checklist.responded.done);
    const acts = await listAudit(testApp.store.read, { act: 'intake.answer', limit: 9, offset: 0 });
    t.is(acts.total, 2);
    const { statusCode, body: second } = await boss.send('POST', `/intake/${id}/answer`, {
        text: 'And more.'
    });
    t.deepEqual([statusCode, second.data.mail], [200, 'queued']);
    const { after } =
        (await listAudit(testApp.store.read, { act: 'intake.answer', limit: 1, offset: 0 })).items[0] ?? {};
    const mailId = after?.slice('mail:'.length) ?? '';
    await testApp.store.write(async (tx) => {
        const [job] = await tx.select().from(jobs).where(eq(jobs.about, mailId));
        await markJobDead(tx, job?.id ?? '', 'mail_refused', testApp.now());
        await markMail(tx, mailId, 'dead', testApp.now());
    });
    const support = await testApp.as('support');
    await support.send('POST', `/admin/mails/${mailId}/send`, { email: 'lind@example.test' });
    t.is(
        (await rep.get('/intake')).body.data.items[0].contact_email,
        'lind@example.test',
        'corrected with it'
    );
    await rep.send('POST', `/intake/${id}/close`, { status: 'intake_closed' });
    t.is((await rep.send('POST', `/intake/${id}/answer`, { text: 'Late' })).statusCode, 409);
    t.is((await listAudit(testApp.store.read, { act: 'intake.answer', limit: 9, offset: 0 })).total, 3);
});

test('without a mail server an answer is saved for its author to send, and a bad one loses nothing', async (t) => {
    const { testApp, rep } = await salesFixtures(t);
    const { browser } = await browserOf(testApp, 'salesRep');
    const { id } = (await rep.send('POST', '/intake', item)).body.data.item;
    const { body } = await browser.get(`/intake/${id}`);
    t.regex(pageOf(body).part('Answer').text, /No mail server is set up/);
    const long = 'x'.repeat(5001);
    const refused = pageOf((await browser.press(body, 'Save answer', { text: long })).body);
    t.is(refused.field(/^Your answer/)?.value, long);
    t.truthy(refused.field(/^Your answer/)?.error);
    await browser.press(body, 'Save answer', { text });
    await testApp.drain();
    const page = pageOf((await browser.get(`/intake/${id}`)).body);
    const all = `Hello Kim Lind,\n\n${text}\n\nsalesRep\nlocalhost`;
    t.is(page.field(/^Send this to kim@/)?.value.trim(), all);
    const link = new URL(page.link('Open in your email program') ?? '');
    t.is(link.searchParams.get('body')?.replaceAll('\r\n', '\n'), all);
});
