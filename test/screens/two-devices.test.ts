// One question on two devices: what was shown as saved is never lost, and the candidate chooses.
import test, { type ExecutionContext } from 'ava';
import { submitScreen } from '../../db/screens/answering.ts';
import { goldAnswers } from '../../db/judgement/gold.ts';
import { sha256 } from '../../db/accounts/tokens.ts';
import { consent, saved, script, withCandidate } from '../support/people/visitors.ts';

const phone = 'I listened to both of them on the train.';
const laptop = 'I had a hypothesis, and measured it.';

/** A question on two devices, each of which has saved a text of its own. */
async function onTwoDevices(t: ExecutionContext) {
    const candidate = await withCandidate(t);
    const { testApp, id, page, post } = candidate;
    await post('start', consent);
    const shownNow = async () => /name="shown" value="(\w+)"/.exec((await page('?q=1')).body)?.[1] ?? '';
    const fields = { criterion: 'debugging', next: 2 };
    const save = async (text: string, shown: string) =>
        (await post('answer', { ...fields, text, shown }, script)).body.data;
    const both = await shownNow();
    const saves = [await save(laptop, both), await save(phone, both)];
    const stored = async () => (await saved(testApp, id))[0]?.answer;
    return { ...candidate, fields, saves, save, shownNow, stored };
}

test('on two devices both texts are saved, each device is notified, and the page shows both', async (t) => {
    const { saves, save, page, stored } = await onTwoDevices(t);
    t.deepEqual(saves, [
        { saved: true, shown: sha256(laptop), rivals: false },
        { saved: true, shown: sha256(phone), rivals: true }
    ]);
    t.is(await stored(), `${laptop}\n\n${phone}`, 'the later one has not won');
    t.deepEqual(await save(`${laptop} Twice.`, sha256(laptop)), {
        saved: true,
        shown: sha256(`${laptop} Twice.`),
        rivals: true
    });
    await save(`${phone} Then we talked.`, sha256(phone));
    t.is(await stored(), `${laptop} Twice.\n\n${phone} Then we talked.`, 'each goes on with its own');
    const { body } = await page('?q=1');
    for (const words of [`${laptop} Twice.`, `${phone} Then we talked.`])
        t.true(body.includes(`<div class="answer">${words}</div>`), words);
    t.regex(body, /Use text 1[^]*Use text 2[^]*Combine the texts here/);
    t.regex((await page('?q=3')).body, /You wrote several texts[^]*Compare and choose/);
});

test('without a script a conflicting answer leads to the choice, not to the next question', async (t) => {
    const { path, page, post, fields, shownNow, stored } = await onTwoDevices(t);
    const older = await post('answer', { ...fields, text: `${laptop} More.`, shown: sha256(laptop) });
    t.is(older.headers['location'], `${path}?q=1`);
    const seen = await shownNow();
    const chosen = await post('answer', { ...fields, next: 1, text: phone, shown: seen });
    t.is(chosen.headers['location'], `${path}?q=1`);
    t.is(await stored(), phone, 'what was not chosen is gone once the candidate has chosen');
    t.notRegex((await page('?q=1')).body, /Use text/);
    const late = await post('answer', { ...fields, text: laptop, shown: seen });
    t.is(late.headers['location'], `${path}?q=1`);
    t.is(await stored(), `${phone}\n\n${laptop}`, 'a choice that was made elsewhere is not undone unseen');
});

test('texts that were put together replace all of them, and are one answer from then on', async (t) => {
    const { path, post, fields, shownNow, stored } = await onTwoDevices(t);
    const text = `${phone}\n${laptop}`;
    const merged = await post('answer', { ...fields, text, shown: await shownNow() });
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
    const { testApp, id, page, post } = await withCandidate(t);
    await post('start', consent);
    const write = (text: string) => post('answer', { criterion: 'debugging', text, next: 2 });
    const stored = async () => (await saved(testApp, id))[0]?.answer;
    for (const text of [' ', 'I asked', 'I asked them', 'I asked them twice.']) await write(text);
    t.is(await stored(), 'I asked them twice.', 'what goes on from the saved text replaces it');
    await write('I asked');
    await write('');
    t.is(await stored(), 'I asked them twice.', 'less than what is saved replaces nothing');
    t.is((await write('Something else.')).statusCode, 303, 'and another text is taken as ever');
    t.is(await stored(), 'I asked them twice.\n\nSomething else.');
    t.regex((await page('?q=1')).body, /You wrote 2 texts/);
});

test('a fourth text is refused, stays on the page, and can replace the others from there', async (t) => {
    const { post, fields, save, shownNow, stored } = await onTwoDevices(t);
    await save('A third one.', sha256(''));
    const before = await stored();
    const fourth = { ...fields, text: 'A fourth <one>.', shown: sha256('') };
    t.is((await post('answer', fourth, script)).statusCode, 412);
    const { statusCode, body } = await post('answer', fourth);
    t.is(statusCode, 412);
    t.regex(body, /role="alert"[^]*not saved yet[^]*Use text 3[^]*A fourth &lt;one&gt;\.<\/textarea>/);
    t.is(await stored(), before, 'nothing that was saved has changed');
    const shown = /data-autosave[^]*name="shown" value="(\w+)"/.exec(body)?.[1] ?? '';
    t.is(shown, await shownNow());
    await post('answer', { ...fourth, shown });
    t.is(await stored(), 'A fourth <one>.');
});

test('a shortened answer that was too long conflicts with no text but its own', async (t) => {
    const { testApp, id, page, post } = await withCandidate(t);
    await post('start', consent);
    const fields = { criterion: 'debugging', next: 2 };
    await post('answer', { ...fields, text: 'First.' });
    const shown = /name="shown" value="(\w+)"/.exec((await page('?q=1')).body)?.[1] ?? '';
    const { body } = await post('answer', { ...fields, text: 'x'.repeat(20_001), shown });
    const again = /name="shown" value="(\w+)"/.exec(body)?.[1] ?? '';
    await post('answer', { ...fields, text: 'Short.', shown: again });
    t.is((await saved(testApp, id))[0]?.answer, 'Short.');
});
