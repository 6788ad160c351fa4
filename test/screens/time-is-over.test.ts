// The end of the time: it is announced, it ends the questions, and the page says one thing, which is true.
import test from 'ava';
import { expireScreens } from '../../db/screens/cancellations.ts';
import { consent, saved, withCandidate } from '../support/people/visitors.ts';

const minute = 60_000;

/** What a page says, without its head. */
const wordsOf = (body: string) =>
    body
        .slice(body.indexOf('<main>'))
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim();

const over = 'Your time is up Everything that was saved in time is submitted automatically.';

test('after the deadline the page is the same for viewing and for sending saved text', async (t) => {
    const { testApp, page, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', { criterion: 'debugging', text: 'In time, and more.' });
    testApp.pass(60 * minute);
    t.is(wordsOf((await page()).body), over);
    for (const text of ['In time, and more.', 'In time', 'In time, and more. \r\n', '']) {
        const { statusCode, body } = await post('answer', { criterion: 'debugging', text });
        t.is(statusCode, 409);
        t.is(wordsOf(body), over, 'what was saved is never called unsaved');
    }
    await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    const after = await post('answer', { criterion: 'debugging', text: 'In time' });
    t.is(wordsOf(after.body), over, 'also once it was submitted for them');
});

test('a late text is shown as unsaved, and the saved text is submitted', async (t) => {
    const { testApp, id, page, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', { criterion: 'debugging', text: 'In time' });
    testApp.pass(60 * minute);
    const late = await post('answer', { criterion: 'debugging', text: 'In time, and too late' });
    t.is(
        wordsOf(late.body),
        `${over} This text was not saved In time, and too late If something went wrong, write to the people who invited you.`
    );
    await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    await testApp.drain();
    t.deepEqual(
        (await saved(testApp, id)).map(({ answer }) => answer),
        ['In time']
    );
    t.regex((await page()).body, /Thank you/);
});

test('a candidate who submitted, asked for a person or has not started sees no time-over message', async (t) => {
    const answer = { criterion: 'debugging', text: 'One more thing' };
    const sent = await withCandidate(t);
    t.regex((await sent.post('answer', answer)).body, /<h1>These questions are not open/);
    await sent.post('start', consent);
    await sent.post('submit');
    const { body } = await sent.post('answer', answer);
    t.regex(body, /<h1>Your answers were already submitted<[^]*was not saved<[^]*One more thing/);
    t.notRegex(body, /time is over|in time/);
    const asked = await withCandidate(t);
    await asked.post('start', consent);
    await asked.post('person');
    t.regex((await asked.post('answer', answer)).body, /<h1>These questions are not open/);
});

test('the last five minutes are announced once and politely, on every page that counts the time', async (t) => {
    const { testApp, page, post } = await withCandidate(t);
    await post('start', consent);
    const announced = async (query: string) =>
        /<p role="status" class="notice ending"[^>]*>([^<]*)<\/p>/.exec((await page(query)).body)?.[1];
    const left = async () => /data-seconds-left="(\d+)"/.exec((await page('?q=1')).body)?.[1];
    testApp.pass(55 * minute - 1000);
    for (const query of ['?q=1', '?q=3']) t.is(await announced(query), '', 'not before');
    t.is(await left(), '301');
    testApp.pass(1000);
    for (const query of ['?q=1', '?q=3'])
        t.regex((await announced(query)) ?? '', /^You have less than five minutes left/);
    t.is(await left(), '300');
    t.regex((await page('?q=1')).body, /role="timer"/, 'the figure itself is no live region');
});
