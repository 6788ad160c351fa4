// What the candidate's pages promise to those who use them as they are meant.
import test from 'ava';
import { artifacts } from '../../db/builds/runs.ts';
import { account } from '../../db/accounts/credits.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { saveAnswer } from '../../db/screens/saving.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { pageOf } from '../support/people/page.ts';
import { visitorAt } from '../support/fixtures/council.ts';
import { consent, saved, script, withCandidate } from '../support/people/visitors.ts';

const goOn = 'Save and continue';
const criterion = 'debugging';

test('a candidate never reads a word of ours', async (t) => {
    const { page, post } = await withCandidate(t);
    const pages = [await page(), await post('start')];
    await post('start', consent);
    for (const query of ['', '?q=2', '?q=3']) pages.push(await page(query));
    pages.push(await post('answer', { criterion: 'x', text: '' }));
    await post('submit');
    pages.push(await page());
    for (const { body } of pages) t.notRegex(body, /\b(sages?|credits?|screen status|ss_\w+)\b/i);
});

test('without consent nothing starts, and the first page shows what is missing', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    const { statusCode, body } = await post('start', { newsletter: '1' });
    t.is(statusCode, 400);
    t.truthy(pageOf(body).field(/I agree/)?.error);
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_invited');
});

test('before the start no answer is accepted and nothing can be submitted', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    t.is((await post('answer', { criterion, text: 'Early' })).statusCode, 409);
    t.is((await post('submit')).statusCode, 303);
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_invited');
    t.deepEqual(await saved(testApp, id), []);
});

test('a withdrawn invitation accepts nothing, and shows this', async (t) => {
    const { testApp, act, id, page, post } = await withCandidate(t);
    await act('svc_toggle_sage_status');
    t.is((await post('start', consent)).statusCode, 303);
    t.is((await post('answer', { criterion, text: 'Late' })).statusCode, 409);
    t.is((await post('submit')).statusCode, 303);
    const { statusCode, body } = await page();
    t.is(statusCode, 410);
    t.regex(pageOf(body).text, /withdrawn/);
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_cancelled');
});

test('sending several times at once is harmless, and an answer after it changes nothing', async (t) => {
    const { testApp, id, page, post } = await withCandidate(t);
    const four = (step: string) => Promise.all([1, 2, 3, 4].map(() => post(step, consent)));
    const begun = await four('start');
    await post('answer', { criterion, text: 'My answer' });
    for (const { statusCode } of [...begun, ...(await four('submit'))]) t.is(statusCode, 303);
    t.is((await post('start', consent)).statusCode, 303, 'beginning again is no new beginning');
    t.is((await post('answer', { criterion, text: 'Better' })).statusCode, 409);
    const late = { screenId: id, criterionId: criterion, text: 'Better', at: testApp.now() };
    await t.throwsAsync(
        testApp.store.write((tx) => saveAnswer(tx, late)),
        { instanceOf: Refusal },
        'nor one that was on its way while the others were sent'
    );
    await testApp.drain();
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_evaluated');
    t.is((await saved(testApp, id))[0]?.answer, 'My answer');
    const { body } = await page();
    t.is(pageOf(body).heading(), 'Thank you');
    t.false(body.includes('My answer'), 'what was handed in is not shown again');
    t.is((await account(testApp.store.read)).balance, 8);
});

test('an empty answer asks once before the next question, and never with scripts', async (t) => {
    const { testApp, id, path, page, post } = await withCandidate(t);
    await post('start', consent);
    const empty = { criterion, text: ' \n', next: 2 };
    const asked = await post('answer', empty);
    t.is(asked.headers['location'], `${path}?q=1&empty=1`);
    t.deepEqual(await saved(testApp, id), []);
    const question = pageOf((await page('?q=1&empty=1')).body);
    t.truthy(question.alert());
    const { fields = {} } = question.button(goOn) ?? {};
    t.is((await post('answer', { ...fields, ...empty })).headers['location'], `${path}?q=2`);
    t.is((await saved(testApp, id)).length, 1);
    t.is((await post('answer', { criterion: 'teamwork', text: '' }, script)).statusCode, 200);
});

