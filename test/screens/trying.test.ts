// The test answers of a check: read, confirmed where they stand, and on to opening the sage.
import test from 'ava';
import { pageOf } from '../support/people/page.ts';
import { tested } from '../support/fixtures/test-answers.ts';
import { browserOf, withSage } from '../support/people/sage-pages.ts';

test('test answers lead on to the next step of their sage, for its editors, and back', async (t) => {
    const { testApp, browser, client, path, id } = await withSage(t, 'author', { criteria: tested() });
    const { run_id } = (await client.action('svc_start_full_sage_build', { sage_id: id })).body;
    await testApp.drain();
    const { test_screen_id } = (await client.action('svc_get_step_status', { run_id, sage_id: id })).body;
    const screen = `/screens/${test_screen_id}`;
    const confirm = 'Looks right: continue';
    t.is(pageOf((await browser.get(path)).body).link('Read the test answers'), screen);
    const reviewer = await browserOf(testApp, 'reviewer');
    const read = pageOf((await reviewer.browser.get(screen)).body);
    t.is(read.link('Back to the sage'), path);
    t.is(read.button(confirm), undefined);
    const page = (await browser.get(screen)).body as string;
    const sent = await browser.press(page, confirm);
    t.regex(pageOf(sent.body).text, /Open it for candidates/);
    t.is(pageOf((await browser.get(screen)).body).button(confirm), undefined);
});
