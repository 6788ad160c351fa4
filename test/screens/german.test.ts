// A German candidate reads no English word, on no page and in no mail.
import test, { type ExecutionContext } from 'ava';
import { toldDecisions } from '../../db/judgement/decision-mails.ts';
import { queueMail } from '../../db/jobs/mails.ts';
import { expireScreens } from '../../db/screens/cancellations.ts';
import { day } from '../../db/store/time.ts';
import { letters } from '../support/people/accounts.ts';
import { invited, visitorAt, withActiveSage } from '../support/fixtures/council.ts';
import { assertGerman } from '../support/people/german.ts';
import { pageOf } from '../support/people/page.ts';
import type { ask } from '../support/people/roles.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const own = engineer.criteria.map(({ question }) => question);
const sage = { ...engineer, name: 'Entwicklung' };
const germanOf = (t: ExecutionContext, html: string, where: string) => assertGerman(t, html, { where, own });

/** A visitor whose browser wants this language. */
const visitor = (testApp: TestApp, path: string, language: string, cookie = '') =>
    visitorAt(testApp, path, { 'accept-language': language, cookie });

async function germanApp(t: ExecutionContext, env = {}) {
    const testApp = await createTestApp(t, { env });
    const fixtures = await withActiveSage(testApp, sage, { language: 'de' });
    const invite = async (n: number) => {
        const own = { name: `Ada ${n}`, email: `ada${n}@example.test` };
        const { id, path } = await invited(testApp, fixtures, own);
        return { id, ...visitor(testApp, path, 'en') };
    };
    const read = async (where: string, status: number, response: ReturnType<typeof ask>) => {
        const { statusCode, body } = await response;
        t.is(statusCode, status, where);
        germanOf(t, body, where);
    };
    return { testApp, ...fixtures, invite, read };
}

test('a candidate of a German sage reads German on every page, whatever their browser wants', async (t) => {
    const { testApp, invite, read } = await germanApp(t);
    const { page, post } = await invite(1);
    await read('first page', 200, page());
    await read('not agreed', 400, post('start'));
    await read('another notice', 400, post('start', { consent: '1', notice: '0'.repeat(64) }));
    await read('before the start', 409, post('answer', { criterion: 'debugging', text: 'x' }));
    await read('a person?', 200, page('?person'));
    await post('start', { consent: '1' });
    await read('first question', 200, page());
    await read('no such question', 400, post('answer', { criterion: 'none', text: 'x' }));
    await read('no such field', 400, post('answer', { text: 'x' }));
    await read('too long', 400, post('answer', { criterion: 'debugging', text: 'x'.repeat(20_001) }));
    await read('far too long', 413, post('answer', { criterion: 'debugging', text: 'x'.repeat(1_100_000) }));
    await read('nothing written', 200, page('?q=1&empty=1'));
    for (const text of ['Zuerst dies.', 'Dann das.']) await post('answer', { criterion: 'debugging', text });
    await read('two texts', 200, page('?q=1'));
    await post('answer', { criterion: 'debugging', text: 'Noch etwas.' });
    await read('too many texts', 412, post('answer', { criterion: 'debugging', text: 'Und noch etwas.' }));
    await read('second question', 200, page('?q=2'));
    await read('all answers', 200, page('?q=3'));
    testApp.pass(61 * 60_000);
    await read('late', 200, page());
    await read('a late answer', 409, post('answer', { criterion: 'debugging', text: 'x' }));
    await post('submit');
    await read('thanks', 200, page());
});

test('an invitation that was answered by a request, withdrawn or not taken up shows this in German', async (t) => {
    const { testApp, council, invite, read } = await germanApp(t);
    const [asked, withdrawn, expired] = [await invite(1), await invite(2), await invite(3)];
    await asked.post('person', { confirm: '1' });
    await read('a person was asked for', 200, asked.page());
    await council.send('POST', `/screens/${withdrawn.id}/cancel`, { reason: 'Filled' });
    await read('withdrawn', 410, withdrawn.page());
    testApp.pass(15 * day);
    await read('expired', 410, expired.page());
    await read('begun too late', 409, expired.post('start', { consent: '1' }));
    await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    await read('expired and noticed', 410, expired.page());
});

test('a demonstration of a German sage is German to its end', async (t) => {
    const { testApp, sage, read } = await germanApp(t);
    const admin = await testApp.as('administrator');
    const { body } = await admin.action('svc_toggle_demo_key', { sage_id: sage.id });
    const path = new URL(body.data.demo_url).pathname;
    const first = visitor(testApp, path, 'en');
    await read('demo', 200, first.page());
    const { headers } = await first.post('start', { consent: '1' });
    const own = visitor(testApp, path, 'en', String(headers['set-cookie']).split(';')[0]);
    await read('demo question', 200, own.page());
    await own.post('submit');
    await read('being read', 200, own.page());
    await testApp.drain();
    await read('result', 200, own.page());
});

test('what is about no sage is in the language of the browser', async (t) => {
    const { testApp, read } = await germanApp(t);
    const lost = visitor(testApp, '/screen/unknown', 'de-AT, en;q=0.5');
    await read('unknown link', 404, lost.page());
    await read('below it', 404, lost.page('/nowhere'));
    const demo = visitor(testApp, '/screen/demo/0123456789abcdef', 'de');
    await read('unknown demonstration', 404, demo.page());
    for (let n = 0; n < 29; n += 1) await demo.page();
    await read('too often', 429, demo.page());
    for (const language of ['fr', ';;q=x']) {
        const { body } = await visitor(testApp, '/screen/unknown', language).page();
        t.is(pageOf(body).language, 'en', language);
    }
});

test('the emails to a candidate of a German sage are German', async (t) => {
    const { testApp, council, invite } = await germanApp(t, {
        ORGANISATION: 'Beispiel AG',
        ORGANISATION_CONTACT: 'fragen@example.test'
    });
    const { id } = await invite(1);
    testApp.pass(60_000);
    await council.send('POST', `/screens/${id}/remind`);
    await council.send('POST', `/screens/${id}/cancel`, { reason: 'Filled' });
    const { post } = await invite(2);
    await post('start', { consent: '1' });
    await post('submit');
    const about = { screenId: id, issue: 1, position: 'Entwicklung', language: 'de' };
    const to = { name: 'Ada', email: 'ada1@example.test' };
    for (const decision of toldDecisions)
        await testApp.store.write((tx) =>
            queueMail(tx, { kind: 'screen_decided', to, about: { ...about, decision }, at: testApp.now() })
        );
    const mails = (await letters(testApp)).filter(({ to }) => to.startsWith('ada'));
    t.deepEqual(mails.map(({ kind }) => kind).sort(), [
        'screen_cancelled',
        ...toldDecisions.map(() => 'screen_decided'),
        'screen_invitation',
        'screen_invitation',
        'screen_received',
        'screen_reminder'
    ]);
    for (const { subject, text, kind } of mails) germanOf(t, `<html lang="de">${subject}\n${text}`, kind);
    t.true(mails.some(({ text }) => text.includes('Beispiel AG lädt Sie ein, einige Fragen')));
    t.true(mails.some(({ text }) => text.includes('Schreiben Sie an fragen@example.test')));
    const { subject, text = '' } = mails.find(({ kind }) => kind === 'screen_received') ?? {};
    t.is(subject, 'Ihre Antworten sind da: Entwicklung');
    t.regex(text, /„Entwicklung“ ist am 15\. Januar 2026 um 12:01 Uhr \(UTC\) bei Beispiel AG angekommen\./);
});
