// The pages of a sage's build, results template, contexts, prompt and labelled answers.
import test from 'ava';
import { putGold } from '../../db/judgement/gold.ts';
import { setFields } from '../../db/sages/sages.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf, formOf, withSage } from '../support/people/sage-pages.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { tested } from '../support/fixtures/test-answers.ts';

const run = 'Run the check';

test('a check is shown step by step where it was started, then its report, and who may not run it again asks', async (t) => {
    const { testApp, page, pressAt, path } = await withSage(t, 'author', { criteria: tested() });
    const begun = pageOf((await pressAt(path, run)).body);
    t.is(begun.headings()[1], 'Checking. 0 % done');
    t.is(begun.button(/the check$/), undefined);
    for (let step = 1; step <= 3; step += 1) await testApp.runOne();
    const report = (await page(path)).link('Latest check') ?? '';
    t.regex((await page(report)).text, /Checking\. 38 % done/);
    await testApp.drain();
    t.regex((await page(report)).link('Read the test answers') ?? '', /^\/screens\//);
    t.is((await page(path)).button(run), undefined, 'only a council administrator runs it again');
    const asked = await pressAt(`${path}?ask=request`, /Request/, { reason: 'New' });
    t.regex(pageOf(asked.body).status() ?? '', /Check requested\./);
});

test('a user with the permission cancels a check on its page, and its credits are released; each has a row', async (t) => {
    const { testApp, page, pressAt, path, client } = await withSage(t, 'administrator');
    await pressAt(path, run);
    t.is((await client.get('/credits')).body.data.held, 1);
    const report = (await page(path)).link('Latest check') ?? '';
    await pressAt(`${report}?ask=cancel`, /^Cancel/);
    t.is((await client.get('/credits')).body.data.held, 0);
    await pressAt(path, run);
    await testApp.drain();
    t.deepEqual(
        (await page(report)).rows('Checks of this sage').map((row) => row['Credits']),
        ['1', '0']
    );
});

test('a results template is saved as a version, compared and restored', async (t) => {
    const { browser, html, page, pressAt, path } = await withSage(t);
    const results = `${path}/results`;
    const directions = async (version: string) =>
        formOf(await html(`${results}?version=${version}`))['results_directions'];
    await pressAt(results, 'Save', { results_directions: 'Use the <b>levels</b> with care.' });
    t.is(await directions('2'), 'Use the <b>levels</b> with care.');
    t.regex((await page(`${results}?version=2`)).text, /<b>levels<\/b> with care/);
    await pressAt(`${results}?version=1`, /^Restore/);
    t.is(await directions('3'), engineer.results?.directions);
    t.is((await browser.get(`${results}?version=9`)).statusCode, 404);
    const results_intro = 'x'.repeat(30_000);
    const refused = await pressAt(results, 'Save', { results_intro });
    t.is(refused.statusCode, 400);
    t.like(formOf(refused.body), { results_intro });
});

test('a context is created on the page, used at once and removed by a tick; a refused one keeps its text', async (t) => {
    const { testApp, browser, client, html, page, pressAt, path, id, shown } = await withSage(t);
    const contexts = `${path}/contexts`;
    const typed = { context_name: 'House rules', context_text: 'We <i>listen</i>.' };
    const refused = await pressAt(contexts, 'Add context', { ...typed, context_name: '' });
    t.is(refused.statusCode, 400);
    t.like(formOf(refused.body, 'Add context'), { context_text: typed.context_text });
    const big = await pressAt(contexts, 'Add context', {
        ...typed,
        context_text: 'x'.repeat(200 * 1024 + 1)
    });
    t.is(big.statusCode, 400);
    t.deepEqual((await shown()).context_ids, []);
    await pressAt(contexts, 'Add context', typed);
    const [made] = (await shown()).context_ids;
    t.regex((await page(contexts)).text, /House rules .*We <i>listen<\/i>\./);
    t.true((await page(`${path}/prompt`)).headings().includes('Contexts'));
    const { action, fields } = pageOf(await html(contexts)).button('Save') ?? { action: '', fields: {} };
    const { [`context_${made}`]: _, ...unticked } = fields;
    await browser.post(action, unticked);
    t.deepEqual((await shown()).context_ids, []);
    await testApp.store.write((tx) => setFields(tx, id, { contextIds: Array(50).fill(crypto.randomUUID()) }));
    t.is((await client.send('POST', contexts, { name: 'More', context: 'x' })).statusCode, 409);
    const other = await browserOf(testApp, 'otherAuthor');
    t.is((await other.page(contexts)).button('Add context'), undefined);
});

test('answers are labelled one after the other, blind to the labels of others', async (t) => {
    const { testApp, client, page, path, id } = await withSage(t);
    const gold = `${path}/gold`;
    const other = (await client.send('POST', '/sages', engineer)).body.data.sage;
    const given = { text: 'We vote.', level: 'strong', by: 'lea', userId: null, at: 1 } as const;
    await testApp.store.write(async (tx) => {
        const blind = { ...given, blind: true, source: 'file' } as const;
        await putGold(tx, other.id, { ...blind, criterion: 'debugging' });
        await putGold(tx, id, { ...blind, criterion: 'one of before' });
    });
    t.regex((await page(gold)).text, /No answers to label yet/, 'to what this sage asks');
    const texts = ['I bisected it.', 'I asked around.\nTwice.'];
    const items = texts.map((text) => ({ criterion: 'debugging', text, level: 'strong' }));
    await client.send('POST', gold, { items });
    t.regex((await page(gold)).text, /2 of 2 labelled by you/);
    const reviewer = await browserOf(testApp, 'reviewer');
    const first = await reviewer.html(gold);
    t.regex(pageOf(first).text, /0 of 2 labelled by you.*I bisected it\./);
    t.notRegex(first, /author|lea\b/);
    const next = (await reviewer.browser.press(first, /^2 Partial/)).body;
    t.regex(pageOf(next).text, /1 of 2 labelled by you.*I asked around/);
    t.regex((await reviewer.page(pageOf(next).link('Skip') ?? '')).text, /Only skipped answers are left/);
    const done = (await reviewer.browser.press(next, /^3 Strong/)).body;
    const added = { criterion: 'teamwork', level: 'absent' };
    const refused = await reviewer.browser.press(done, 'Add answer', { ...added, text: ' ' });
    t.truthy(pageOf(refused.body).alert());
    await reviewer.browser.press(done, 'Add answer', { ...added, text: 'I win.' });
    const { items: all, total } = (await client.get(gold)).body.data;
    t.is(total, 4);
    t.like(all[1].labels, [{ level: 'strong' }, { level: 'partial' }]);
});
