// The home of a sage: in each state one thing comes next, for those who may do it.
import test from 'ava';
import { setFields } from '../../db/sages/sages.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { motivation } from '../support/fixtures/sages.ts';
import { browserOf, withSage } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const release = { releaseRunId: 'run_1', releaseRevision: 1, builtAt: 1 };
const titleIn = (page: string) => /<h2 id="next-title">([^<]*)</.exec(page)?.[1];
const nowIn = (page: string) => /aria-current="step">.*?<b>([^<]*)<\/b>/s.exec(page)?.[1];
const buttonsIn = (page: string) =>
    /<main[^>]*>(.*)<\/main>/s.exec(page)?.[1]?.match(/<(button type="submit"|a role="button")(?! class)/g) ??
    [];

test('each state of a sage has one next step and at most one filled button', async (t) => {
    const { testApp, browser, path, id } = await withSage(t, 'administrator');
    const { criteria } = await testApp.store.write((tx) => setFields(tx, id, { stepNumber: 4 }));
    const shown = async (changes: Parameters<typeof setFields>[2]) => {
        await testApp.store.write((tx) => setFields(tx, id, changes));
        const { body } = await browser.get(path);
        t.true(buttonsIn(body).length <= 1, titleIn(body));
        return `${nowIn(body)}: ${titleIn(body)}`;
    };
    t.is(await shown({ criteria: [] }), 'Questions: Write your questions');
    const unasked = criteria.map((one, place) => (place === 0 ? { ...one, question: '' } : one));
    t.is(await shown({ criteria: unasked }), 'Questions: 1 thing to change before the check');
    t.is(await shown({ criteria }), 'Check: Run the check');
    t.is(await shown({ ...release, stepNumber: 5 }), 'Try: Read the test answers');
    t.is(await shown({ stepNumber: 6 }), 'Open: Open it for candidates');
    t.is(await shown({ status: 'ss_active' }), 'Candidates: Invite candidates');
    t.is(await shown({ revision: 2 }), 'Check: Check it again before you invite');
});

test('a failed check leads to its report until the sage is changed', async (t) => {
    const { testApp, browser, client } = await withSage(t);
    const { sage } = (await client.send('POST', '/sages', motivation)).body.data;
    const { run_id } = (await client.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    const running = (await browser.get(`/sages/${sage.id}`)).body;
    t.regex(running, />Checking\. 0 % done</);
    t.regex(running, /data-hx-get="\/sages\/\d+"/);
    await testApp.drain();
    const failed = (await browser.get(`/sages/${sage.id}`)).body;
    t.is(titleIn(failed), 'The check failed');
    t.regex(
        failed,
        new RegExp(`<li class="failed" aria-current="step">.*href="/sages/${sage.id}/builds/${run_id}"`, 's')
    );
    await client.send('PATCH', `/sages/${sage.id}`, { threshold: 50 });
    t.is(titleIn((await browser.get(`/sages/${sage.id}`)).body), 'Run the check');
});

test('the home of an open sage lists its candidates, for users who may see them', async (t) => {
    const testApp = await createTestApp(t, { credits: 20 });
    const council = await withActiveSage(testApp);
    await invited(testApp, council, 1);
    const { browser } = await browserOf(testApp, 'author');
    const { body } = await browser.get(`/sages/${council.sage.id}`);
    t.is(titleIn(body), 'No one needs a review now');
    t.regex(body, /1 invited, 0 answering\..*class="opens" href="\/screens\/[^"]+">Candidate 1</s);
    t.regex(body, new RegExp(`href="/screens/invite\\?sage_id=${council.sage.id}"`));
});

test('users who may not take the next step read who may', async (t) => {
    const { testApp, browser, path, id } = await withSage(t, 'author', {
        ...release,
        revision: 2,
        stepNumber: 6
    });
    t.regex((await browser.get(path)).body, /Only a council administrator.*\/build">Request a check/s);
    await testApp.store.write((tx) => setFields(tx, id, { revision: 1 }));
    const closed = (await browser.get(path)).body;
    t.regex(closed, /Only a council administrator can open it\./);
    t.notRegex(closed, /svc_toggle_sage_status/);
    await testApp.store.write((tx) => setFields(tx, id, { releaseRunId: null, criteria: [] }));
    const reviewer = await browserOf(testApp, 'reviewer');
    const unwritten = (await reviewer.browser.get(path)).body;
    t.is(titleIn(unwritten), 'The questions are not finished');
    t.is(buttonsIn(unwritten).length, 0);
});
