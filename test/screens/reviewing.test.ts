// Reviewing is a queue: what is saved leads to the next who waits, and a decision can be undone before anyone is told.
import test, { type ExecutionContext } from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { enqueue, jobs } from '../../db/jobs/ledger.ts';
import { listMails } from '../../db/jobs/mails.ts';
import { jobTally } from '../../db/jobs/tally.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { license, levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const minute = 60_000;
const all = { level_debugging: 'strong', level_teamwork: 'strong' };

async function prepared(t: ExecutionContext, env: Record<string, string> = { UNDO_MINUTES: '5' }) {
    const testApp = await createTestApp(t, { env });
    const fixtures = await withJudgedScreen(testApp);
    const admin = await testApp.as('administrator');
    await admin.send('PATCH', '/settings/decision-mails', { rejected: true, advanced: true });
    const reviewer = await testApp.as('reviewer');
    const browser = plainBrowser(testApp, { svc_session: reviewer.cookie });
    const page = async (id = fixtures.id, query = '') =>
        (await browser.get(`/screens/${id}${query}`)).body as string;
    const review = async (fields: Record<string, string>, id = fixtures.id, query = '') =>
        browser.submit(`/rest/svc/v1/screens/${id}/review`, {
            ...hiddenFields(await page(id, query), 'class="decide"'),
            ...fields
        });
    const decisionOf = async (id = fixtures.id) =>
        (await reviewer.get(`/screens/${id}`)).body.data.screen as { decision: string; decisions: object[] };
    const mails = async () =>
        (await listMails(testApp.store.read, { limit: 50, offset: 0 })).items
            .filter(({ kind }) => kind === 'screen_decided')
            .map(({ about, state }) => [(about as { decision?: string }).decision, state])
            .toReversed();
    const undo = () => reviewer.send('POST', `/screens/${fixtures.id}/undo`, {});
    return { testApp, ...fixtures, reviewer, browser, page, review, decisionOf, mails, undo };
}

test('each candidate has a place in the queue, and a decision leads to the next who waits', async (t) => {
    const { testApp, id, answered, page, review, browser, sage } = await prepared(t);
    testApp.pass(minute);
    const second = await answered();
    testApp.pass(minute);
    const third = await answered();
    const at = await page(second);
    t.regex(
        at,
        new RegExp(`/screens/${id}">Previous</a><span>2 of 3</span><a href="/screens/${third}">Next`)
    );
    await review(all, third);
    const next = await review({ decision: 'advanced' }, third);
    t.regex(next.body, /<span>1 of 2<\/span>/, 'after the last comes the one who waits longest');
    t.regex(next.body, /: Advanced\. You can undo this for 5 minutes\./);
    const query = `?sage_id=${sage.id}`;
    const later = await review({ ...all, decision: 'not_reviewed' }, id, query);
    t.true(later.body.includes(`/screens/${id}${query}">Previous`), 'the queue of one sage stays that one');
    await review({ ...all, decision: 'advanced' }, id);
    const done = await review({ ...all, decision: 'advanced' }, second);
    t.regex(done.body, /<h1>No other candidate needs a review/);
    t.is((await browser.get('/screens/done?sage_id=x')).statusCode, 400);
});

test('an undone decision is as if it was never made, and no one is told', async (t) => {
    const { testApp, id, review, page, browser, decisionOf, mails, undo, reviewer } = await prepared(t);
    const { body } = await review({ ...all, decision: 'advanced' });
    t.deepEqual(await mails(), [['advanced', 'queued']]);
    testApp.pass(4 * minute);
    await testApp.drain();
    t.deepEqual(
        await mails(),
        [['advanced', 'queued']],
        'it waits for as long as the decision can be undone'
    );
    const undone = await browser.submit(`/rest/svc/v1/screens/${id}/undo`, hiddenFields(body, '>Undo<'));
    t.regex(undone.body, /Decision undone\. No email was sent\./);
    t.like(await decisionOf(), { decision: 'not_reviewed', decisions: [] });
    t.notRegex(await page(), /<strong>Advanced/);
    testApp.pass(10 * minute);
    await testApp.drain();
    t.deepEqual(await mails(), [['advanced', 'dead']]);
    t.is((await undo()).statusCode, 409, 'there is none left');
    const audit = await listAudit(testApp.store.read, { limit: 50, offset: 0 });
    t.true(audit.items.some(({ act }) => act === 'screen.undo-decision'));
    await reviewer.send('POST', `/screens/${id}/decide`, { decision: 'advanced' });
    testApp.pass(5 * minute);
    await testApp.drain();
    t.deepEqual((await mails()).at(-1), ['advanced', 'kept']);
    t.is((await undo()).statusCode, 409, 'the time is over');
    t.like(await decisionOf(), { decision: 'advanced' });
});

