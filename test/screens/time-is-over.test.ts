// The end of the time: it is announced, it ends the questions, and the page says one thing, which is true.
import test from 'ava';
import { expireScreens } from '../../db/screens/cancellations.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { consent, saved, script, withCandidate } from '../support/people/visitors.ts';

const minute = 60_000;
const grace = 20_000;
const over = 'Your time is up';
const unsaved = 'This text was not saved';
const answerOf = (text: string) => ({ criterion: 'debugging', text });

test('after the deadline the page is the same for viewing and for sending saved text', async (t) => {
    const { testApp, page, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', answerOf('In time, and more.'));
    testApp.pass(60 * minute + grace);
    t.deepEqual(pageOf((await page()).body).headings(), [over]);
    for (const text of ['In time, and more.', 'In time', 'In time, and more. \r\n', '']) {
        const { statusCode, body } = await post('answer', answerOf(text));
        t.is(statusCode, 409);
        t.deepEqual(pageOf(body).headings(), [over], 'what was saved is never called unsaved');
    }
    await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    const after = await post('answer', answerOf('In time'));
    t.deepEqual(pageOf(after.body).headings(), [over], 'also once it was submitted for them');
});

test('a save that a slow line has delayed counts, and the answers are submitted after it', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    await post('start', consent);
    const first = await post('answer', answerOf('In time'), script);
    t.is(first.body.data.seconds_left, 60 * 60);
    testApp.pass(60 * minute + grace - 1);
    await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    const late = await post('answer', answerOf('In time, and sent in time'), script);
    t.like(late.body.data, { saved: true, seconds_left: 0 });
    testApp.pass(1);
    await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_submitted');
    t.is((await saved(testApp, id))[0]?.answer, 'In time, and sent in time');
});

test('a late text is shown as unsaved, and the saved text is submitted', async (t) => {
    const { testApp, id, page, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', answerOf('In time'));
    testApp.pass(60 * minute + grace);
    const late = answerOf('In time, and too <late>');
    const { statusCode, body } = await post('answer', late);
    t.is(statusCode, 409);
    t.deepEqual(pageOf(body).headings(), [over, unsaved]);
    t.true(pageOf(body).part(unsaved).text.includes(late.text));
    t.is((await post('answer', late, script)).statusCode, 409);
    await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    await testApp.drain();
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_evaluated');
    t.is((await saved(testApp, id))[0]?.answer, 'In time');
    t.is(pageOf((await page()).body).heading(), 'Thank you');
});

test('a candidate who submitted, asked for a person or has not started sees no time-over message', async (t) => {
    const answer = answerOf('One more thing');
    const closed = 'These questions are not open';
    const [sent, asked] = [await withCandidate(t), await withCandidate(t)];
    const headingsOf = async ({ post }: typeof sent) =>
        pageOf((await post('answer', answer)).body).headings();
    t.deepEqual(await headingsOf(sent), [closed, unsaved]);
    for (const { post } of [sent, asked]) await post('start', consent);
    await sent.post('submit');
    t.deepEqual(await headingsOf(sent), ['Your answers were already submitted', unsaved]);
    await asked.post('person', { confirm: '1' });
    t.deepEqual(await headingsOf(asked), [closed, unsaved]);
});

test('the last five minutes are announced once and politely, on every page that counts the time', async (t) => {
    const { testApp, page, post } = await withCandidate(t);
    await post('start', consent);
    const ending = async (query: string) =>
        /less than five minutes/.test(pageOf((await page(query)).body).status() ?? '');
    const left = async () => /data-seconds-left="(\d+)"/.exec((await page('?q=1')).body)?.[1];
    testApp.pass(55 * minute - 1000);
    t.deepEqual([await ending('?q=1'), await ending('?q=3'), await left()], [false, false, '301']);
    testApp.pass(1000);
    t.deepEqual([await ending('?q=1'), await ending('?q=3'), await left()], [true, true, '300']);
    t.regex((await page('?q=1')).body, /role="timer"/, 'the figure itself is no live region');
});

test('that no answers came in is said once on the page of the candidate, not at each question', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    await post('start', consent);
    testApp.pass(61 * minute);
    await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    await testApp.drain();
    const { page } = await browserOf(testApp, 'councilAdmin');
    const shown = await page(`/screens/${id}`);
    t.regex(shown.text, /No answers came in/);
    t.deepEqual(shown.text.match(/No answers(?! came)/g)?.length, 1);
});
