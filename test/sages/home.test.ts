// The home of a sage: in each state one thing comes next, for those who may do it.
import test from 'ava';
import { setFields } from '../../db/sages/sages.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { engineer, engineerFields, motivation } from '../support/fixtures/sages.ts';
import { browserOf, withSage } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const release = { releaseRunId: 'run_1', releaseRevision: 1, builtAt: 1 };

test('each state of a sage has one next step, and no page says that it is ready before it is', async (t) => {
    const { testApp, page, path, id } = await withSage(t, 'administrator', { stepNumber: 4 });
    const { criteria } = engineerFields;
    const unasked = criteria.map((one, place) => (place === 0 ? { ...one, question: '' } : one));
    const states: [Parameters<typeof setFields>[2], next: string, status: string][] = [
        [{ criteria: [] }, 'Write your questions', 'Not checked'],
        [{ criteria: unasked }, '1 thing to change before the check', 'Not checked'],
        [{ criteria }, 'Run the check', 'Not checked'],
        [{ ...release, stepNumber: 5 }, 'There are no test answers to read', 'Test review needed'],
        [{ stepNumber: 6 }, 'Open it for candidates', 'Ready to open'],
        [{ openedAt: 1 }, 'Open it for candidates', 'Closed'],
        [{ status: 'ss_active' }, 'Invite candidates', 'Open'],
        [{ revision: 2 }, 'Check it again before you invite', 'Open Changed since its last check']
    ];
    for (const [changes, next, status] of states) {
        await testApp.store.write((tx) => setFields(tx, id, changes));
        const home = await page(path);
        t.is(home.headings()[1], next);
        t.is(home.button('Open it') !== undefined, next === 'Open it for candidates', status);
        t.is(home.link('Invite') !== undefined, status === 'Open', next);
        t.is((await page('/sages')).row('Sages', engineer.name)?.['Status'], status, next);
    }
});

test('a failed check leads to its report and to what mends it, until the sage is changed', async (t) => {
    const { testApp, page, client } = await withSage(t);
    const { sage } = (await client.send('POST', '/sages', motivation)).body.data;
    const path = `/sages/${sage.id}`;
    const { run_id } = (await client.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    t.is((await page(path)).headings()[1], 'Checking. 0 % done');
    await testApp.drain();
    const failed = await page(path);
    t.is(failed.headings()[1], 'The check failed');
    t.is(failed.part('The check failed').link(/report/i), `${path}/builds/${run_id}`);
    await client.send('PATCH', path, { threshold: 50 });
    t.is((await page(path)).headings()[1], 'Run the check');
});

test('the home of an open sage lists its candidates, for users who may see them', async (t) => {
    const testApp = await createTestApp(t, { credits: 20 });
    const council = await withActiveSage(testApp);
    const { id } = await invited(testApp, council, 1);
    const home = await (await browserOf(testApp, 'author')).page(`/sages/${council.sage.id}`);
    const of = `?sage_id=${council.sage.id}`;
    t.is(home.link('Candidate 1'), `/screens/${id}${of}`);
    t.is(home.link('Invite'), `/screens/invite${of}`);
});

test('users who may not take the next step read who may', async (t) => {
    const { testApp, page, path, id } = await withSage(t, 'author', {
        ...release,
        revision: 2,
        stepNumber: 6
    });
    t.is((await page(path)).link('Request a check'), '?ask=request');
    await testApp.store.write((tx) => setFields(tx, id, { revision: 1 }));
    const closed = await page(path);
    t.regex(closed.text, /Only a council administrator can open it\./);
    t.is(closed.button('Open it'), undefined);
    await testApp.store.write((tx) => setFields(tx, id, { releaseRunId: null, criteria: [] }));
    const reviewer = await browserOf(testApp, 'reviewer');
    t.is((await reviewer.page(path)).headings()[1], 'The questions are not finished');
});
