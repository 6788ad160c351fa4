// What Start says first: the candidate who waits, or the first sage; for users who may do it.
import test from 'ava';
import { withJudgedScreen } from '../support/fixtures/judged.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const nextIn = (page: string) =>
    /<section class="next".*?<h2 id="next-title">([^<]*)<.*?href="([^"]*)">([^<]*)</s.exec(page)?.slice(1);

test('Start begins with the candidate who has waited longest, for users who may review', async (t) => {
    const testApp = await createTestApp(t);
    const { id } = await withJudgedScreen(testApp);
    const { browser } = await browserOf(testApp, 'reviewer');
    const { body } = await browser.get('/');
    t.deepEqual(nextIn(body), ['1 candidate needs your review', `/screens/${id}`, 'Review 1 candidate']);
    const rep = await browserOf(testApp, 'salesRep');
    t.is(nextIn((await rep.browser.get('/')).body), undefined);
});

test('Start begins with the first sage where an author has none, and no longer after it', async (t) => {
    const testApp = await createTestApp(t);
    const { browser, client } = await browserOf(testApp, 'author');
    t.deepEqual(nextIn((await browser.get('/')).body), [
        'Create your first sage',
        '/sages/new',
        'Choose a job'
    ]);
    await client.send('POST', '/sages', { name: 'Florist' });
    t.deepEqual(nextIn((await browser.get('/')).body), ['Florist', '/sages/1', 'Continue']);
});
