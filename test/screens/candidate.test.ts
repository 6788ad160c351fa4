// What the candidate's pages promise to those who use them as they are meant.
import test from 'ava';
import { artifacts } from '../../db/builds/runs.ts';
import { account } from '../../db/accounts/credits.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { saveAnswer } from '../../db/screens/saving.ts';
import { expireScreens } from '../../db/screens/cancellations.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { consent, saved, script, visitorAt, withCandidate } from '../support/people/visitors.ts';

test('a candidate never reads a word of ours', async (t) => {
    const { page, post } = await withCandidate(t);
    const pages = [await page(), await post('start')];
    await post('start', consent);
    pages.push(
        await page(),
        await page('?q=2'),
        await page('?q=3'),
        await post('answer', { criterion: 'x', text: '' })
    );
    await post('submit');
    pages.push(await page());
    for (const { body } of pages) t.notRegex(body, /\b(sages?|credits?|screen status|ss_\w+)\b/i);
});

test('without consent nothing starts, and the first page shows what is missing', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    const { statusCode, body } = await post('start', { newsletter: '1' });
    t.is(statusCode, 400);
    t.true(body.includes('href="#consent"') && body.includes('aria-invalid="true"'));
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_invited');
});

test('before the start no answer is accepted and nothing can be submitted', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    t.is((await post('answer', { criterion: 'debugging', text: 'Early' })).statusCode, 409);
    t.is((await post('submit')).statusCode, 303);
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_invited');
    t.deepEqual(await saved(testApp, id), []);
});

test('an expired invitation shows this, before and after the schedule has noticed', async (t) => {
    const { testApp, page, post } = await withCandidate(t);
    testApp.pass(14 * 24 * 60 * 60_000);
    for (const round of ['before', 'after']) {
        const { statusCode, body } = await page();
        t.is(statusCode, 410, round);
        t.true(body.includes('The time to start has passed'), round);
        await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    }
    t.true([303, 409].includes((await post('start', consent)).statusCode));
});

test('a withdrawn invitation accepts nothing, and shows this', async (t) => {
    const { testApp, act, id, page, post } = await withCandidate(t);
    await act('svc_toggle_sage_status');
    t.is((await post('start', consent)).statusCode, 303);
    t.is((await post('answer', { criterion: 'debugging', text: 'Late' })).statusCode, 409);
    t.is((await post('submit')).statusCode, 303);
    const { statusCode, body } = await page();
    t.is(statusCode, 410);
    t.true(body.includes('The questions were withdrawn'));
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_cancelled');
});

test('an answer after the end is shown to its writer, not saved; what was saved counts', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', { criterion: 'debugging', text: 'In time' });
    testApp.pass(60 * 60_000);
    const late = { criterion: 'debugging', text: 'Too <late>' };
    const { statusCode, body } = await post('answer', late);
    t.is(statusCode, 409);
    t.true(body.includes('Too &lt;late&gt;'));
    t.is((await post('answer', late, script)).statusCode, 409);
    t.is((await saved(testApp, id))[0]?.answer, 'In time');
});

test('sending twice is harmless, and an answer after it changes nothing', async (t) => {
    const { testApp, id, page, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', { criterion: 'debugging', text: 'My answer' });
    const sent = await Promise.all([post('submit'), post('submit'), post('submit')]);
    t.true(sent.every(({ statusCode }) => statusCode === 303 || statusCode === 409));
    t.is((await post('start', consent)).statusCode, 303, 'beginning again is no new beginning');
    t.is((await post('answer', { criterion: 'debugging', text: 'Better' })).statusCode, 409);
    await testApp.drain();
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_evaluated');
    t.is((await saved(testApp, id))[0]?.answer, 'My answer');
    t.true((await page()).body.includes('Thank you'));
    t.is((await account(testApp.store.read)).balance, 8);
});

test('an answer that was on its way while the others were sent is refused, and changes nothing', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', { criterion: 'debugging', text: 'My answer' });
    await post('submit');
    const late = { screenId: id, criterionId: 'debugging', text: 'Better', at: testApp.now() };
    await t.throwsAsync(
        testApp.store.write((tx) => saveAnswer(tx, late)),
        { instanceOf: Refusal }
    );
    t.is((await saved(testApp, id))[0]?.answer, 'My answer');
});

