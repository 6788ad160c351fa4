// What an author types into the editor and has not saved is not lost.
import test from 'ava';
import { findDraft, purgeDrafts } from '../../db/sages/drafts.ts';
import { paths } from '../support/clients/client.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { browserOf, formOf, saved, withSage } from '../support/people/sage-pages.ts';

const built = { releaseRunId: 'run_1', releaseRevision: 1 };

/** What the script of the page sends of its form. */
function typedOf(body: string, id: string) {
    const { nonce: _, ...typed } = formOf(body, id);
    return typed;
}

test('a never built sage saves typed values immediately, and keeps invalid ones with the reason', async (t) => {
    const { browser, client, path } = await withSage(t);
    const typed = typedOf((await browser.get(`${path}/criteria`)).body, 'criteria');
    const keep = async (more: object, seen = 0) =>
        (await client.send('POST', `${path}/draft`, { page: 'criteria', typed: { ...typed, ...more }, seen }))
            .body;
    const first = (await keep({ c0_question: 'What broke?' })).data;
    t.is(first.seen, 0);
    t.regex(first.message, /^Saved at \d\d:\d\d\.$/);
    t.is((await client.get(path)).body.data.sage.criteria[0].question, 'What broke?');

    const marks = { was_criteria: first.was.criteria };
    const { data } = await keep({ ...marks, c0_question: 'What broke?', c1_weight: 'much' });
    t.true(data.seen > 0);
    t.regex(data.message, /^Draft saved at .* Not saved: Question 2: enter a weight from 0 to 1,000\./);
    t.is((await client.get(path)).body.data.sage.criteria[1].weight, 1);
    const page = (await browser.get(`${path}/criteria`)).body;
    t.regex(page, /Draft from .*Not saved yet\..*value="much"/s);

    const { data: mended } = await keep({ ...marks, c0_question: 'What broke?', c1_weight: '4' }, data.seen);
    t.regex(mended.message, /^Saved at/);
    t.is((await client.get(path)).body.data.sage.criteria[1].weight, 4);
    t.notRegex((await browser.get(`${path}/criteria`)).body, /Draft from/);
});

test('what is typed into a built sage is a draft of its author alone until it is applied', async (t) => {
    const { testApp, browser, client, path, id } = await withSage(t, 'author', built);
    const typed = {
        ...typedOf((await browser.get(`${path}/details`)).body, 'change'),
        evaluator_role: 'You read & weigh.'
    };
    const { data } = (await client.send('POST', `${path}/draft`, { page: 'details', typed, seen: 0 })).body;
    t.regex(data.message, /^Draft saved at .* Click Apply to use it\.$/);
    t.not((await client.get(path)).body.data.sage.evaluator_role, 'You read & weigh.');
    const back = await browserOf(testApp, 'author'); // another day, another device
    const { body } = await back.browser.get(`${path}/details`);
    t.regex(body, /Draft from .*You read &amp; weigh\..*Draft saved at/s);
    t.regex((await back.browser.get('/')).body, /Unsaved drafts.*>Backend engineer: settings</s);
    for (const other of ['councilAdmin', 'reviewer'] as const)
        t.notRegex(
            (await (await browserOf(testApp, other)).browser.get(`${path}/details`)).body,
            /You read &amp; weigh/
        );

    const applied = await back.browser.submit(saved(path), formOf(body, 'change'));
    t.regex(applied.body, /Saved\./);
    t.notRegex(applied.body, /Draft from/);
    t.like((await client.get(path)).body.data.sage, { evaluator_role: 'You read & weigh.', stale: true });
    const of = { sageId: id, userId: client.actor.id, page: 'details' } as const;
    t.is(await findDraft(testApp.store.read, of), undefined);
});

test('a results template is saved only by its button, and a new context waits as well', async (t) => {
    const { browser, client, path } = await withSage(t);
    const results = typedOf((await browser.get(`${path}/results`)).body, 'change');
    const texts = { ...results, results_intro: 'Read slowly.' };
    const kept = (await client.send('POST', `${path}/draft`, { page: 'results', typed: texts })).body.data;
    t.regex(kept.message, /Click Save to create a new version\.$/);
    t.regex((await browser.get(`${path}/results`)).body, /Draft from.*Read slowly\./s);
    const context = { sage: results['sage'] ?? '', context_name: 'House rules', context_text: 'We write it' };
    await client.send('POST', `${path}/draft`, { page: 'context', typed: context });
    const page = (await browser.get(`${path}/contexts`)).body;
    t.regex(page, /<details open><summary>Add a context.*House rules.*We write it/s);
    t.false((await client.get(path)).body.data.sage.context_ids.length > 0);
});

