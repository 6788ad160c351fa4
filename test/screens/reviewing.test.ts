// Reviewing is a queue: what is saved leads to the next who waits, and a decision can be undone before anyone is told.
import test, { type ExecutionContext } from 'ava';
import { screenDecisions } from '../../db/judgement/decisions.ts';
import { recordShowings } from '../../db/judgement/showings.ts';
import { listAudit } from '../../db/record/audit.ts';
import { enqueue, jobs } from '../../db/jobs/ledger.ts';
import { listMails } from '../../db/jobs/mails.ts';
import { jobTally } from '../../db/jobs/tally.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { license, levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const minute = 60_000;
const all = { level_debugging: 'strong', level_teamwork: 'strong' };

async function prepared(t: ExecutionContext, env: Record<string, string> = { UNDO_MINUTES: '5' }) {
    const testApp = await createTestApp(t, { env });
    const fixtures = await withJudgedScreen(testApp);
    const admin = await testApp.as('administrator');
    await admin.send('PATCH', '/settings/decision-mails', { rejected: true, advanced: true });
    const { client: reviewer, browser } = await browserOf(testApp, 'reviewer');
    const page = async (id = fixtures.id, query = '') =>
        (await browser.get(`/screens/${id}${query}`)).body as string;
    const review = async (fields: Record<string, string>, id = fixtures.id, query = '') =>
        (await browser.press(await page(id, query), /^Save/, fields)).body as string;
    const decide = (decision: string) =>
        reviewer.send('POST', `/screens/${fixtures.id}/decide`, { decision, note: 'Why.' });
    const decisionOf = async () => (await reviewer.get(`/screens/${fixtures.id}`)).body.data.screen as object;
    const mails = async () =>
        (await listMails(testApp.store.read, { limit: 50, offset: 0 })).items
            .filter(({ kind }) => kind === 'screen_decided')
            .map(({ about, state }) => `${(about as { decision?: string }).decision} ${state}`)
            .toReversed();
    const undo = () => reviewer.send('POST', `/screens/${fixtures.id}/undo`, {});
    /** The jobs that are due after so many more minutes. */
    const after = (minutes: number) => {
        testApp.pass(minutes * minute);
        return testApp.drain();
    };
    return { testApp, ...fixtures, reviewer, browser, page, review, decide, decisionOf, mails, undo, after };
}

test('each candidate has a place in the queue, and a decision leads to the next who waits', async (t) => {
    const { testApp, id, answered, page, review, browser, sage } = await prepared(t);
    testApp.pass(minute);
    const second = await answered();
    testApp.pass(minute);
    const third = await answered();
    const placeIn = (shown: string) => /\d of \d/.exec(pageOf(shown).part('Queue').text)?.[0];
    const at = await page(second);
    t.is(placeIn(at), '2 of 3');
    t.is(pageOf(at).link('Previous'), `/screens/${id}`);
    t.is(pageOf(at).link('Next'), `/screens/${third}`);
    await review(all, third);
    const next = await review({ decision: 'advanced' }, third);
    t.is(placeIn(next), '1 of 2', 'after the last comes the one who waits longest');
    t.true(pageOf(next).buttons().includes('Undo'));
    const query = `?sage_id=${sage.id}`;
    const later = await review({ ...all, decision: 'not_reviewed' }, id, query);
    t.is(pageOf(later).link('Previous'), `/screens/${id}${query}`, 'the queue of one sage stays that one');
    await review({ decision: 'advanced' }, id);
    t.regex(pageOf(await review({ ...all, decision: 'advanced' }, second)).heading() ?? '', /^No other/);
    t.is((await browser.get('/screens/done?sage_id=x')).statusCode, 400);
});

