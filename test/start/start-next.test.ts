// What Start says first: the candidate who waits, or the first sage; for users who may do it.
import test from 'ava';
import { withJudgedScreen } from '../support/fixtures/judged.ts';
import { browserOf, opened } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const review = 'Review 1 candidate';

test('Start begins with the candidate who has waited longest, for users who may review', async (t) => {
    const testApp = await createTestApp(t);
    const { id, council } = await withJudgedScreen(testApp);
    testApp.pass(3 * 60 * 60_000);
    const start = async (person: 'reviewer' | 'salesRep') =>
        await (await browserOf(testApp, person)).page('/');
    const page = await start('reviewer');
    t.is(page.headings()[1], '1 candidate needs your review');
    t.is(page.link(review), `/screens/${id}`);
    t.regex(page.text, /has waited for 3 hours/);
    t.is((await start('salesRep')).link(review), undefined);
    await council.send('POST', `/screens/${id}/decide`, { decision: 'rejected' });
    t.is((await start('reviewer')).link(review), undefined);
});

test('Start begins with the first sage where an author has none, and no longer after it', async (t) => {
    const { page, client } = await opened(t);
    t.is((await page('/')).link('Choose a job'), '/sages/new');
    await client.send('POST', '/sages', { name: 'Florist' });
    const next = await page('/');
    t.is(next.headings()[1], 'Florist');
    t.is(next.link('Continue'), '/sages/1');
});
