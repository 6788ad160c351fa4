// What an author types into the editor and has not saved is not lost.
import test from 'ava';
import { findDraft, purgeDrafts } from '../../db/sages/drafts.ts';
import { pageOf } from '../support/people/page.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { browserOf, formOf, withSage } from '../support/people/sage-pages.ts';

const built = { releaseRunId: 'run_1', releaseRevision: 1 };
const day = 24 * 60 * 60 * 1000;
const discard = 'Discard draft';

/** What the script of a page sends of its form. */
function typedOf(html: string) {
    const { nonce: _, ...typed } = formOf(html);
    return typed;
}

async function editor(t: Parameters<typeof withSage>[0], changes = {}) {
    const sage = await withSage(t, 'author', changes);
    const { client, html, path, id, testApp } = sage;
    const of = { sageId: id, userId: client.actor.id, page: 'details' } as const;
    return {
        ...sage,
        typedAt: async (page: string) => typedOf(await html(`${path}/${page}`)),
        /** Keeps what was typed, as the script of a page does; `seen` is the draft that it knows of. */
        keep: (page: string, typed: object, seen?: number) =>
            client.send('POST', `${path}/draft`, { page, typed, seen }),
        hasDraft: async (page: string) => pageOf(await html(`${path}/${page}`)).button(discard) !== undefined,
        isThere: async () => (await findDraft(testApp.store.read, of)) !== undefined
    };
}

test('a never built sage saves typed values immediately, and keeps invalid ones with the reason', async (t) => {
    const { html, path, shown, typedAt, keep, hasDraft } = await editor(t);
    const typed = { ...(await typedAt('criteria')), c0_question: 'What broke?' };
    const first = (await keep('criteria', typed, 0)).body.data;
    t.is(first.seen, 0);
    t.is((await shown()).criteria[0].question, 'What broke?');

    const again = { ...typed, was_criteria: first.was.criteria };
    const { data } = (await keep('criteria', { ...again, c1_weight: 'much' }, 0)).body;
    t.true(data.seen > 0);
    t.regex(data.message, /Not saved: Question 2: enter a weight/);
    t.is((await shown()).criteria[1].weight, 1);
    t.is(formOf(await html(`${path}/criteria`))['c1_weight'], 'much');

    await keep('criteria', { ...again, c1_weight: '4' }, data.seen);
    t.is((await shown()).criteria[1].weight, 4);
    t.false(await hasDraft('criteria'));
});

test('what is typed into a built sage is a draft of its author alone until it is applied', async (t) => {
    const { testApp, path, shown, typedAt, keep, isThere } = await editor(t, built);
    const evaluator_role = 'You read & weigh.';
    await keep('details', { ...(await typedAt('details')), evaluator_role }, 0);
    t.not((await shown()).evaluator_role, evaluator_role);
    const details = `${path}/details`;
    for (const other of ['councilAdmin', 'reviewer'] as const)
        t.notRegex(await (await browserOf(testApp, other)).html(details), /You read (&|&amp;) weigh/);
    const back = await browserOf(testApp, 'author'); // another day, another device
    t.is(formOf(await back.html(details))['evaluator_role'], evaluator_role);
    await back.pressAt(details, 'Apply');
    t.like(await shown(), { evaluator_role, stale: true });
    t.false(await isThere());
});

test('a results template is saved only by its button, and a new context waits as well', async (t) => {
    const { html, path, shown, typedAt, keep } = await editor(t);
    const results = await typedAt('results');
    await keep('results', { ...results, results_intro: 'Read slowly.' });
    t.is(formOf(await html(`${path}/results`))['results_intro'], 'Read slowly.');
    t.is(pageOf(await html(`${path}/results?version=2`)).button('Save'), undefined);
    const context = { context_name: 'House rules', context_text: 'We write it' };
    await keep('context', { sage: results['sage'], ...context });
    t.like(formOf(await html(`${path}/contexts`), 'Add context'), context);
    t.deepEqual((await shown()).context_ids, []);
});

test('a change by a colleague is shown next to the typed values, and replaced only after that', async (t) => {
    const { testApp, browser, html, path, shown, keep } = await editor(t);
    const before = await html(`${path}/details`);
    const mine = { name: 'Mine', threshold: '60' };
    await (await testApp.as('councilAdmin')).send('PATCH', path, { name: 'Theirs' });

    const { data } = (await keep('details', { ...typedOf(before), ...mine })).body;
    t.regex(data.message, /Not saved: someone else saved the name/);
    t.like(await shown(), { name: 'Theirs', threshold: 70 });

    const refused = await browser.press(before, 'Save', mine);
    t.is(refused.statusCode, 400);
    const compared = pageOf(refused.body).part(/^Compare/).text;
    t.true(compared.includes('Theirs') && compared.includes('Mine'));
    t.is((await shown()).name, 'Theirs');

    await browser.press(refused.body, 'Overwrite with my version');
    t.like(await shown(), { name: 'Mine', threshold: 60 });
});

test('a field that was not typed into keeps the value of a colleague', async (t) => {
    const { testApp, browser, html, path, shown } = await editor(t);
    const before = await html(`${path}/details`);
    await (await testApp.as('councilAdmin')).send('PATCH', path, { threshold: 55 });
    await browser.press(before, 'Save', { name: 'Mine' });
    t.like(await shown(), { name: 'Mine', threshold: 55 });
});