test('an empty answer asks once before the next question, and never with scripts', async (t) => {
    const { testApp, id, path, page, post } = await withCandidate(t);
    await post('start', consent);
    const empty = { criterion: 'debugging', text: ' \n', next: 2 };
    const asked = await post('answer', empty);
    t.is(asked.statusCode, 303);
    t.is(asked.headers['location'], `${path}?q=1&empty=1`);
    t.deepEqual(await saved(testApp, id), []);
    const { body } = await page('?q=1&empty=1');
    t.regex(body, /role="alert"[^]*You have not written anything/);
    t.regex(body, /name="empty" value="1"/);
    t.is((await post('answer', { ...empty, empty: '1' })).headers['location'], `${path}?q=2`);
    t.is((await saved(testApp, id)).length, 1);
    t.is((await post('answer', { criterion: 'teamwork', text: '' }, script)).statusCode, 200);
});

test('emptying an answer without scripts asks once, and the second click empties it', async (t) => {
    const { testApp, id, path, page, post } = await withCandidate(t);
    await post('start', consent);
    const text = 'I began.';
    await post('answer', { criterion: 'debugging', text, next: 2 });
    const shown = /name="shown" value="(\w+)"/.exec((await page('?q=1')).body)?.[1] ?? '';
    const asked = await post('answer', { criterion: 'debugging', text: '', next: 2, shown });
    t.is(asked.headers['location'], `${path}?q=1&empty=1`);
    t.is((await saved(testApp, id))[0]?.answer, text, 'nothing is emptied before they have said so');
    const { body } = await page('?q=1&empty=1');
    t.regex(body, />\n<\/textarea>/);
    const again = /name="shown" value="(\w+)"/.exec(body)?.[1] ?? '';
    await post('answer', { criterion: 'debugging', text: '', next: 2, shown: again, empty: '1' });
    t.is((await saved(testApp, id))[0]?.answer, '');
});

test('a returning candidate is at their last question until they move on', async (t) => {
    const { page, post } = await withCandidate(t);
    const number = async () =>
        /<title>Question (\d)|<title>Your answers/.exec((await page()).body)?.[1] ?? 'all';
    await post('start', consent);
    await post('answer', { criterion: 'debugging', text: 'I began', next: 2 }, script);
    t.is(await number(), '1', 'a text that was saved while it is written is not gone on from');
    t.regex((await page()).body, />\nI began<\/textarea>/);
    await post('answer', { criterion: 'debugging', text: 'I began, and ended.', next: 2 });
    t.is(await number(), '2');
    await post('answer', { criterion: 'teamwork', text: 'We', next: 3 }, script);
    t.is(await number(), '2', 'the last question too');
    await post('answer', { criterion: 'teamwork', text: 'We', next: 3 });
    t.is(await number(), 'all');
    await post('answer', { criterion: 'debugging', text: 'I began again.', next: 2 }, script);
    t.is(await number(), '1', 'and whoever changes an earlier answer is in that one');
});

test('the first page shows controller, purpose, time and how to have data erased', async (t) => {
    const { page } = await withCandidate(t);
    const { body } = await page();
    for (const words of [
        'Responsible for your data: the people who invited you.',
        'to decide about “Backend engineer”',
        'deleted 180 days after the decision',
        'delete your data at any time: write to the people who invited you',
        'If you need more time'
    ])
        t.true(body.includes(words), words);
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
    const begin = async (cookie?: string) => {
        const { headers } = await visitorAt(testApp, pathname, cookie).post('start', consent);
        return String(headers['set-cookie']).split(';')[0] ?? '';
    };
    const first = await begin();
    const visitor = visitorAt(testApp, pathname, first);
    await visitor.post('submit');
    await testApp.drain();
    t.true((await visitor.page()).body.includes('Result'));
    t.true((await visitor.page('?again')).body.includes('I agree'));
    const second = await begin(first);
    t.not(second, first);
    await act('svc_toggle_sage_status');
    t.true((await visitorAt(testApp, pathname, second).page()).body.includes('I agree'));
});

test('what a release froze is read once, however many answers its candidates save', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', { criterion: 'debugging', text: 'First.' });
    await testApp.store.write(async (tx) => tx.delete(artifacts));
    for (const text of ['First. Second.', 'First. Second. Third.'])
        await post('answer', { criterion: 'debugging', text });
    t.is((await post('answer', { criterion: 'unknown', text: 'x' })).statusCode, 400);
    t.deepEqual(
        (await saved(testApp, id)).map(({ answer }) => answer),
        ['First. Second. Third.']
    );
});
