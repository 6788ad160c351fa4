// Candidate data in a browser: read, handed out as a file, and erased after a question that says what will happen.
import test from 'ava';
import { screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { screenShowings } from '../../db/judgement/showings.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { email, finish, name, planted } from '../support/fixtures/erasing.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

async function browserOf(testApp: TestApp, person: 'councilAdmin' | 'author') {
    const browser = plainBrowser(testApp, { svc_session: (await testApp.as(person)).cookie });
    return { browser, page: async (url: string) => (await browser.get(url)).body as string };
}

test('everything stored about a candidate is one page, found from their screen and by search', async (t) => {
    const testApp = await createTestApp(t);
    const { id } = await planted(testApp);
    const { page } = await browserOf(testApp, 'councilAdmin');
    t.true((await page(`/screens/${id}`)).includes(`href="/screens/${id}/data"`));
    t.true((await page('/search?q=zephyrine')).includes(`href="/screens/${id}/data"`));
    const data = await page(`/screens/${id}/data`);
    for (const part of [
        name,
        email,
        'heliotrope',
        'said so',
        'is good.',
        'Invitation of a candidate of',
        'Decision saved'
    ])
        t.true(data.includes(part), part);
});

test('unsent answers of a candidate are hidden, and shown after they are sent', async (t) => {
    const testApp = await createTestApp(t);
    const { id, post } = await invited(testApp, await withActiveSage(testApp), 1);
    await post('start', { consent: '1' });
    for (const criterion of ['debugging', 'teamwork'])
        await post('answer', { criterion, text: 'A heliotrope.' });
    const { browser, page } = await browserOf(testApp, 'councilAdmin');
    const asked = [`/screens/${id}`, `/screens/${id}/data`];
    const json = ['', '/candidate-data'].map((part) => `/rest/svc/v1/screens/${id}${part}`);
    const read = async () =>
        Promise.all([...asked, ...json].map(async (url) => JSON.stringify((await browser.get(url)).body)));
    for (const body of await read()) t.false(body.includes('heliotrope'), body);
    t.is((await page(`/screens/${id}/data`)).split('Not submitted yet.').length - 1, 2);
    const { get } = await testApp.as('councilAdmin');
    t.deepEqual((await get(`/screens/${id}`)).body.data.screen.answers, []);
    const [{ answers }] = (await get(`/screens/${id}/candidate-data`)).body.data.screens;
    t.deepEqual(
        answers.map(({ answer }: { answer: string | null }) => answer),
        [null, null]
    );
    await post('submit');
    for (const body of await read()) t.true(body.includes('heliotrope'), body);
});

test('answers are shown in the order in which they were asked', async (t) => {
    const testApp = await createTestApp(t);
    const { criteria } = engineer;
    const council = await withActiveSage(testApp, { ...engineer, criteria: criteria.toReversed() });
    const { post } = await invited(testApp, council, 1);
    await post('start', { consent: '1' });
    for (const { id } of criteria) await post('answer', { criterion: id, text: 'I asked them.' });
    await post('submit');
    await testApp.drain();
    const [screen] = await testApp.store.read.select().from(screens).where(eq(screens.kind, 'real'));
    const { page } = await browserOf(testApp, 'councilAdmin');
    const data = await page(`/screens/${screen?.id}/data`);
    const [first, second] = criteria.map(({ question }) => data.indexOf(question));
    t.true(Number(second) > 0 && Number(second) < Number(first));
});

test('the file contains all data, and downloading it counts as seeing the findings', async (t) => {
    const testApp = await createTestApp(t);
    const { id } = await planted(testApp);
    const author = await testApp.as('author');
    const { data } = (await author.get(`/screens/${id}/candidate-data`)).body;
    t.deepEqual(data.candidate, { name, email, erased_at: null });
    const [screen] = data.screens;
    t.is(screen.answers.length, 2);
    t.true(screen.screen.verdict.findings.length > 0);
    t.is(screen.answers[0].gold.length, 2);
    t.deepEqual(
        screen.mails.map(({ kind, to_email }: Record<string, string>) => `${kind} ${to_email}`),
        ['screen_invitation', 'screen_reminder', 'screen_received'].map((kind) => `${kind} ${email}`),
        'the first first'
    );
    t.is(data.tasks.length, 1);
    t.is(data.traces.length, 1);
    const tasks = screen.jobs.map(({ task }: { task: string }) => task);
    t.deepEqual(tasks, ['send-mail', 'send-mail', 'evaluate-screen', 'send-mail']);
    t.deepEqual(
        screen.credits.map(({ kind, amount }: Record<string, string>) => `${kind} ${amount}`),
        ['spend -1']
    );
    const acts = screen.audit.map(({ act }: { act: string }) => act);
    t.deepEqual(acts, ['screen.remind', 'screen.levels', 'screen.override', 'screen.decide']);
    const shown = await testApp.store.read.select().from(screenShowings);
    t.true(shown.some(({ userId, how }) => userId === author.user.id && how === 'asked'));
});

test('the question shows the consequences in numbers, and only the council erases', async (t) => {
    const testApp = await createTestApp(t);
    const { id } = await planted(testApp);
    const { page: ofAuthor } = await browserOf(testApp, 'author');
    t.false((await ofAuthor(`/screens/${id}/data`)).includes('Delete all data'));
    const { browser, page } = await browserOf(testApp, 'councilAdmin');
    const question = await page(`/screens/${id}/data?ask=erase`);
    t.regex(question, /1 invitation, 2 answers, 2 labelled answers, 3 emails/);
    const path = `/rest/svc/v1/screens/${id}/erase`;
    const done = (await browser.submit(path, hiddenFields(question, `/screens/${id}/erase"`))).body as string;
    t.regex(done, /Candidate data deleted/);
    t.regex(done, /We are still searching other people(&#39;|')s texts/);
    await finish(testApp);
    const after = await page(`/screens/${id}/data`);
    t.regex(after, /stay as anonymous numbers/);
    t.regex(after, /<a href="\/screens\/mentions">3 places<\/a> in other texts/);
    t.false(after.includes('Delete permanently'));
    t.regex(await page(`/screens/${id}`), /This candidate(&#39;|')s data was deleted/);
});