test('an undone decision is as if it was never made, and no one is told', async (t) => {
    const { testApp, review, browser, decide, decisionOf, mails, undo, after } = await prepared(t);
    const body = await review({ ...all, decision: 'advanced' });
    t.deepEqual(await mails(), ['advanced queued']);
    await after(4);
    t.deepEqual(await mails(), ['advanced queued'], 'it waits for as long as the decision can be undone');
    t.is((await browser.press(body, 'Undo')).statusCode, 200);
    t.like(await decisionOf(), { decision: 'not_reviewed', decisions: [] });
    await after(10);
    t.deepEqual(await mails(), ['advanced dead']);
    t.is((await undo()).statusCode, 409, 'there is none left');
    const audit = await listAudit(testApp.store.read, { limit: 50, offset: 0 });
    t.true(audit.items.some(({ act }) => act === 'screen.undo-decision'));
    await decide('advanced');
    await after(5);
    t.is((await mails()).at(-1), 'advanced kept');
    t.is((await undo()).statusCode, 409, 'the time is over');
    t.like(await decisionOf(), { decision: 'advanced' });
});

test('undoing restores the decision before, and its email', async (t) => {
    const { review, decisionOf, mails, undo, council, id, after } = await prepared(t);
    await review({ ...all, decision: 'advanced' });
    await review({ decision: 'rejected', note: 'The place is taken.' });
    t.deepEqual(await mails(), ['advanced dead', 'rejected queued']);
    t.is((await council.send('POST', `/screens/${id}/undo`, {})).statusCode, 403, 'another person decided');
    t.is((await undo()).statusCode, 200);
    t.like(await decisionOf(), { decision: 'advanced', decision_note: '' });
    await after(5);
    t.is((await mails()).at(-1), 'advanced kept');
});

test('what is sent again and again, as by several clicks, is one note', async (t) => {
    const { testApp, review } = await prepared(t);
    for (let n = 0; n < 3; n += 1) await review({ ...all, decision: 'advanced', note: 'Call them.' });
    for (let n = 0; n < 2; n += 1) await review({ note: 'They are away.' });
    const rows = await testApp.store.read.select().from(screenDecisions);
    t.deepEqual(
        rows.map(({ note, noteOnly }) => [note, noteOnly]),
        [
            ['Call them.', false],
            ['They are away.', true]
        ]
    );
});

test('after a failed attempt, too, no email shows a decision that can be undone', async (t) => {
    const meanwhile: (() => Promise<number | undefined>)[] = [];
    const server = await openMailServer({ refusal: () => meanwhile.pop()?.() });
    t.teardown(server.close);
    const { testApp, mails, decide, after } = await prepared(t, { ...server.env, UNDO_MINUTES: '5' });
    await decide('rejected');
    testApp.pass(5 * minute);
    meanwhile.push(async () => {
        await decide('advanced');
        return 451;
    });
    await testApp.drain();
    await after(4);
    t.deepEqual(await mails(), ['rejected dead', 'advanced queued']);
    await after(1);
    t.is((await mails()).at(-1), 'advanced sent');
});

test('a job whose time was before it was queued waits since it was queued', async (t) => {
    const { store, now } = await createTestApp(t);
    const at = now();
    const queued = (queuedAt: number, due: number) =>
        store.write((tx) => enqueue(tx, 'check-licence', { runId: 'a-run' }, queuedAt, due));
    const oldest = async () => (await jobTally(store.read, at)).oldestAt;
    await queued(at, at - 24 * 60 * minute);
    t.is(await oldest(), at);
    await queued(at - 2 * minute, at - minute);
    t.is(await oldest(), at - minute, 'one that was scheduled waits since its time');
});

test('a decision email that is started early waits, and is sent once at its time', async (t) => {
    const { testApp, mails, decide, after } = await prepared(t);
    await decide('rejected');
    const { store } = testApp;
    await store.write((tx) => tx.update(jobs).set({ notBefore: null }).where(eq(jobs.state, 'pending')));
    await testApp.drain();
    t.deepEqual(await mails(), ['rejected queued']);
    await after(5);
    t.deepEqual(await mails(), ['rejected kept']);
    t.like(await jobTally(store.read, testApp.now()), { waiting: 0 });
});

