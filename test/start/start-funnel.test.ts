// How many candidates came how far, as Start draws it for each sage.
import test from 'ava';
import { funnelsOf } from '../../db/judgement/funnel.ts';
import { withJudgedScreen } from '../support/fixtures/judged.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('a funnel counts each candidate at every step that they reached, and no test candidate', async (t) => {
    const testApp = await createTestApp(t);
    const { sage, id, council, answered } = await withJudgedScreen(testApp);
    const other = await answered({ debugging: 'I guessed.', teamwork: 'We spoke.' });
    await council.send('POST', `/screens/${id}/decide`, { decision: 'hired' });
    await council.send('POST', `/screens/${other}/decide`, { decision: 'rejected' });
    await answered({ debugging: 'I tried.', teamwork: 'We met.' });
    const steps = { invited: 3, started: 3, submitted: 3, decided: 2, advanced: 1, hired: 1 };
    t.deepEqual((await funnelsOf(testApp.store.read, [sage.id])).get(sage.id), { ...steps, waiting: 1 });
    t.is((await funnelsOf(testApp.store.read, [sage.id + 1])).size, 0);
    const { browser } = await browserOf(testApp, 'reviewer');
    const { body } = await browser.get('/');
    t.regex(body, /Invited 3, Started 3, Submitted 3, Reviewed 2, Advanced 1, Hired 1/);
    t.regex(body, /3 candidates, 1 needs review/);
});