test('a draft is discarded or saved by a button without JavaScript', async (t) => {
    const { browser, path } = await withSage(t, 'author', built);
    const page = `${path}/criteria`;
    const cards = {
        ...formOf((await browser.get(page)).body, 'criteria'),
        c0_question: 'Kept without a script'
    };
    const route = `${paths.rest}${path}/draft`;
    const kept = await browser.submit(route, { ...cards, keep: '1' });
    t.regex(kept.body, /Draft from.*Kept without a script/s);
    const { nonce = '', sage = '' } = cards as Record<string, string>;
    const gone = await browser.submit(route, { nonce, sage, page: 'criteria', draft: 'criteria' });
    t.regex(gone.body, /Draft discarded\./);
    t.notRegex(gone.body, /Kept without a script/);
});

test('a change by a colleague is shown next to the typed values, and replaced only after that', async (t) => {
    const { testApp, browser, client, path } = await withSage(t);
    const other = await testApp.as('councilAdmin');
    const fields = formOf((await browser.get(`${path}/details`)).body, 'change');
    const mine: Record<string, string> = { ...fields, name: 'Mine', threshold: '60' };
    await other.send('PATCH', path, { name: 'Theirs' });

    const { nonce: _, ...typed } = mine;
    const { data } = (await client.send('POST', `${path}/draft`, { page: 'details', typed })).body;
    t.regex(data.message, /Not saved: someone else saved the name\. Reload the page/);
    t.like((await client.get(path)).body.data.sage, { name: 'Theirs', threshold: 70 });
    t.regex(
        (await browser.get(`${path}/details`)).body,
        /The name changed while you were editing.*Your text is below and not saved yet/s
    );

    const refused = await browser.submit(saved(path), mine);
    t.is(refused.statusCode, 400);
    t.regex(refused.body, /<del>Theirs<\/del>.*<ins>Mine<\/ins>/s);
    t.regex(refused.body, /name="over" value="1">Overwrite with my version/);
    t.is((await client.get(path)).body.data.sage.name, 'Theirs');

    t.is((await browser.post(saved(path), { ...mine, over: '1' })).statusCode, 303);
    t.like((await client.get(path)).body.data.sage, { name: 'Mine', threshold: 60 });
    t.notRegex((await browser.get(`${path}/details`)).body, /changed while you were editing/);
});

test('a field that was not typed into keeps the value of a colleague', async (t) => {
    const { testApp, browser, client, path } = await withSage(t);
    const mine = { ...formOf((await browser.get(`${path}/details`)).body, 'change'), name: 'Mine' };
    await (await testApp.as('councilAdmin')).send('PATCH', path, { threshold: 55 });
    t.is((await browser.post(saved(path), mine)).statusCode, 303);
    t.like((await client.get(path)).body.data.sage, { name: 'Mine', threshold: 55 });
});

test('a text from another window never replaces a newer one unasked', async (t) => {
    const { testApp, browser, client, path } = await withSage(t, 'author', built);
    const first = typedOf((await browser.get(`${path}/details`)).body, 'change');
    const second = typedOf((await browser.get(`${path}/details`)).body, 'change');
    const keep = (window: object, name: string, seen?: number) =>
        client.send('POST', `${path}/draft`, { page: 'details', typed: { ...window, name }, seen });
    const { seen } = (await keep(first, 'First window', 0)).body.data;
    testApp.pass(1000);
    t.is((await keep(second, 'First window', 0)).statusCode, 200, 'the very same may be sent twice');
    t.is((await keep(second, 'Second window', 0)).statusCode, 412);
    t.is((await keep(first, 'First window, more', seen)).statusCode, 200);
    t.regex((await browser.get(`${path}/details`)).body, /First window, more/);
    t.is((await keep(second, 'Second window')).statusCode, 200, 'a button asks for it');
    t.regex((await browser.get(`${path}/details`)).body, /Second window/);
});

