// Levels, decision and note are one form: whatever was picked is saved together, and none of it is lost.
import test, { type ExecutionContext } from 'ava';
import { listMails } from '../../db/jobs/mails.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { withJudgedScreen } from '../support/fixtures/judged.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const picked = { level_debugging: 'strong', reason_debugging: 'Twice.', level_teamwork: 'strong' };

async function prepared(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const fixtures = await withJudgedScreen(testApp);
    const admin = await testApp.as('administrator');
    await admin.send('PATCH', '/settings/decision-mails', { rejected: true, advanced: true });
    const reviewer = await testApp.as('reviewer');
    const browser = plainBrowser(testApp, { svc_session: reviewer.cookie });
    const path = `/screens/${fixtures.id}`;
    const page = async () => (await browser.get(path)).body as string;
    const post = async (step: string, fields: Record<string, string>) =>
        browser.submit(`/rest/svc/v1${path}/${step}`, {
            ...hiddenFields(await page(), 'class="decide"'),
            ...fields
        });
    const recorded = async () => {
        const { reviews, decisions } = (await reviewer.get(path)).body.data.screen;
        const { items } = await listMails(testApp.store.read, { limit: 50, offset: 0 });
        const mails = items.filter(({ kind }) => kind === 'screen_decided').length;
        return { reviews, decisions, mails };
    };
    return { testApp, reviewer, browser, path, page, post, recorded };
}

test('picked and unsaved levels are saved with the decision', async (t) => {
    const { page, post, recorded } = await prepared(t);
    const form = (await page()).split('<form').find((part) => part.includes('>Save levels<')) ?? '';
    for (const sent of ['name="level_debugging"', 'name="reason_teamwork"', 'name="note"'])
        t.true(form.includes(sent), sent);
    t.false(form.includes('name="decision"'), 'there is nothing to decide before the findings');
    t.is((await post('review', { ...picked, decision: 'advanced', note: '' })).statusCode, 200);
    const { reviews, decisions, mails } = await recorded();
    t.is(reviews.length, 1);
    t.like(reviews[0], { blind: true, score: 100, recommendation: 'advance' });
    t.is(reviews[0].levels[0].reason, 'Twice.');
    t.is(decisions[0].decision, 'advanced');
    t.is(mails, 1);
});

test('a decision takes as much as the levels that come with it', async (t) => {
    const { reviewer, path } = await prepared(t);
    const levels = Array.from({ length: 40 }, (_, place) => ({
        criterion_id: `c${place}`,
        level: 'strong',
        reason: 'ж'.repeat(1900)
    }));
    const sent = await reviewer.send('POST', `${path}/decide`, { decision: 'advanced', note: '', levels });
    t.is(sent.statusCode, 400, 'there is no such criterion; it is not too large');
});

test('a decision against the levels needs a note; without it nothing is saved and picks are kept', async (t) => {
    const { post, recorded } = await prepared(t);
    const refused = await post('review', { ...picked, decision: 'rejected', note: '' });
    t.is(refused.statusCode, 400);
    t.regex(
        refused.body,
        /This differs from the score of the levels or from the recommendation. Add a note that explains why/
    );
    t.regex(refused.body, /name="level_debugging" type="radio" value="strong" checked/);
    t.true(refused.body.includes('Twice.</textarea>'));
    t.deepEqual(await recorded(), { reviews: [], decisions: [], mails: 0 });
    const noLevel = await post('review', { reason_teamwork: 'Two.', decision: 'rejected', note: 'Full.' });
    t.true(noLevel.body.includes('Two.</textarea>') && noLevel.body.includes('Full.</textarea>'));
    t.deepEqual(await recorded(), { reviews: [], decisions: [], mails: 0 });
    await post('review', { ...picked, decision: 'rejected', note: 'The place is taken.' });
    const { reviews, decisions, mails } = await recorded();
    t.deepEqual([reviews.length, decisions.length, mails], [1, 1, 1]);
});

test('a decision saves only levels that changed', async (t) => {
    const { post, recorded } = await prepared(t);
    const some = { level_debugging: 'strong', reason_debugging: 'Twice.' };
    await post('review', some);
    await post('review', { ...some, level_teamwork: 'strong', decision: 'advanced', note: '' });
    t.is((await recorded()).reviews.length, 2);
    await post('review', { ...some, level_debugging: 'partial', decision: 'advanced', note: 'Once more.' });
    const { reviews } = await recorded();
    t.is(reviews.length, 3);
    t.like(reviews[2].levels.at(-1), { criterion_id: 'debugging', level: 'partial' });
});

test('a note is stored alone, and so is a candidate who is left for later', async (t) => {
    const { page, post, recorded, reviewer, path } = await prepared(t);
    await post('review', { note: 'Call them first.' });
    t.true((await page()).includes('<strong>Note</strong>') && (await page()).includes('Call them first.'));
    t.deepEqual(await recorded(), { reviews: [], decisions: [], mails: 0 });
    const later = await post('review', { ...picked, decision: 'not_reviewed' });
    t.regex(later.body, /Left for later\./);
    const { reviews, decisions } = await recorded();
    t.deepEqual([reviews.length, decisions], [1, []]);
    t.is(
        (await reviewer.send('POST', `${path}/decide`, { decision: 'hired' })).statusCode,
        200,
        'no note needed'
    );
});

test('a decision that is sent after the session has ended waits, with its levels', async (t) => {
    const { testApp, reviewer, browser, page, path } = await prepared(t);
    const fields = {
        ...hiddenFields(await page(), 'class="decide"'),
        ...picked,
        decision: 'advanced',
        note: 'Good.'
    };
    await reviewer.send('POST', '/logout', {});
    const waiting = await browser.post(`/rest/svc/v1${path}/review`, fields);
    t.is(waiting.statusCode, 401);
    const again = plainBrowser(testApp, { svc_session: (await testApp.as('reviewer')).cookie });
    const { body } = await again.post(path, hiddenFields(waiting.body, 'Continue with my text'));
    t.regex(body, /name="level_teamwork" type="radio" value="strong" checked/);
    t.true(body.includes('Good.</textarea>'));
});
