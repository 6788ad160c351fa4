// The pages of one sage: its details, its criteria with what is missing, its status.
import test from 'ava';
import { setFields } from '../../db/sages/sages.ts';
import { paths } from '../support/clients/client.ts';
import { pageOf } from '../support/people/page.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { browserOf, formOf, saved, withSage } from '../support/people/sage-pages.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { payloads } from '../support/fixtures/xss-payloads.ts';

test('an unchanged form changes nothing, and a release stays valid', async (t) => {
    const { testApp, browser, client, path, id } = await withSage(t);
    await testApp.store.write((tx) => setFields(tx, id, { releaseRunId: 'run_1', releaseRevision: 1 }));
    const before = (await client.get(path)).body.data.sage;
    for (const [page, form] of [
        ['/details', 'change'],
        ['/criteria', 'criteria']
    ] as const) {
        const fields = formOf((await browser.get(path + page)).body, form);
        const answer = await browser.post(saved(path), fields);
        t.is(answer.headers.location, path + page);
    }
    t.like((await client.get(path)).body.data.sage, { ...before, stale: false });
    t.regex(
        (await browser.get(`${path}/details`)).body,
        /After you apply this, you cannot invite candidates until you run the check again\./
    );
});

test('what is changed on the pages is what PATCH changes', async (t) => {
    const { browser, client, path } = await withSage(t);
    const details = formOf((await browser.get(`${path}/details`)).body, 'change');
    const change = {
        ...details,
        name: 'Editor',
        threshold: '65',
        confirmed_words: 'pregnant: The work is with them.\r\n'
    };
    const page = await browser.submit(saved(path), change);
    t.regex(page.body, /<h1>Settings<\/h1>.*value="Editor".*Saved\./s);
    const cards = formOf((await browser.get(`${path}/criteria`)).body, 'criteria');
    const typed = {
        ...cards,
        c0_weight: '3',
        c0_indicators: 'one thing\r\n\r\n another \r\n',
        c1_strong: 'says two things'
    };
    t.is((await browser.post(saved(path), typed)).statusCode, 303);
    const { sage } = (await client.get(path)).body.data;
    t.like(sage, { name: 'Editor', threshold: 65, evaluator: 'evidence' });
    t.like(sage.confirmed_words[0], { word: 'pregnant', reason: 'The work is with them.' });
    t.like(sage.criteria[0], { id: 'debugging', weight: 3, indicators: ['one thing', 'another'] });
    t.is(sage.criteria[1].levels.strong, 'says two things');
});

test('refused values are shown again, with the error named and linked', async (t) => {
    const { browser, client, path } = await withSage(t);
    const cards = formOf((await browser.get(`${path}/criteria`)).body, 'criteria');
    const long = 'typed '.repeat(4000);
    const typed = { ...cards, c0_question: '', c1_weight: 'much', c1_indicators: long };
    const refused = await browser.submit(saved(path), typed);
    t.is(refused.statusCode, 400);
    t.regex(refused.body, /role="alert"[^>]*><a href="#c0_question">Question 1: enter a question/);
    t.true(refused.body.includes(long.trim()) && refused.body.includes('value="much"'));
    t.regex(refused.body, /<a href="\/sages" aria-current="page">.*Sages/);
    const details = formOf((await browser.get(`${path}/details`)).body, 'change');
    const again = await browser.submit(saved(path), {
        ...details,
        threshold: '900',
        evaluator_role: 'Typed & kept'
    });
    t.regex(again.body, /role="alert"[^>]*><a href="#threshold">Enter a whole number/);
    t.true(again.body.includes('value="900"') && again.body.includes('Typed &amp; kept'));
    t.like((await client.get(path)).body.data.sage, { threshold: 70, criteria: engineer.criteria });
});

