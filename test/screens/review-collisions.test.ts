// Two people, or one twice: a decision is not overturned unseen, and undone once; asking to see shows, whatever came before.
import test from 'ava';
import { recordShowings } from '../../db/judgement/showings.ts';
import { levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { pageOf } from '../support/people/page.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { browserOf } from '../support/people/sage-pages.ts';

const levels = levelsOf('strong', 'strong');

async function prepared(t: Parameters<typeof createTestApp>[0]) {
    const testApp = await createTestApp(t, { env: { UNDO_MINUTES: '5' } });
    const { id } = await withJudgedScreen(testApp);
    const reviewer = await testApp.as('reviewer');
    const colleague = await testApp.as('author');
    const review = (by: typeof reviewer, body: object) =>
        by.send('POST', `/screens/${id}/review`, { levels, ...body });
    return { testApp, id, reviewer, colleague, review };
}

test('a form that was opened before a colleague decided does not overturn their decision', async (t) => {
    const { reviewer, colleague, review } = await prepared(t);
    const first = await review(colleague, { decision: 'advanced', seen_decision: 0 });
    t.is(first.statusCode, 200);
    const late = await review(reviewer, { decision: 'not_reviewed', note: 'Not sure.', seen_decision: 0 });
    t.is(late.statusCode, 409);
    t.regex(late.body.data.message, /^A colleague decided meanwhile/);
    const seen = { decision: 'not_reviewed', note: 'Not sure.', seen_decision: first.body.data.decision_id };
    t.is((await review(reviewer, seen)).statusCode, 200);
});

test('an undo that is sent twice undoes one decision', async (t) => {
    const { id, reviewer, review } = await prepared(t);
    await review(reviewer, { decision: 'advanced' });
    const { decision_id } = (await review(reviewer, { decision: 'hired', note: 'At once.' })).body.data;
    const undo = () => reviewer.send('POST', `/screens/${id}/undo`, { decision_id });
    t.is((await undo()).body.data.screen.decision, 'advanced');
    t.is((await undo()).statusCode, 409);
    t.is((await reviewer.get(`/screens/${id}`)).body.data.screen.decision, 'advanced');
});

test('who asks to see the findings sees them, also where a licence showed them before', async (t) => {
    const { testApp, id, reviewer } = await prepared(t);
    const before = { screenId: id, userId: reviewer.user.id, at: 1, how: 'licensed' } as const;
    await testApp.store.write((tx) => recordShowings(tx, [before]));
    const { browser } = await browserOf(testApp, 'reviewer');
    const hidden = (await browser.get(`/screens/${id}`)).body;
    t.not(pageOf(hidden).heading(), 'Candidate 1');
    const shown = await browser.press(hidden, 'Show it now');
    t.is(pageOf(shown.body).heading(), 'Candidate 1');
});