test('undoing restores the decision before, and its email', async (t) => {
    const { testApp, review, decisionOf, mails, undo, council, id } = await prepared(t);
    await review({ ...all, decision: 'advanced' });
    await review({ decision: 'rejected', note: 'The place is taken.' });
    t.deepEqual(await mails(), [
        ['advanced', 'dead'],
        ['rejected', 'queued']
    ]);
    t.is((await council.send('POST', `/screens/${id}/undo`, {})).statusCode, 403, 'another person decided');
    t.is((await undo()).statusCode, 200);
    t.like(await decisionOf(), { decision: 'advanced', decision_note: '' });
    testApp.pass(5 * minute);
    await testApp.drain();
    t.deepEqual((await mails()).at(-1), ['advanced', 'kept']);
});

test('after a failed attempt, too, no email shows a decision that can be undone', async (t) => {
    const meanwhile: (() => Promise<number | undefined>)[] = [];
    const server = await openMailServer({ refusal: () => meanwhile.pop()?.() });
    t.teardown(server.close);
    const { testApp, id, mails, reviewer } = await prepared(t, { ...server.env, UNDO_MINUTES: '5' });
    const decide = (decision: string) =>
        reviewer.send('POST', `/screens/${id}/decide`, { decision, note: 'Why.' });
    await decide('rejected');
    testApp.pass(5 * minute);
    meanwhile.push(async () => {
        await decide('advanced');
        return 451;
    });
    await testApp.drain();
    testApp.pass(4 * minute);
    await testApp.drain();
    t.deepEqual(await mails(), [
        ['rejected', 'dead'],
        ['advanced', 'queued']
    ]);
    testApp.pass(minute);
    await testApp.drain();
    t.deepEqual((await mails()).at(-1), ['advanced', 'sent']);
});

test('a job whose time was before it was queued waits since it was queued', async (t) => {
    const { store, now } = await createTestApp(t);
    const at = now();
    await store.write((tx) => enqueue(tx, 'judge-rest', { runId: 'a-run' }, at, at - 24 * 60 * minute));
    t.is((await jobTally(store.read, at)).oldestAt, at);
    await store.write((tx) => enqueue(tx, 'judge-rest', { runId: 'a-run' }, at - 2 * minute, at - minute));
    t.is(
        (await jobTally(store.read, at)).oldestAt,
        at - minute,
        'one that was scheduled waits since its time'
    );
});

test('a decision email that is started early waits, and is sent once at its time', async (t) => {
    const { testApp, id, mails, reviewer } = await prepared(t);
    await reviewer.send('POST', `/screens/${id}/decide`, { decision: 'rejected', note: 'Why.' });
    const { store } = testApp;
    await store.write((tx) => tx.update(jobs).set({ notBefore: null }).where(eq(jobs.state, 'pending')));
    await testApp.drain();
    t.deepEqual(await mails(), [['rejected', 'queued']]);
    testApp.pass(5 * minute);
    await testApp.drain();
    t.deepEqual(await mails(), [['rejected', 'kept']]);
    t.like(await jobTally(store.read, testApp.now()), { waiting: 0 });
});

test('without a time for it no decision can be undone, and the email leaves at once', async (t) => {
    const { testApp, review, mails, undo } = await prepared(t, { UNDO_MINUTES: '0' });
    const { body } = await review({ ...all, decision: 'advanced' });
    t.false(body.includes('>Undo<'));
    await testApp.drain();
    t.deepEqual(await mails(), [['advanced', 'kept']]);
    t.is((await undo()).statusCode, 409);
});

test('name and findings are hidden, licence or not, until all levels are given or one looks', async (t) => {
    const { testApp, id, page, review, sage, council } = await prepared(t);
    await license(testApp, id);
    const name = (await findScreen(testApp.store.read, id))?.candidateName ?? '';
    const other = plainBrowser(testApp, { svc_session: council.cookie });
    for (const query of ['', '?show=verdict']) {
        const { body } = await other.get(`/screens/${id}${query}`);
        for (const hidden of [`>${name}<`, '<mark', 'The software:', 'class="flags"'])
            t.false(body.includes(hidden), hidden);
        t.regex(body, /<h1>Candidate \d+</);
    }
    const shown = await other.submit(
        `/rest/svc/v1/screens/${id}/show-findings`,
        hiddenFields((await other.get(`/screens/${id}`)).body, 'Show it now')
    );
    t.true(shown.body.includes(`<h1>${name}<`) && shown.body.includes('<mark'));
    await council.send('POST', `/screens/${id}/levels`, { levels: levelsOf('absent', 'strong') });
    await review({ level_debugging: 'strong' });
    await review(all);
    const body = await page();
    t.true(body.includes(`<h1>${name}<`) && body.includes('<mark'));
    t.regex(body, /Two reviewers disagree on “[^”]+”<\/b> councilAdmin gave Absent, reviewer gave Strong\./);
    const { reviews } = (await council.get(`/screens/${id}`)).body.data.screen;
    t.deepEqual(
        reviews.map(({ blind }: { blind: boolean }) => blind),
        [false, true, true],
        'of who looked early, and of the other, who saved them one after the other'
    );
    const saved = await council.send('PATCH', `/sages/${sage.id}`, { hides_findings: false });
    t.is(saved.statusCode, 200);
    const third = plainBrowser(testApp, { svc_session: (await testApp.as('administrator')).cookie });
    t.true((await third.get(`/screens/${id}`)).body.includes(`<h1>${name}<`));
});
