// The test answers of a check: read, confirmed where they stand, and on to opening the sage.
import test from 'ava';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { browserOf, withSage } from '../support/people/sage-pages.ts';

test('test answers lead on to the next step of their sage, for its editors, and back', async (t) => {
    const { testApp, browser, client, path, id } = await withSage(t);
    const { run_id } = (await client.action('svc_start_full_sage_build', { sage_id: id })).body;
    await testApp.drain();
    const { test_screen_id } = (await client.action('svc_get_step_status', { run_id, sage_id: id })).body;
    const screen = `/screens/${test_screen_id}`;
    t.regex((await browser.get(path)).body, new RegExp(`href="${screen}">Read the answers<`));
    const reviewer = await browserOf(testApp, 'reviewer');
    const read = (await reviewer.browser.get(screen)).body;
    t.regex(read, new RegExp(`Do the test answers look right\\?.*href="${path}">Back to the sage<`, 's'));
    t.notRegex(read, /testing\/pass/);
    t.regex((await browser.get(path)).body, /Do the test answers look right\?.*Looks right: continue/s);
    const page = (await browser.get(screen)).body;
    const sent = await browser.submit(`/rest/svc/v1${path}/testing/pass`, hiddenFields(page, 'testing/pass'));
    t.regex(sent.body, /Open it for candidates/);
    t.notRegex((await browser.get(screen)).body, /testing\/pass/);
});