test('windows are never confused: after a refusal, with one more card, and with a lost answer', async (t) => {
    const { testApp, browser, client, path } = await withSage(t, 'author', { criteria: [] });
    await browser.submit(saved(path), {
        ...formOf((await browser.get(`${path}/details`)).body, 'change'),
        evaluator_role: 'You read.'
    });
    const keep = async (typed: object, seen: number) => {
        testApp.pass(1000);
        return client.send('POST', `${path}/draft`, { page: 'criteria', typed, seen });
    };
    const seenBy = (body: string) => Number(/data-seen="(\d+)"/.exec(body)?.[1]);
    const shown = formOf((await browser.get(`${path}/criteria`)).body, 'criteria');
    const { nonce = '', ...typed } = { ...shown, c0_id: 'Great personality!', c0_strong: 'Kind ' };
    t.is((await keep(typed, 0)).statusCode, 200);
    t.is((await keep({ ...typed, c0_partial: 'Polite' }, 0)).statusCode, 200, 'the answer before was lost');
    const refused = await browser.submit(saved(path), { ...typed, nonce });
    t.is(refused.statusCode, 400);
    t.regex(refused.body, /Question 1: use a unique short name/);
    const again = typedOf(refused.body, 'criteria');
    t.is((await keep(again, seenBy(refused.body))).statusCode, 200);
    const longer = (await browser.post(`${path}/criteria`, { ...again, nonce, do: 'add' })).body;
    const twoCards = typedOf(longer, 'criteria');
    t.is((await keep(twoCards, seenBy(longer))).statusCode, 200);
    const elsewhere = typedOf((await browser.get(`${path}/criteria`)).body, 'criteria');
    t.is((await keep({ ...elsewhere, c0_id: 'Kind!' }, 0)).statusCode, 412, 'a real one is told of');
});

test('a form that is sent after its session has ended waits until its writer is logged in again', async (t) => {
    const { testApp, browser, client, path } = await withSage(t);
    for (const [page, form, name] of [
        ['/details', 'change', 'evaluator_role'],
        ['/criteria', 'criteria', 'c0_strong'],
        ['/results', 'change', 'results_intro']
    ] as const) {
        const fields = {
            ...formOf((await browser.get(path + page)).body, form),
            [name]: `Typed <late> ${page}`
        };
        const nobody = plainBrowser(testApp);
        for (const to of [saved(path), path + page]) {
            const waits = await nobody.post(to, fields);
            t.is(waits.statusCode, 401, to);
            t.regex(waits.body, /You are signed out.*your text is still on this page.*&lt;late&gt;/s, to);
            const again = formOf(waits.body.replace('<form', '<form id="again"'), 'again');
            t.is(again['nonce'], undefined);
            const shown = await browser.post(path + page, again);
            t.regex(shown.body, new RegExp(`Not saved yet.*Typed &lt;late&gt; ${page}`, 's'));
            t.regex(shown.body, /data-unsaved="1"/);
        }
    }
    t.notRegex(JSON.stringify((await client.get(path)).body), /late/);
});

test('a draft without changes is deleted, and so is one after half a year', async (t) => {
    const { testApp, browser, client, path, id } = await withSage(t, 'author', built);
    const typed = typedOf((await browser.get(`${path}/details`)).body, 'change');
    const keep = async (more: object) =>
        (await client.send('POST', `${path}/draft`, { page: 'details', typed: { ...typed, ...more } })).body
            .data;
    const of = { sageId: id, userId: client.actor.id, page: 'details' } as const;
    const isThere = async () => (await findDraft(testApp.store.read, of)) !== undefined;
    await keep({ name: 'Other' });
    t.true(await isThere());
    t.deepEqual(await keep({}), { message: 'All changes saved.', seen: 0, was: {} });
    t.false(await isThere());
    await keep({ name: 'Other' });
    await testApp.store.write((tx) => purgeDrafts(tx, testApp.now() + 179 * 24 * 60 * 60 * 1000));
    t.true(await isThere());
    await testApp.store.write((tx) => purgeDrafts(tx, testApp.now() + 181 * 24 * 60 * 60 * 1000));
    t.false(await isThere());
});

test('discarding a draft keeps all other drafts; Start lists the newest first', async (t) => {
    const { testApp, browser, client, path, id } = await withSage(t, 'author', built);
    const other = await browserOf(testApp, 'councilAdmin');
    const keep = async (by: typeof client, page: string, form: string) => {
        testApp.pass(1000);
        const typed = { ...typedOf((await browser.get(path + page)).body, form), ...texts };
        t.is((await by.send('POST', `${path}/draft`, { page: page.slice(1), typed })).statusCode, 200);
    };
    const texts = { name: 'Other', c0_question: 'Other?', results_intro: 'Other.' };
    await keep(other.client, '/criteria', 'criteria');
    await keep(client, '/details', 'change');
    await keep(client, '/criteria', 'criteria');
    await keep(client, '/results', 'change');
    const start = async (at: typeof browser) =>
        Array.from((await at.get('/')).body.matchAll(/>Backend engineer: ([^<]+)</g), ([, page]) => page);
    t.deepEqual(await start(browser), ['results template', 'questions', 'settings']);
    const form = formOf((await browser.get(`${path}/criteria`)).body, 'criteria');
    const { nonce = '', sage = '' } = form;
    await browser.submit(`${paths.rest}${path}/draft`, { nonce, sage, page: 'criteria', draft: 'criteria' });
    t.deepEqual(await start(browser), ['results template', 'settings']);
    t.deepEqual(await start(other.browser), ['questions']);
    t.true(id > 0);
});
