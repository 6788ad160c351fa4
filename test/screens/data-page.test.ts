// Candidate data in a browser: read, handed out as a file, and erased after a question that says what will happen.
import test from 'ava';
import { screenShowings } from '../../db/judgement/showings.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { email, finish, name, planted } from '../support/fixtures/erasing.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('everything stored about a candidate is one page, found from their screen and by search', async (t) => {
    const testApp = await createTestApp(t);
    const { id } = await planted(testApp);
    const { browser } = await browserOf(testApp, 'councilAdmin');
    const page = async (url: string) => pageOf((await browser.get(url)).body);
    t.is((await page(`/screens/${id}`)).link('Candidate data'), `/screens/${id}/data`);
    t.true((await browser.get('/search?q=zephyrine')).body.includes(`href="/screens/${id}/data"`));
    const { text } = await page(`/screens/${id}/data`);
    for (const part of [name, email, 'heliotrope', 'said so', 'is good.', 'Invitation of', 'Decision saved'])
        t.true(text.includes(part), part);
});

test('unsent answers of a candidate are hidden, and shown after they are sent, in their order', async (t) => {
    const testApp = await createTestApp(t);
    const criteria = engineer.criteria.toReversed();
    const fixtures = await withActiveSage(testApp, { ...engineer, criteria });
    const { id, post } = await invited(testApp, fixtures, 1);
    await post('start', { consent: '1' });
    for (const { id } of engineer.criteria) await post('answer', { criterion: id, text: 'A heliotrope.' });
    const { browser, client } = await browserOf(testApp, 'councilAdmin');
    const pages = [`/screens/${id}`, `/screens/${id}/data`];
    const json = ['', '/candidate-data'].map((part) => `/rest/svc/v1/screens/${id}${part}`);
    const read = async () =>
        Promise.all([...pages, ...json].map(async (url) => JSON.stringify((await browser.get(url)).body)));
    for (const body of await read()) t.false(body.includes('heliotrope'), body);
    t.deepEqual((await client.get(`/screens/${id}`)).body.data.screen.answers, []);
    const [{ answers }] = (await client.get(`/screens/${id}/candidate-data`)).body.data.screens;
    t.like(answers, [{ answer: null }, { answer: null }]);
    t.truthy(
        pageOf((await browser.get(`/screens/${id}/data`)).body).link('Delete all data'),
        'nothing to be blind to'
    );
    await post('submit');
    const blind = pageOf((await browser.get(`/screens/${id}/data`)).body);
    t.false(
        blind.text.includes('heliotrope'),
        'it would end the blindness of a reviewer, who is asked first'
    );
    await browser.press((await browser.get(`/screens/${id}/data`)).body, 'Show it now');
    for (const body of await read()) t.true(body.includes('heliotrope'), body);
    const asked = pageOf((await browser.get(`/screens/${id}/data`)).body).headings();
    const questions = criteria.map(({ question }) => question);
    t.deepEqual(
        asked.filter((one) => questions.includes(one)),
        questions
    );
});

test('the file contains all data, and downloading it counts as seeing the findings', async (t) => {
    const testApp = await createTestApp(t);
    const { id } = await planted(testApp);
    const author = await testApp.as('author');
    const { data } = (await author.get(`/screens/${id}/candidate-data`)).body;
    t.deepEqual(data.candidate, { name, email, erased_at: null, possible_mentions: 0 });
    const [screen] = data.screens;
    t.is(screen.answers.length, 2);
    t.true(screen.screen.verdict.findings.length > 0);
    t.is(screen.answers[0].gold.length, 2);
    t.like(
        screen.mails,
        ['screen_invitation', 'screen_reminder', 'screen_received'].map((kind) => ({
            kind,
            to_email: email
        })),
        'the first first'
    );
    t.deepEqual([screen.mails.length, data.tasks.length, data.traces.length], [3, 1, 1]);
    const tasks = screen.jobs.map(({ task }: { task: string }) => task).toSorted();
    t.deepEqual(
        tasks,
        ['evaluate-screen', 'send-mail', 'send-mail', 'send-mail'],
        'in any order: some began at once'
    );
    t.is(screen.credits.length, 1);
    t.like(screen.credits, [{ kind: 'spend', amount: '-1' }]);
    const acts = screen.audit.map(({ act }: { act: string }) => act);
    t.deepEqual(acts, ['screen.remind', 'screen.levels', 'screen.override', 'screen.decide']);
    const shown = await testApp.store.read.select().from(screenShowings);
    t.true(shown.some(({ userId, how }) => userId === author.user.id && how === 'asked'));
});

test('the question shows the consequences in numbers, and only the council erases', async (t) => {
    const testApp = await createTestApp(t);
    const { id } = await planted(testApp);
    const url = `/screens/${id}/data`;
    const word = 'Delete permanently';
    const author = await browserOf(testApp, 'author');
    t.is(pageOf((await author.browser.get(`${url}?ask=erase`)).body).button(word), undefined);
    const { browser } = await browserOf(testApp, 'councilAdmin');
    const question = (await browser.get(`${url}?ask=erase`)).body as string;
    t.regex(pageOf(question).text, /1 invitation, 2 answers, 2 labelled answers, 3 emails/);
    t.regex(pageOf((await browser.press(question, word)).body).text, /We are still searching/);
    await finish(testApp);
    const after = pageOf((await browser.get(url)).body);
    t.is(after.link('6 places'), '/screens/mentions');
    t.is(after.button(word), undefined);
    t.regex(pageOf((await browser.get(`/screens/${id}`)).body).text, /data was deleted/);
});