test('a text from another window never replaces a newer one unasked', async (t) => {
    const { testApp, html, path, typedAt, keep } = await editor(t, built);
    const [first, second] = [await typedAt('details'), await typedAt('details')];
    const name = async () => formOf(await html(`${path}/details`))['name'];
    const { seen } = (await keep('details', { ...first, name: 'First' }, 0)).body.data;
    testApp.pass(1000);
    const same = await keep('details', { ...second, name: 'First' }, 0);
    t.is(same.statusCode, 200, 'the very same may be sent twice');
    t.is((await keep('details', { ...second, name: 'Second' }, 0)).statusCode, 412);
    t.is((await keep('details', { ...first, name: 'First, more' }, seen)).statusCode, 200);
    t.is(await name(), 'First, more');
    t.is((await keep('details', { ...second, name: 'Second' })).statusCode, 200, 'a button asks for it');
    t.is(await name(), 'Second');
});

test('windows are never confused: after a refusal, with one more card, and with a lost answer', async (t) => {
    const { testApp, browser, html, path, pressAt, typedAt, keep } = await editor(t, { criteria: [] });
    await pressAt(`${path}/details`, 'Save', { evaluator_role: 'You read.' });
    const kept = async (typed: object, seen: number) => {
        testApp.pass(1000);
        return (await keep('criteria', typed, seen)).statusCode;
    };
    const seenBy = (body: string) => Number(/data-seen="(\d+)"/.exec(body)?.[1]);
    const shown = await html(`${path}/criteria`);
    const typed = { c0_id: 'Great personality!', c0_strong: 'Kind ' };
    t.is(await kept({ ...typedOf(shown), ...typed }, 0), 200);
    const more = { ...typedOf(shown), ...typed, c0_partial: 'Polite' };
    t.is(await kept(more, 0), 200, 'the answer before was lost');
    const refused = await browser.press(shown, 'Save', typed);
    t.is(refused.statusCode, 400);
    t.is(await kept(typedOf(refused.body), seenBy(refused.body)), 200);
    const longer = (await browser.press(refused.body, 'Add a question')).body;
    t.is(await kept(typedOf(longer), seenBy(longer)), 200);
    const elsewhere = { ...(await typedAt('criteria')), c0_id: 'Kind!' };
    t.is(await kept(elsewhere, 0), 412, 'a real one is told of');
});

test('a form that is sent after its session has ended waits until its writer is logged in again', async (t) => {
    const { testApp, browser, html, path, shown } = await editor(t);
    const before = await shown();
    for (const [page, name] of [
        ['/details', 'evaluator_role'],
        ['/criteria', 'c0_strong'],
        ['/results', 'results_intro']
    ] as const) {
        const form = pageOf(await html(path + page)).button('Save');
        const fields = { ...form?.fields, [name]: `Typed <late> ${page}` };
        for (const to of [form?.action ?? '', path + page]) {
            const waits = await plainBrowser(testApp).post(to, fields);
            t.is(waits.statusCode, 401, to);
            const again = pageOf(waits.body).button(/./);
            t.is(again?.fields['nonce'], undefined);
            const back = await browser.submit(again?.action ?? '', again?.fields ?? {});
            t.is(formOf(back.body)[name], `Typed <late> ${page}`);
        }
    }
    t.deepEqual(await shown(), before);
});

test('a draft without changes is deleted, and so is one after half a year', async (t) => {
    const { testApp, typedAt, keep, isThere } = await editor(t, built);
    const typed = await typedAt('details');
    await keep('details', { ...typed, name: 'Other' });
    t.true(await isThere());
    t.like((await keep('details', typed)).body.data, { seen: 0, was: {} });
    t.false(await isThere());
    await keep('details', { ...typed, name: 'Other' });
    for (const [days, isKept] of [
        [179, true],
        [181, false]
    ] as const) {
        await testApp.store.write((tx) => purgeDrafts(tx, testApp.now() + days * day));
        t.is(await isThere(), isKept);
    }
});

test('a draft is kept and discarded by a button, alone; Start lists the newest first', async (t) => {
    const { testApp, browser, html, path, page, pressAt } = await editor(t, built);
    const other = await browserOf(testApp, 'councilAdmin');
    const texts = { name: 'Other', c0_question: 'Other?', results_intro: 'Other.' };
    const keep = async (by: typeof pressAt, at: string) => {
        testApp.pass(1000);
        await by(`${path}/${at}`, 'Save draft', texts);
    };
    await keep(other.pressAt, 'criteria');
    for (const at of ['details', 'criteria', 'results']) await keep(pressAt, at);
    const drafts = async (at: typeof page) =>
        (await at('/')).links().flatMap((link) => /^Backend engineer: (.*)/.exec(link)?.[1] ?? []);
    t.deepEqual(await drafts(page), ['results template', 'questions', 'settings']);
    const gone = await browser.press(await html(`${path}/criteria`), discard);
    t.not(formOf(gone.body)['c0_question'], 'Other?');
    t.deepEqual(await drafts(page), ['results template', 'settings']);
    t.deepEqual(await drafts(other.page), ['questions']);
});
