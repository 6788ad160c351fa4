// The receipt to a candidate who has submitted: once, about what came in and what comes next, and for no one who only tries.
import test from 'ava';
import PostalMime from 'postal-mime';
import { createTestScreen } from '../../db/screens/answering.ts';
import { expireScreens } from '../../db/screens/cancellations.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { invited, mailsTo, withActiveSage } from '../support/fixtures/council.ts';
import { answer, invite } from '../support/fixtures/erasing.ts';
import { goodAnswers } from '../support/fixtures/judged.ts';
import { letters, linkIn, oneOf } from '../support/people/accounts.ts';
import { ask } from '../support/people/roles.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const receipts = async (testApp: TestApp) =>
    (await mailsTo(testApp)).filter((mail) => mail.startsWith('screen_received'));

const env = {
    ORGANISATION: 'Example Ltd',
    ORGANISATION_CONTACT: 'ask@example.test',
    TIME_ZONE: 'Europe/Berlin',
    BASE_URL: 'http://sages.example.test/council'
};

test('a candidate who submits gets one receipt, however often they submit', async (t) => {
    const testApp = await createTestApp(t, { env });
    const fixtures = await withActiveSage(testApp, undefined, { name: 'Ward nurse' });
    const { id, path } = await invite(fixtures, { name: '<b>Ada</b>', email: 'ada@example.test' });
    const own = path.replace('/council', '');
    await answer(testApp, own, Object.entries(goodAnswers));
    const again = () => ask(testApp.server, { method: 'POST', url: `${own}/submit` });
    for (const { statusCode } of await Promise.all([again(), again()])) t.true(statusCode < 500);
    await testApp.drain();
    const mail = oneOf(await letters(testApp), 'screen_received');
    t.is(mail.subject, 'We received your answers: Ward nurse');
    t.regex(mail.text, /^Hello <b>Ada<\/b>,\n/);
    t.regex(mail.text, /your 2 answers about “Ward nurse” on 15 January 2026 at 13:00 \(Europe\/Berlin\)/);
    t.regex(mail.text, /A person at Example Ltd reads .*correct or delete your data .* ask@example\.test/s);
    t.is(linkIn(mail).href, `${env.BASE_URL}${own}`);
    const { browser } = await browserOf(testApp, 'support');
    const page = (await browser.get(`/jobs/mails/${mail.id}`)).body as string;
    t.true(page.includes('Receipt to a candidate of Ward nurse') && !page.includes('<b>Ada</b>'));
    t.is((await fixtures.council.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
    t.deepEqual(await receipts(testApp), ['screen_received '], 'it goes with its candidate');
});

test('a receipt without an organisation is from the server, and escapes what people wrote', async (t) => {
    const { mails, env, close } = await openMailServer();
    t.teardown(close);
    const testApp = await createTestApp(t, { env });
    const fixtures = await withActiveSage(testApp, undefined, { name: 'Cook <i>&"' });
    const { path } = await invite(fixtures, { name: 'Eve "<script>', email: 'eve@example.test' });
    await answer(testApp, path, [['debugging', 'One answer, and no more.']]);
    await testApp.drain();
    const read = await Promise.all(mails.map((mail) => PostalMime.parse(mail)));
    const mail = read.find(({ subject }) => subject?.startsWith('We received'));
    t.is(mail?.subject, 'We received your answers: Cook <i>&"');
    t.regex(mail?.text ?? '', /We received your answer about “Cook <i>&"” .* at 12:00 \(UTC\)/);
    const shown = pageOf(mail?.html ?? '');
    t.regex(shown.text, /Hello Eve "<script>, .*Cook <i>&/);
    t.is(shown.link('Open your page'), `http://localhost:3000${path}`);
});

test('answers that the end of the time submits have a receipt too, also when there are none', async (t) => {
    const testApp = await createTestApp(t, { env: { SCREEN_MINUTES: '10' } });
    const { post } = await invited(testApp, await withActiveSage(testApp), 1);
    await post('start', { consent: '1' });
    testApp.pass(11 * 60_000);
    for (const _ of [1, 2]) await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    t.deepEqual(await receipts(testApp), ['screen_received candidate1@example.test']);
    t.regex(oneOf(await letters(testApp), 'screen_received').text, /We received your submission about/);
});

test('test answers, demos and candidates who ask for a person get no receipt', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const { sage } = fixtures;
    const admin = await testApp.as('administrator');
    const { body } = await admin.action('svc_toggle_demo_key', { sage_id: sage.id });
    await answer(testApp, new URL(body.data.demo_url).pathname, []);
    const test = { sageId: sage.id, runId: 'another', answers: goodAnswers, at: testApp.now() };
    await testApp.store.write((tx) => createTestScreen(tx, test));
    await (await invited(testApp, fixtures, 1)).post('person', { confirm: '1' });
    await testApp.drain();
    t.deepEqual(await receipts(testApp), []);
});