test('without a time for it no decision can be undone, and the email leaves at once', async (t) => {
    const { testApp, review, mails, undo } = await prepared(t, { UNDO_MINUTES: '0' });
    t.false(
        pageOf(await review({ ...all, decision: 'advanced' }))
            .buttons()
            .includes('Undo')
    );
    await testApp.drain();
    t.deepEqual(await mails(), ['advanced kept']);
    t.is((await undo()).statusCode, 409);
});

test('name and findings are hidden, licence or not, until all levels are given or one looks', async (t) => {
    const { testApp, id, page, review, sage, council } = await prepared(t);
    await license(testApp, id);
    const name = (await findScreen(testApp.store.read, id))?.candidateName ?? '';
    /** Whether a page shows the name and the findings: both, or else neither. */
    const shows = (html: string) => {
        const shown = pageOf(html);
        const seen = [
            shown.heading() === name,
            shown.links().includes('Evidence 1'),
            shown.text.includes('The software:')
        ];
        t.is(new Set(seen).size, 1, seen.join());
        return seen[0];
    };
    const { browser } = await browserOf(testApp, 'councilAdmin');
    for (const query of ['', '?show=verdict'])
        t.false(shows((await browser.get(`/screens/${id}${query}`)).body), 'no link shows it');
    const hidden = (await browser.get(`/screens/${id}`)).body;
    t.true(shows((await browser.press(hidden, 'Show it now')).body));
    await council.send('POST', `/screens/${id}/levels`, { levels: levelsOf('absent', 'strong') });
    await review({ level_debugging: 'strong' });
    t.false(shows(await page()), 'the other level is still to be given');
    await review(all);
    const body = await page();
    t.true(shows(body));
    t.regex(pageOf(body).text, /disagree on “[^”]+” councilAdmin gave Absent, reviewer gave Strong\./);
    const total = pageOf(body).row('Levels by question, oldest first', 'Total');
    t.regex(total?.['reviewer'] ?? '', /^100 of 100 .*, before seeing the findings$/);
    const { reviews } = (await council.get(`/screens/${id}`)).body.data.screen;
    t.deepEqual(
        reviews.map(({ blind }: { blind: boolean }) => blind),
        [false, true, true],
        'of who looked early, and of the other, who saved them one after the other'
    );
    t.is((await council.send('PATCH', `/sages/${sage.id}`, { hides_findings: false })).statusCode, 200);
    const third = await browserOf(testApp, 'administrator');
    t.true(shows((await third.browser.get(`/screens/${id}`)).body));
});

test('a form that was opened before a colleague decided does not overturn their decision', async (t) => {
    const { id, testApp, reviewer } = await prepared(t);
    const colleague = await testApp.as('author');
    const review = (by: typeof colleague, fields: object) =>
        by.send('POST', `/screens/${id}/review`, { levels: levelsOf('strong', 'strong'), ...fields });
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
    await review({ ...all, decision: 'advanced' });
    const hired = { decision: 'hired', note: 'At once.' };
    const { decision_id } = (await reviewer.send('POST', `/screens/${id}/review`, hired)).body.data;
    const undo = () => reviewer.send('POST', `/screens/${id}/undo`, { decision_id });
    t.is((await undo()).body.data.screen.decision, 'advanced');
    t.is((await undo()).statusCode, 409);
    t.is((await reviewer.get(`/screens/${id}`)).body.data.screen.decision, 'advanced');
});

test('who asks to see the findings sees them, also where a licence showed them before', async (t) => {
    const { testApp, id, reviewer, browser } = await prepared(t);
    const before = { screenId: id, userId: reviewer.user.id, at: 1, how: 'licensed' } as const;
    await testApp.store.write((tx) => recordShowings(tx, [before]));
    const hidden = (await browser.get(`/screens/${id}`)).body;
    t.not(pageOf(hidden).heading(), 'Candidate 1');
    const shown = await browser.press(hidden, 'Show it now');
    t.is(pageOf(shown.body).heading(), 'Candidate 1');
});
