// The page of the questions: their cards, the buttons of these, and what the page says while somebody types.
import test from 'ava';
import { pageOf } from '../support/people/page.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { ask, encode } from '../support/people/roles.ts';
import { browserOf, formOf, withSage } from '../support/people/sage-pages.ts';

/** The short names on the cards, in their order. */
const namesIn = (html: string) =>
    Object.entries(formOf(html)).flatMap(([field, name]) => (/^c\d+_id$/.test(field) ? [name] : []));

async function editor(t: Parameters<typeof withSage>[0]) {
    const sage = await withSage(t);
    const page = `${sage.path}/criteria`;
    const cards = await sage.html(page);
    const press = async (html: string, button: string, typed = {}): Promise<string> =>
        (await sage.browser.press(html, button, typed)).body;
    return { ...sage, page, cards, press };
}

test('cards are added, removed, ordered and duplicated without being saved', async (t) => {
    const { press, cards, shown } = await editor(t);
    for (const [button, names] of [
        ['Move down question 1', ['teamwork', 'debugging']],
        ['Move up question 2', ['teamwork', 'debugging']],
        ['Delete question 1', ['teamwork']],
        ['Duplicate question 1', ['debugging', 'debugging 2', 'teamwork']],
        ['Add a question', ['debugging', 'teamwork', '']]
    ] as const)
        t.deepEqual(namesIn(await press(cards, button)), names);
    t.like(await shown(), { criteria: engineer.criteria });
    await press(await press(cards, 'Add a question'), 'Save', { c2_question: 'What do you read?' });
    const { criteria } = await shown();
    t.like(criteria[2], { id: 'question-3', question: 'What do you read?' });
});

test('a question is duplicated with all its text, under a name that is not taken', async (t) => {
    const { press, cards, shown } = await editor(t);
    const once = await press(cards, 'Duplicate question 1');
    t.is(namesIn(await press(once, 'Duplicate question 1'))[1], 'debugging 3');
    await press(once, 'Save');
    const { criteria } = await shown();
    t.deepEqual({ ...criteria[1], id: 'debugging' }, criteria[0]);
    const long = await press(cards, 'Duplicate question 1', { c0_id: 'x'.repeat(60) });
    t.regex(namesIn(long)[1] ?? '', /^x{50,58} 2$/);
});

test('a deleted question is put back where it was, with all its text, until the page is left', async (t) => {
    const { press, cards, shown } = await editor(t);
    const typed = { c1_question: 'Who helped\r\nyou, & how?', c1_a0_text: 'Nobody did.' };
    const without = await press(cards, 'Delete question 2', typed);
    t.deepEqual(namesIn(without), ['debugging']);
    const back = await press(without, 'Undo');
    t.deepEqual(namesIn(back), ['debugging', 'teamwork']);
    t.like(formOf(back), typed);
    t.is(pageOf(back).button('Undo'), undefined);
    t.is(namesIn(await press(without, 'Undo', { gone_from: 'x' })).length, 2);
    await press(without, 'Save');
    t.is((await shown()).criteria.length, 1);
});

test('an emptied question does not shift the buttons of those after it', async (t) => {
    const { press, cards } = await editor(t);
    const emptied = Object.fromEntries(
        Object.keys(formOf(cards)).flatMap((name) =>
            /^c0_(?!weight|answers)/.test(name) ? [[name, '']] : []
        )
    );
    t.deepEqual(namesIn(await press(cards, 'Delete question 2', emptied)), [''], 'none is left');
    t.deepEqual(namesIn(await press(cards, 'Move up question 2', emptied)), ['teamwork']);
    t.is(pageOf(await press(cards, 'Delete question 1', emptied)).button('Undo'), undefined);
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
        const payload = encode({ ...formOf(cards), ...changes });
        return (await ask(testApp.server, { method: 'POST', url: page, headers, payload })).body as string;
    };
    const answer = await typing({ c0_weight: '1', c1_weight: '1', c1_indicators: 'one\r\ntwo' });
    t.regex(answer, /^<div id="readiness"/);
    t.regex(pageOf(answer).text, /Counts half/);
    t.is(pageOf(answer).link(/^teamwork: add 2 more indicators/), '#c1_indicators');
    t.regex(pageOf(await typing({ c0_weight: '2', c1_weight: '3' })).text, /Counts 60 of 100/);
    const wrong = pageOf(await typing({ c0_weight: '0', c1_strong: 'is young and good', c0_question: '' }));
    t.is(wrong.heading(), '3 things left before you can run the check');
    t.is(wrong.link(/weight 0/), '#c0_weight');
    t.is(wrong.link(/"young", which is about age/), '#c1_absent');
    t.regex(wrong.text, /Suggestions .*good" is vague/);
    const emptied = { c0_question: '', c0_id: '', c0_absent: '', c0_partial: '', c0_strong: '' };
    t.notRegex(await typing({ ...emptied, c0_indicators: '', c0_against: '' }), /oob/);
});

test('a question that is refused is marked, and who may only read has nothing to save', async (t) => {
    const { testApp, press, cards, page } = await editor(t);
    const empty = pageOf(await press(cards, 'Save', { c0_question: '' }));
    t.not(empty.part(/^1/).field('Question')?.error, undefined);
    t.is(empty.part(/^2/).field('Question')?.error, undefined);
    const reader = await browserOf(testApp, 'powerUser');
    t.deepEqual(
        (await reader.page(page)).buttons().filter((name) => /^(Save|Apply)$/.test(name)),
        []
    );
    t.true((await reader.page(page)).headings().length > 0);
});