test('emptying an answer without scripts asks once, and the second click empties it', async (t) => {
    const { testApp, id, path, page, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', { criterion, text: 'I began.', next: 2 });
    const formAt = async (query: string) => pageOf((await page(query)).body).button(goOn)?.fields ?? {};
    const asked = await post('answer', { ...(await formAt('?q=1')), text: '' });
    t.is(asked.headers['location'], `${path}?q=1&empty=1`);
    t.is((await saved(testApp, id))[0]?.answer, 'I began.', 'nothing is emptied before they have said so');
    const again = await formAt('?q=1&empty=1');
    t.is(again['text'], '');
    await post('answer', again);
    t.is((await saved(testApp, id))[0]?.answer, '');
});

test('a returning candidate is at their last question until they move on', async (t) => {
    const { page, post } = await withCandidate(t);
    const place = async () => /Question (\d) of/.exec((await page()).body)?.[1] ?? 'all';
    await post('start', consent);
    await post('answer', { criterion, text: 'I began', next: 2 }, script);
    t.is(await place(), '1', 'a text that was saved while it is written is not gone on from');
    t.is(pageOf((await page()).body).button(goOn)?.fields['text'], 'I began');
    await post('answer', { criterion, text: 'I began, and ended.', next: 2 });
    t.is(await place(), '2');
    await post('answer', { criterion: 'teamwork', text: 'We', next: 3 }, script);
    t.is(await place(), '2', 'the last question too');
    await post('answer', { criterion: 'teamwork', text: 'We', next: 3 });
    t.is(await place(), 'all');
    await post('answer', { criterion, text: 'I began again.', next: 2 }, script);
    t.is(await place(), '1', 'and whoever changes an earlier answer is in that one');
});

test('the first page shows controller, purpose, time and how to have data erased', async (t) => {
    const { page } = await withCandidate(t);
    const { body } = await page();
    const { text } = pageOf(body);
    t.regex(body, /until <time datetime="\d{4}-[^"]+Z">/, 'scripts show it in the time of the device');
    for (const words of [
        'Responsible for your data: the people who invited you.',
        'to decide about “Backend engineer”',
        'deleted 180 days after the decision',
        'delete your data at any time: write to the people who invited you',
        'If you need more time'
    ])
        t.true(text.includes(words), words);
});

test('an invalid page number shows the first open question', async (t) => {
    const { page, post } = await withCandidate(t);
    await post('start', consent);
    for (const q of ['0', '-1', '1.5', 'x', '9'.repeat(40), '%3Cb%3E', '1&q=2']) {
        const { statusCode, body } = await page(`?q=${q}`);
        t.is(statusCode, 200, q);
        t.true(body.includes('Question 1 of 2'), q);
    }
});

test('a demonstration is run again after its end, also after its sage was turned off', async (t) => {
    const { testApp, act } = await withCandidate(t);
    const { pathname } = new URL((await act('svc_toggle_demo_key')).body.data.demo_url);
    const begin = async (cookie = '') => {
        const { headers } = await visitorAt(testApp, pathname, { cookie }).post('start', consent);
        return String(headers['set-cookie']).split(';')[0] ?? '';
    };
    const mayStart = async (cookie: string, query = '') =>
        pageOf((await visitorAt(testApp, pathname, { cookie }).page(query)).body).button('Start') !==
        undefined;
    const first = await begin();
    await visitorAt(testApp, pathname, { cookie: first }).post('submit');
    await testApp.drain();
    t.deepEqual([await mayStart(first), await mayStart(first, '?again')], [false, true]);
    const second = await begin(first);
    t.not(second, first);
    await act('svc_toggle_sage_status');
    t.true(await mayStart(second));
});

test('what a release froze is read once, however many answers its candidates save', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', { criterion, text: 'First.' });
    await testApp.store.write(async (tx) => tx.delete(artifacts));
    for (const text of ['First. Second.', 'First. Second. Third.']) await post('answer', { criterion, text });
    t.is((await post('answer', { criterion: 'unknown', text: 'x' })).statusCode, 400);
    t.is((await saved(testApp, id))[0]?.answer, 'First. Second. Third.');
});
