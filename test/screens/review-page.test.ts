// The page of people who judge: levels, decision and note are one form, saved together, and none of what was picked is lost.
import test, { type ExecutionContext } from 'ava';
import { listMails } from '../../db/jobs/mails.ts';
import { screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { withJudgedScreen } from '../support/fixtures/judged.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const save = /^Save/;
const picked = { level_debugging: 'strong', reason_debugging: 'Twice.', level_teamwork: 'strong' };
const nothing = { reviews: [], decisions: [], mails: 0 };

/** What the form of a page sends if it is saved as it is. */
const formIn = (page: string) => pageOf(page).button(save)?.fields;

async function prepared(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const fixtures = await withJudgedScreen(testApp);
    const admin = await testApp.as('administrator');
    await admin.send('PATCH', '/settings/decision-mails', { rejected: true, advanced: true });
    const { client: reviewer, browser } = await browserOf(testApp, 'reviewer');
    const path = `/screens/${fixtures.id}`;
    const page = async (of = path) => (await browser.get(of)).body as string;
    const review = async (typed: Record<string, string>) => browser.press(await page(), save, typed);
    const recorded = async () => {
        const { reviews, decisions } = (await reviewer.get(path)).body.data.screen;
        const { items } = await listMails(testApp.store.read, { limit: 50, offset: 0 });
        return { reviews, decisions, mails: items.filter(({ kind }) => kind === 'screen_decided').length };
    };
    return { testApp, ...fixtures, reviewer, browser, path, page, review, recorded };
}

test('picked and unsaved levels are saved with the decision', async (t) => {
    const { page, review, recorded } = await prepared(t);
    t.is(pageOf(await page()).field('Hire'), undefined, 'there is nothing to decide before the findings');
    t.is((await review({ ...picked, decision: 'advanced' })).statusCode, 200);
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

test('refused levels and decisions are shown again as they were typed, and nothing is saved', async (t) => {
    const { review, recorded } = await prepared(t);
    const refused: [reason: RegExp, decision: string | undefined, typed: Record<string, string>][] = [
        [/at least one answer/, undefined, { note: '' }],
        [/Missing: answer 2/, 'advanced', { level_debugging: 'strong' }],
        [/Add a note/, 'rejected', picked],
        [/not valid/, undefined, { ...picked, reason_debugging: 'x'.repeat(2001) }],
        [/each reason/, undefined, { level_debugging: 'strong', reason_teamwork: 'Two <b>& two.' }],
        [/each reason/, 'rejected', { reason_teamwork: 'Two.', note: 'Full.' }]
    ];
    for (const [reason, decision, typed] of refused) {
        const { statusCode, body } = await review({ ...typed, ...(decision && { decision }) });
        t.is(statusCode, 400, String(reason));
        t.regex(pageOf(body).alert() ?? '', reason);
        t.like(formIn(body), typed, String(reason));
        t.deepEqual(await recorded(), nothing, String(reason));
    }
    await review({ ...picked, decision: 'rejected', note: 'The place is taken.' });
    const { reviews, decisions, mails } = await recorded();
    t.deepEqual([reviews.length, decisions.length, mails], [1, 1, 1]);
});

test('a second decision without a note or a nonce is refused, and the one before stands', async (t) => {
    const { review, recorded } = await prepared(t);
    await review(picked);
    t.is((await review({})).statusCode, 400, 'neither a decision nor anything new');
    t.is((await review({ decision: 'advanced' })).statusCode, 200);
    const { body, statusCode } = await review({ decision: 'rejected', note: ' ' });
    t.is(statusCode, 400);
    t.truthy(pageOf(body).field('Note')?.error);
    t.is(formIn(body)?.['decision'], 'rejected', 'what was chosen is still chosen');
    t.is((await review({ decision: 'hired', note: 'Yes', nonce: 'x' })).statusCode, 400);
    t.like((await recorded()).decisions, [{ decision: 'advanced' }]);
});

test('line breaks of browsers at the end and in the middle are accepted, and a blank reason is none', async (t) => {
    const { review, recorded } = await prepared(t);
    const lines = (end: string) => `${`x${end}`.repeat(999)}xx`; // counted by a browser, 2,000 characters
    const first = { ...picked, reason_debugging: `${lines('\r\n')}\r\n`, reason_teamwork: 'None. \r\n' };
    t.is((await review(first)).statusCode, 200);
    await review({ decision: 'advanced', note: ' As agreed.\r\nBoth of us. ', reason_teamwork: ' \r\n' });
    const { reviews, decisions } = await recorded();
    const reasons = reviews.map(({ levels }: { levels: { reason: string }[] }) =>
        levels.map(({ reason }) => reason)
    );
    t.deepEqual(reasons, [
        [lines('\n'), 'None.'],
        [lines('\n'), '']
    ]);
    t.is(decisions[0].note, 'As agreed.\nBoth of us.');
});

test('a decision saves only levels that changed', async (t) => {
    const { review, recorded } = await prepared(t);
    await review({ level_debugging: 'strong', reason_debugging: 'Twice.' });
    await review({ level_teamwork: 'strong', decision: 'advanced' });
    t.is((await recorded()).reviews.length, 2);
    await review({ level_debugging: 'partial', note: 'Once more.' });
    const { reviews } = await recorded();
    t.is(reviews.length, 3);
    t.like(reviews[2].levels.at(-1), { criterion_id: 'debugging', level: 'partial' });
});

test('a note is stored alone, and so is a candidate who is left for later', async (t) => {
    const { page, review, recorded, reviewer, path } = await prepared(t);
    await review({ note: 'Call them first.' });
    t.regex(pageOf(await page()).text, /Call them first\./);
    t.deepEqual(await recorded(), nothing);
    t.is((await review({ ...picked, decision: 'not_reviewed' })).statusCode, 200);
    const { reviews, decisions } = await recorded();
    t.deepEqual([reviews.length, decisions], [1, []]);
    const hired = await reviewer.send('POST', `${path}/decide`, { decision: 'hired' });
    t.is(hired.statusCode, 200, 'no note needed');
});

test('levels and a decision that are sent after the session ended wait for the next login', async (t) => {
    const { testApp, reviewer, browser, page, path } = await prepared(t);
    const open = await page();
    await reviewer.send('POST', '/logout', {});
    const typed = { ...picked, note: 'Good.' };
    const waiting = await browser.press(open, save, { ...typed, decision: 'advanced' });
    t.is(waiting.statusCode, 401);
    const again = await browserOf(testApp, 'reviewer');
    const { body } = await again.browser.press(waiting.body, 'Continue with my text');
    t.like(formIn(body), typed);
    const { screen } = (await again.client.get(path)).body.data;
    t.deepEqual([screen.reviews, screen.decisions], [[], []], 'nothing is saved before it is sent');
});

test('the number of answers in another language is shown before anything else', async (t) => {
    const { page, answered } = await prepared(t);
    const german =
        'Ich habe den Fehler gesucht und dann mit dem Profiler gemessen, es war nicht die Datenbank.';
    const other = await answered({ debugging: german, teamwork: 'I wrote a note to the author.' });
    t.regex(pageOf(await page(`/screens/${other}`)).text, /did not evaluate 1 of \d answers/);
});

test('what a candidate writes is shown as text, with passages marked by what they do', async (t) => {
    const { testApp, browser, page, answered } = await prepared(t);
    const text = '<script>alert(1)</script> I would never use a profiler. We measured it.';
    const other = await answered({ debugging: text, teamwork: '' });
    const evidence = [
        { indicator: 'profiler', start: 26, end: 55, kind: 'denied' as const },
        { indicator: 'profiler', start: 30, end: 40, kind: 'said' as const },
        { indicator: 'measured', start: 56, end: 71, kind: 'said' as const }
    ].map((one) => ({ ...one, quote: text.slice(one.start, one.end) }));
    await testApp.store.write(async (tx) => {
        const [row] = await tx.select().from(screens).where(eq(screens.id, other));
        if (!row?.verdict) throw new Error('not judged');
        const [first, ...rest] = row.verdict.findings;
        if (!first) throw new Error('nothing found');
        const verdict = { ...row.verdict, findings: [{ ...first, evidence }, ...rest] };
        await tx.update(screens).set({ verdict }).where(eq(screens.id, other));
    });
    const shown = pageOf((await browser.press(await page(`/screens/${other}`), 'Show it now')).body);
    const marks = shown.links().filter((link) => link.startsWith('Evidence'));
    t.deepEqual(marks, ['Evidence 1', 'Evidence 2'], 'overlapping passages are marked once');
    t.regex(
        shown.text,
        /<script>alert\(1\)<\/script> I would never use a profiler\. ?1 ?We measured it\. ?2/
    );
    t.regex(shown.text, /1 profiler Denied profiler Said 2 measured Said .* Not found/);
});
