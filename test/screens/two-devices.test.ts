// One question on two devices: what was shown as saved is never lost, and the candidate chooses.
import test, { type ExecutionContext } from 'ava';
import { submitScreen } from '../../db/screens/answering.ts';
import { goldAnswers } from '../../db/judgement/gold.ts';
import { sha256 } from '../../db/accounts/tokens.ts';
import { pageOf } from '../support/people/page.ts';
import { consent, saved, script, withCandidate } from '../support/people/visitors.ts';

const phone = 'I listened to both of them on the train.';
const laptop = 'I had a hypothesis, and measured it.';
const fields = { criterion: 'debugging', next: 2 };

/** What the page sends by which the text that it showed is known. */
const shownOn = (page: string) => pageOf(page).button('Save and continue')?.fields['shown'] ?? '';

/** The buttons that choose one of several texts. */
const choicesOn = (page: string) =>
    pageOf(page)
        .buttons()
        .filter((name) => name.startsWith('Use text'));

/** A candidate at the first question. */
async function atQuestion(t: ExecutionContext) {
    const candidate = await withCandidate(t);
    const { testApp, id, page, post } = candidate;
    await post('start', consent);
    const shownNow = async () => shownOn((await page('?q=1')).body);
    const stored = async () => (await saved(testApp, id))[0]?.answer;
    const write = (text: string, more: { shown?: string; next?: number } = {}) =>
        post('answer', { ...fields, text, ...more });
    return { ...candidate, shownNow, stored, write };
}

/** A question on two devices, each of which has saved a text of its own. */
async function onTwoDevices(t: ExecutionContext) {
    const candidate = await atQuestion(t);
    const save = async (text: string, shown: string) =>
        (await candidate.post('answer', { ...fields, text, shown }, script)).body.data;
    const both = await candidate.shownNow();
    const saves = [await save(laptop, both), await save(phone, both)];
    return { ...candidate, saves, save };
}

test('on two devices both texts are saved, each device is notified, and the page shows both', async (t) => {
    const { saves, save, page, stored } = await onTwoDevices(t);
    t.deepEqual(saves, [
        { saved: true, shown: sha256(laptop), rivals: false, seconds_left: 3600 },
        { saved: true, shown: sha256(phone), rivals: true, seconds_left: 3600 }
    ]);
    t.is(await stored(), `${laptop}\n\n${phone}`, 'the later one has not won');
    const [more, later] = [`${laptop} Twice.`, `${phone} Then we talked.`];
    const again = await save(more, sha256(laptop));
    t.like(again, { saved: true, shown: sha256(more), rivals: true });
    await save(later, sha256(phone));
    t.is(await stored(), `${more}\n\n${later}`, 'each goes on with its own');
    const question = pageOf((await page('?q=1')).body);
    const texts = [1, 2].map((n) => question.button(`Use text ${n}`)?.fields['text']);
    t.deepEqual(texts, [more, later]);
    t.regex((await page('?q=3')).body, /Compare and choose/);
});

test('a save of the same text, as to ask for the time, leaves an open choice open', async (t) => {
    const { page, save, shownNow, stored } = await onTwoDevices(t);
    t.like(await save((await stored()) ?? '', await shownNow()), { saved: true, rivals: true });
    t.is(choicesOn((await page('?q=1')).body).length, 2);
});

test('without a script a conflicting answer leads to the choice, not to the next question', async (t) => {
    const { path, page, write, shownNow, stored } = await onTwoDevices(t);
    const older = await write(`${laptop} More.`, { shown: sha256(laptop) });
    t.is(older.headers['location'], `${path}?q=1`);
    const shown = await shownNow();
    const chosen = await write(phone, { next: 1, shown });
    t.is(chosen.headers['location'], `${path}?q=1`);
    t.is(await stored(), phone, 'what was not chosen is gone once the candidate has chosen');
    t.deepEqual(choicesOn((await page('?q=1')).body), []);
    t.is((await write(laptop, { shown })).headers['location'], `${path}?q=1`);
    t.is(await stored(), `${phone}\n\n${laptop}`, 'a choice that was made elsewhere is not undone unseen');
});

test('texts that were put together replace all of them, and are one answer from then on', async (t) => {
    const { path, write, shownNow, stored } = await onTwoDevices(t);
    const text = `${phone}\n${laptop}`;
    const merged = await write(text, { shown: await shownNow() });
    t.is(merged.headers['location'], `${path}?q=2`);
    t.is(await stored(), text);
});

test('a candidate who never chooses submits all that was saved', async (t) => {
    const { testApp, id, council, stored } = await onTwoDevices(t);
    await testApp.store.write((tx) => submitScreen(tx, id, testApp.now()));
    await testApp.drain();
    t.is(await stored(), `${laptop}\n\n${phone}`);
    const { screen } = (await council.get(`/screens/${id}`)).body.data;
    t.is(screen.answers[0].answer, `${laptop}\n\n${phone}`);
    const { screens } = (await council.get(`/screens/${id}/candidate-data`)).body.data;
    t.is(screens[0].answers[0].answer, `${laptop}\n\n${phone}`, 'and is handed out with their data');
    const items = [{ criterion: 'debugging', text: phone, level: 'strong' }];
    await council.send('POST', `/sages/${screen.sage_id}/gold`, { items });
    const labelled = async () =>
        (await testApp.store.read.select().from(goldAnswers)).map(({ text }) => text);
    t.true((await labelled()).includes(phone));
    const councilAdmin = await testApp.as('councilAdmin');
    t.is((await councilAdmin.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
    t.deepEqual(await saved(testApp, id), [], 'and erased with them');
    t.false((await labelled()).includes(phone), 'each text by itself too');
});

test('a save without its base version wins only where nothing is lost', async (t) => {
    const { page, write, stored, shownNow } = await atQuestion(t);
    const empty = await shownNow();
    for (const text of [' ', 'I asked', 'I asked them', 'I asked them twice.']) await write(text);
    t.is(await stored(), 'I asked them twice.', 'what goes on from the saved text replaces it');
    await write('I asked');
    await write('');
    await write('', { shown: empty });
    t.is(await stored(), 'I asked them twice.', 'less than what is saved replaces nothing');
    t.is((await write('Something else.')).statusCode, 303, 'and another text is taken as ever');
    t.is(await stored(), 'I asked them twice.\n\nSomething else.');
    t.is(choicesOn((await page('?q=1')).body).length, 2);
});

test('a fourth text is refused, stays on the page, and can replace the others from there', async (t) => {
    const { post, save, write, shownNow, stored } = await onTwoDevices(t);
    await save('A third one.', sha256(''));
    const before = await stored();
    const fourth = { ...fields, text: 'A fourth <one>.', shown: sha256('') };
    t.is((await post('answer', fourth, script)).statusCode, 412);
    const { statusCode, body } = await post('answer', fourth);
    t.is(statusCode, 412);
    t.truthy(pageOf(body).alert());
    t.is(choicesOn(body).length, 3);
    t.is(pageOf(body).button('Save and continue')?.fields['text'], fourth.text);
    t.is(await stored(), before, 'nothing that was saved has changed');
    const shown = shownOn(body);
    t.is(shown, await shownNow());
    await write(fourth.text, { shown });
    t.is(await stored(), fourth.text);
});

test('a shortened answer that was too long conflicts with no text but its own', async (t) => {
    const { write, shownNow, stored } = await atQuestion(t);
    await write('First.');
    const { body } = await write('x'.repeat(20_001), { shown: await shownNow() });
    await write('Short.', { shown: shownOn(body) });
    t.is(await stored(), 'Short.');
});
