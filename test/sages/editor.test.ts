// The pages of one sage: what is typed into them is saved or shown again, and what closing it does.
import test from 'ava';
import { pageOf } from '../support/people/page.ts';
import { browserOf, formOf, withSage } from '../support/people/sage-pages.ts';
import { engineer } from '../support/fixtures/sages.ts';

const built = { releaseRunId: 'run_1', releaseRevision: 1 };

test('an unchanged form changes nothing, and a release stays valid', async (t) => {
    const { pressAt, html, shown, path } = await withSage(t, 'author', built);
    const before = await shown();
    for (const page of ['/details', '/criteria']) {
        const answer = await pressAt(path + page, 'Apply', formOf(await html(path + page)));
        t.is(answer.statusCode, 200);
    }
    t.like(await shown(), { ...before, stale: false });
});

test('what is changed on the pages is what PATCH changes', async (t) => {
    const { pressAt, shown, path } = await withSage(t);
    const confirmed_words = 'pregnant: The work is with them.\r\n';
    await pressAt(`${path}/details`, 'Save', { name: 'Editor', threshold: '65', confirmed_words });
    await pressAt(`${path}/criteria`, 'Save', {
        c0_weight: '3',
        c0_indicators: 'one thing\r\n\r\n another \r\n',
        c1_strong: 'says two things'
    });
    const sage = await shown();
    t.like(sage, { name: 'Editor', threshold: 65, evaluator: 'evidence' });
    t.like(sage.confirmed_words[0], { word: 'pregnant', reason: 'The work is with them.' });
    t.like(sage.criteria[0], { id: 'debugging', weight: 3, indicators: ['one thing', 'another'] });
    t.is(sage.criteria[1].levels.strong, 'says two things');
});

test('refused values are shown again, and the error leads to its field', async (t) => {
    const { pressAt, shown, path } = await withSage(t);
    const questions = { c0_question: '', c1_weight: 'much', c1_indicators: 'typed '.repeat(4000).trim() };
    const details = { threshold: '900', evaluator_role: 'Typed & kept' };
    for (const [page, error, field, typed] of [
        ['/criteria', /^Question 1/, '#c0_question', questions],
        ['/details', /whole number/, '#threshold', details]
    ] as const) {
        const { statusCode, body } = await pressAt(path + page, 'Save', typed);
        t.is(statusCode, 400);
        t.is(pageOf(body).link(error), field);
        t.like(formOf(body), typed);
    }
    t.like(await shown(), { threshold: 70, criteria: engineer.criteria });
});

test('the page of a sage shows what closing it does before it is done', async (t) => {
    const changes = { ...built, status: 'ss_active', stepNumber: 6 };
    const { testApp, browser, client, path, id, html } = await withSage(t, 'councilAdmin', changes);
    for (const name of ['Ada', 'Ben'])
        await client.send('POST', '/screens', {
            sage_id: id,
            candidate: { name, email: `${name}@example.test` },
            invite: true
        });
    const asked = await html(`${path}?ask=off`);
    t.regex(pageOf(asked).text, /2 invited candidates .* 2 credits are refunded/);
    await browser.press(asked, 'Close');
    await testApp.drain();
    t.is((await client.get('/credits')).body.data.balance, 10);
});

test('a demo link is made below the settings of its sage, and shown only to those who may make it', async (t) => {
    const { testApp, pressAt, path } = await withSage(t, 'administrator');
    const { body } = await pressAt(`${path}/details`, 'Create demo link');
    t.regex(pageOf(body).link(/\/screen\/demo\//) ?? '', /\/screen\/demo\/[0-9a-f]{16}$/);
    const author = await browserOf(testApp, 'author');
    t.notRegex(await author.html(`${path}/details`), /screen\/demo/);
});

test('a sage of fifty criteria is saved from its page like any other', async (t) => {
    const { pressAt, client, path, shown } = await withSage(t);
    const indicators = ['one', 'two'];
    const criteria = Array.from({ length: 50 }, (_, n) => ({
        ...engineer.criteria[0],
        id: `c-${n}`,
        indicators
    }));
    t.is((await client.send('PATCH', path, { criteria })).statusCode, 200);
    await pressAt(`${path}/criteria`, 'Save', { c49_question: 'The last one?' });
    t.is((await shown()).criteria[49].question, 'The last one?');
});