test('cards are added, removed and ordered without being saved', async (t) => {
    const { browser, client, path } = await withSage(t);
    const page = `${path}/criteria`;
    const cards = formOf((await browser.get(page)).body, 'criteria');
    const names = (body: string) => Array.from(body.matchAll(/_line"><b>([^<]+)</g), ([, name]) => name);
    const act = async (what: string) => (await browser.post(page, { ...cards, do: what })).body;
    t.deepEqual(names(await act('down-0')), ['teamwork', 'debugging']);
    t.deepEqual(names(await act('up-1')), ['teamwork', 'debugging']);
    t.deepEqual(names(await act('remove-0')), ['teamwork']);
    t.deepEqual(names(await act('add')), ['debugging', 'teamwork', 'New question']);
    t.regex(await act('add'), /Not saved yet\./);
    const more = { ...formOf(await act('add'), 'criteria'), c2_question: 'What do you read?' };
    t.like((await client.get(path)).body.data.sage, { criteria: engineer.criteria });
    await browser.post(saved(path), more);
    const { criteria } = (await client.get(path)).body.data.sage;
    t.deepEqual(
        criteria.map(({ id }: { id: string }) => id),
        ['debugging', 'teamwork', 'criterion-3']
    );
});

test('the criteria page shows next to the cards what the first build steps would find', async (t) => {
    const { browser, path } = await withSage(t);
    const page = `${path}/criteria`;
    const { body } = await browser.get(page);
    t.regex(body, /<h2>Ready to check<\/h2>/);
    t.regex(body, /data-hx-post="\/sages\/\d+\/criteria" data-hx-include="#criteria"/);
    t.notRegex(body, /http-equiv="refresh"/);
    const cards = formOf(body, 'criteria');
    const typed = { ...cards, c0_weight: '0', c1_strong: 'is young and good', c0_question: '' };
    const answer = (await browser.post(page, typed)).body;
    t.regex(answer, /<h2>3 things left before you can run the check<\/h2>/);
    t.regex(answer, /href="#c1_absent">teamwork: its levels contain (&quot;|")young\1, which is about age\./);
    t.regex(answer, /href="\/sages\/\d+\/details#confirmed_words">Give the reason<\/a>/);
    t.regex(answer, /href="#c0_weight">debugging: it has the weight 0\. Enter a number above 0/);
    t.regex(answer, /Suggestions.*good(&quot;|") is vague\. Say what one can read/s);
});

test('each question shows its share of 100 next to its weight', async (t) => {
    const { browser, client, path } = await withSage(t);
    const [one] = engineer.criteria;
    const criteria = ['a', 'b', 'c'].map((id) => ({ ...one, id, weight: 1 }));
    await client.send('PATCH', path, { criteria });
    const thirds = (await browser.get(`${path}/criteria`)).body;
    t.is(thirds.split('>Counts a third<').length, 4);
    t.regex(thirds, /All questions together count 100\./);
    await client.send('PATCH', path, { criteria: criteria.slice(0, 2) });
    t.is((await browser.get(`${path}/criteria`)).body.split('>Counts half<').length, 3);
});

test('a user who cannot change a sage sees no buttons, and the route refuses changes', async (t) => {
    const { testApp, path, browser, client } = await withSage(t);
    const fields = formOf((await browser.get(`${path}/details`)).body, 'change');
    for (const person of ['otherAuthor', 'reviewer'] as const) {
        const other = await browserOf(testApp, person);
        for (const page of ['', '/details', '/criteria']) {
            const { body, statusCode } = await other.browser.get(path + page);
            t.is(statusCode, 200);
            t.notRegex(body, /_method=PATCH|svc_toggle/, `${person} ${page}`);
        }
        const nonce =
            hiddenFields((await other.browser.get('/profile')).body, 'svc_theme')['nonce'] ??
            other.client.nonces()['svc_rest'] ??
            '';
        t.is((await other.browser.post(saved(path), { ...fields, nonce, name: 'Mine' })).statusCode, 307);
    }
    t.not((await client.get(path)).body.data.sage.name, 'Mine');
    t.is((await plainBrowser(testApp).post(`${path}/criteria`, {})).statusCode, 303);
    const rep = await browserOf(testApp, 'salesRep');
    t.is((await rep.browser.post(`${path}/criteria`, {})).statusCode, 403);
});

test('the page of a sage shows what closing it does before it is done', async (t) => {
    const changes = {
        status: 'ss_active' as const,
        stepNumber: 6,
        releaseRunId: 'run_1',
        releaseRevision: 1
    };
    const { testApp, browser, client, path, id } = await withSage(t, 'councilAdmin', changes);
    for (const name of ['Ada', 'Ben'])
        await client.send('POST', '/screens', {
            sage_id: id,
            candidate: { name, email: `${name}@example.test` },
            invite: true
        });
    const { body } = await browser.get(`${path}?ask=off`);
    t.regex(pageOf(body).text, /2 invited candidates .* 2 credits are refunded/);
    await browser.press(body, 'Close');
    await testApp.drain();
    t.is((await client.get('/credits')).body.data.balance, 10);
});

test('the test review cannot be confirmed unread but skipped, and the demo key has a link', async (t) => {
    const { testApp, browser, path } = await withSage(t, 'administrator', {
        stepNumber: 5,
        releaseRunId: 'run_1',
        releaseRevision: 1
    });
    const status = path;
    const page = (await browser.get(status)).body;
    const refused = await browser.submit(`/rest/svc/v1${path}/testing/pass`, {
        ...hiddenFields(page, `${path}/copy`),
        note: 'Fine <b>'
    });
    t.regex(refused.body, /Read the test answers of the build first\./);
    const skip = (await browser.get(`${status}?ask=skip`)).body;
    const skipped = await browser.submit(
        `${paths.ajax}?action=skip_testing_update_step`,
        hiddenFields(skip, 'skip_testing')
    );
    t.regex(skipped.body, /Test review skipped\./);
    const demo = hiddenFields(skipped.body, 'svc_toggle_demo_key');
    const shown = await browser.submit(`${paths.ajax}?action=svc_toggle_demo_key`, demo);
    t.regex(shown.body, /\/screen\/demo\/[0-9a-f]{16}<\/a>.*<svg/s);
    t.notRegex(shown.body, / style=/);
    const author = await browserOf(testApp, 'author');
    t.notRegex((await author.browser.get(status)).body, /screen\/demo/);
});

test('hostile texts of a sage are shown as text on its pages', async (t) => {
    const { browser, path, client } = await withSage(t);
    const hostile = payloads.map((text) => text.replaceAll(/\p{Cc}/gu, ' ').slice(0, 150));
    const criteria = engineer.criteria.map((one, place) => ({
        ...one,
        question: hostile.join(' ').slice(0, 1900),
        indicators: hostile.slice(place * 30, place * 30 + 30)
    }));
    const answer = await client.send('PATCH', path, {
        criteria,
        evaluator_role: hostile.join(' ').slice(0, 4000)
    });
    t.is(answer.statusCode, 200);
    for (const page of ['', '/details', '/criteria']) {
        const { body } = await browser.get(path + page);
        t.notRegex(
            body,
            /<(?:script(?! type="module" src="\/public\/| src="\/public\/vendor)|img(?! src="\/public\/)|iframe|object|svg(?! class="icon")|base|style|math)/i,
            page
        );
        t.notRegex(body, /<[a-z]+[^>]* on\w+=/i, page);
    }
});

test('a sage of fifty criteria is saved from its page like any other', async (t) => {
    const { browser, client, path } = await withSage(t);
    const [one] = engineer.criteria;
    const criteria = Array.from({ length: 50 }, (_, n) => ({
        ...one,
        id: `c-${n}`,
        indicators: ['one', 'two']
    }));
    t.is((await client.send('PATCH', path, { criteria })).statusCode, 200);
    const cards = formOf((await browser.get(`${path}/criteria`)).body, 'criteria');
    t.is((await browser.post(saved(path), { ...cards, c49_question: 'The last one?' })).statusCode, 303);
    t.is((await client.get(path)).body.data.sage.criteria[49].question, 'The last one?');
});
