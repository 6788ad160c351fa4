// The page of the questions: folded cards, their buttons, their shares, and the words that help to write them.
import test from 'ava';
import { engineer } from '../support/fixtures/sages.ts';
import { ask, encode } from '../support/people/roles.ts';
import { browserOf, formOf, saved, withSage } from '../support/people/sage-pages.ts';

const namesIn = (body: string) => Array.from(body.matchAll(/_line"><b>([^<]+)</g), ([, name]) => name);

/** The name of the card that is not folded. */
const openIn = (body: string) =>
    Array.from(body.matchAll(/name="criterion" (open)?>.*?_line"><b>([^<]+)</gs)).flatMap(([, open, name]) =>
        open ? [name] : []
    );

async function editor(t: Parameters<typeof withSage>[0]) {
    const sage = await withSage(t);
    const page = `${sage.path}/criteria`;
    const cards = formOf((await sage.browser.get(page)).body, 'criteria');
    const act = async (what: string, form: Record<string, string> = cards) =>
        (await sage.browser.post(page, { ...form, do: what })).body as string;
    return { ...sage, page, cards, act };
}

test('one question is open, and each other one is a line with its name and share', async (t) => {
    const { browser, page, path, cards, act } = await editor(t);
    const { body } = await browser.get(page);
    t.regex(body, /<h1>Questions<\/h1>/);
    t.deepEqual(openIn(body), ['debugging']);
    t.regex(body, /<b>teamwork<\/b> <small>[^<]+<\/small><\/span><small><span id="c1_share">Counts /);
    t.deepEqual(openIn(await act('add')), ['New question']);
    t.deepEqual(openIn(await act('down-0')), ['debugging']);
    t.deepEqual(openIn(await act('remove-0')), ['teamwork']);
    const refused = await browser.submit(saved(path), { ...cards, c1_weight: 'much' });
    t.is(refused.statusCode, 400);
    t.deepEqual(openIn(refused.body), ['teamwork']);
});

test('a question is duplicated with all its text, under a name that is not taken', async (t) => {
    const { browser, client, page, path, act } = await editor(t);
    const once = await act('copy-0');
    t.deepEqual(namesIn(once), ['debugging', 'debugging 2', 'teamwork']);
    t.deepEqual(openIn(once), ['debugging 2']);
    const twice = await act('copy-0', formOf(once, 'criteria'));
    t.deepEqual(namesIn(twice), ['debugging', 'debugging 3', 'debugging 2', 'teamwork']);
    t.like((await client.get(path)).body.data.sage, { criteria: engineer.criteria });
    const answer = await browser.post(saved(path), formOf(once, 'criteria'));
    t.is(answer.statusCode, 303);
    const { criteria } = (await client.get(path)).body.data.sage;
    t.deepEqual({ ...criteria[1], id: 'debugging' }, criteria[0]);
    const long = { ...formOf((await browser.get(page)).body, 'criteria'), c0_id: 'x'.repeat(60) };
    const named = formOf(await act('copy-0', long), 'criteria');
    t.is((await browser.post(saved(path), named)).statusCode, 303);
});

test('a deleted question is put back where it was, with all its text, until the page is left', async (t) => {
    const { browser, client, path, cards, act } = await editor(t);
    const typed = { ...cards, c1_question: 'Who helped\r\nyou, & how?', c1_a0_text: 'Nobody did.' };
    const without = await act('remove-1', typed);
    t.regex(without, /Question deleted\. <button[^>]*value="undo">Undo/);
    t.deepEqual(namesIn(without), ['debugging']);
    const back = await act('undo', formOf(without, 'criteria'));
    t.deepEqual(namesIn(back), ['debugging', 'teamwork']);
    t.deepEqual(openIn(back), ['teamwork']);
    const again = formOf(back, 'criteria');
    t.is(again['c1_question'], typed.c1_question);
    t.is(again['c1_a0_text'], 'Nobody did.');
    t.notRegex(back, /value="undo"|name="gone/);
    const { c0_question: _, ...rest } = formOf(without, 'criteria');
    t.deepEqual(namesIn(await act('undo', { ...rest, gone_from: 'x' })), ['teamwork']);
    await browser.post(saved(path), formOf(without, 'criteria'));
    t.is((await client.get(path)).body.data.sage.criteria.length, 1);
});

test('an emptied question does not shift the buttons of those after it', async (t) => {
    const { cards, act } = await editor(t);
    const empty = Object.fromEntries(
        Object.entries(cards).map(([name, value]) => [name, /^c0_(?!weight|answers)/.test(name) ? '' : value])
    );
    t.deepEqual(namesIn(await act('remove-1', empty)), ['New question'], 'none is left');
    t.deepEqual(namesIn(await act('up-1', empty)), ['teamwork']);
    t.notRegex(await act('remove-0', empty), /Question deleted/);
});

test('what is typed is followed by the shares on the cards and by the list of what is missing', async (t) => {
    const { testApp, client, page, cards } = await editor(t);
    const typing = async (changes: Record<string, string>) => {
        const headers = {
            cookie: `svc_session=${client.cookie}`,
            'content-type': 'application/x-www-form-urlencoded',
            'hx-request': 'true',
            'hx-target': 'readiness'
        };
        const payload = encode({ ...cards, ...changes });
        return (await ask(testApp.server, { method: 'POST', url: page, headers, payload })).body as string;
    };
    const answer = await typing({ c0_weight: '1', c1_weight: '1', c1_indicators: 'one\r\ntwo' });
    t.regex(answer, /^<div id="readiness"/);
    t.regex(answer, /<span id="c1_share" data-hx-swap-oob="true">Counts half<\/span>/);
    t.regex(
        answer,
        /href="#c1_indicators">teamwork: add 2 more indicators\. It has 2, and 4 or more work best\.<\/a>/
    );
    t.regex(await typing({ c0_weight: '2', c1_weight: '3' }), /"c1_share"[^>]*>Counts 60 of 100</);
    const emptied = { c0_question: '', c0_id: '', c0_absent: '', c0_partial: '', c0_strong: '' };
    t.notRegex(await typing({ ...emptied, c0_indicators: '', c0_against: '' }), /oob/);
    t.notRegex(await typing({ c0_id: '<b>' }), /<b><b>/);
});

test('examples and a rule for the levels are next to the fields, for those who may only look too', async (t) => {
    const { testApp, page } = await editor(t);
    const { browser } = await browserOf(testApp, 'reviewer');
    const { body } = await browser.get(page);
    t.regex(body, /Describe what one can read, not how good it is/);
    t.regex(body, /<details class="fold"><summary>See examples<\/summary>/);
    t.notRegex(body, /class="savebar"/);
});
