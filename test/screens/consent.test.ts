// Candidates read who reads their answers before they agree, and the words are kept with their consent.
import test from 'ava';
import { agreedTo, readersOf } from '../../db/screens/consent.ts';
import { findScreen, moveScreen } from '../../db/screens/screens.ts';
import { wordsIn } from '../../words/index.ts';
import { noticeFor as noticeIn } from '../../plugins/screens/visit/pages.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { pageOf } from '../support/people/page.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const noticeFor = (readers: Parameters<typeof noticeIn>[0]) => noticeIn(readers, wordsIn(['en']));
/** The form of the first page, once the candidate has agreed. */
const agreedOn = (page: string) => ({ ...pageOf(page).button('Start')?.fields, consent: '1' });

test('with the built-in evaluator the page explains that it marks and a person decides', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const { id, page, post } = await invited(testApp, fixtures, 1);
    const consent = async () => (await fixtures.council.get(`/screens/${id}`)).body.data.screen.consent;
    t.is(await consent(), null);
    const { body } = await page();
    t.regex(pageOf(body).text, /Software on this server highlights.*Only the people who invited you read/);
    t.notRegex(body, /language model|advice/i);
    t.is((await post('start', agreedOn(body))).statusCode, 303);
    const screen = await findScreen(testApp.store.read, id);
    const { text } = noticeFor(readersOf('evidence', undefined));
    t.deepEqual(screen?.consentNotice, { text, reader: 'evidence', operator: null });
    const at = new Date(testApp.now()).toISOString();
    t.deepEqual(await consent(), { at, text, reader: 'evidence', operator: null }, 'staff can read it');
    await testApp.store.write((tx) => moveScreen(tx, id, ['ss_started'], { consentNotice: null }));
    t.deepEqual(await consent(), { at, text: null, reader: null, operator: null }, 'before it was kept');
});

test('a candidate who read an outdated notice must read the new one before the start', async (t) => {
    const testApp = await createTestApp(t);
    const { id, post } = await invited(testApp, await withActiveSage(testApp), 1);
    const refused = await post('start', { consent: '1', notice: '0'.repeat(64) });
    t.is(refused.statusCode, 400);
    t.truthy(pageOf(refused.body).alert());
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_invited');
    t.is((await post('start', agreedOn(refused.body))).statusCode, 303);
});

test('the notice of a model names its operator and the sent data, and claims only facts', (t) => {
    const { text } = noticeFor(readersOf('both', 'Example Models Ltd'));
    t.regex(text, /language model reads your answers/);
    t.regex(text, /run by: Example Models Ltd/);
    t.regex(
        text,
        /question and your answer are sent to the model\. Your name and email address are never sent/
    );
    t.notRegex(text, /^Only the people who invited you/m);
    t.regex(
        noticeFor(readersOf('model', undefined)).text,
        /^A person reads and grades/,
        'no model is set up'
    );
});

test('answers are read by those that the candidate agreed to', (t) => {
    const real = (evaluator: 'evidence' | 'model', operator?: string) => ({
        kind: 'real' as const,
        consentNotice: noticeFor(readersOf(evaluator, operator))
    });
    const model = readersOf('model', 'A');
    t.true(agreedTo(real('model', 'A'), model));
    t.true(agreedTo(real('model', 'A'), readersOf('both', 'A')), 'the notice is the same');
    t.false(agreedTo(real('model', 'B'), model));
    t.false(agreedTo(real('model'), model), 'a model that was set up afterwards');
    t.false(agreedTo(real('evidence'), model));
    t.true(agreedTo({ kind: 'real', consentNotice: null }, readersOf('evidence', 'A')), 'older consents');
    t.false(agreedTo({ kind: 'real', consentNotice: null }, model));
    t.true(agreedTo({ kind: 'test', consentNotice: null }, model));
});
