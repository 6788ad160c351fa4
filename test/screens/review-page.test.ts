// The pages of people who judge: plain forms, the findings kept back until they have judged.
import test, { type ExecutionContext } from 'ava';
import { eq } from '../../db/store/drizzle.ts';
import { screens } from '../../db/screens/screens.ts';
import { ask, type Client, encode } from '../support/people/roles.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { goodAnswers, withJudgedScreen } from '../support/fixtures/judged.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const asBrowser = { accept: 'text/html,*/*;q=0.8', 'content-type': 'application/x-www-form-urlencoded' };

async function prepared(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const fixtures = await withJudgedScreen(testApp);
    const reviewer = await testApp.as('reviewer');
    const open = (path: string, { headers }: Pick<Client, 'headers'> = reviewer, cookie = '') =>
        ask(testApp.server, {
            url: path,
            headers: { cookie: [headers.cookie, cookie].filter(Boolean).join('; ') }
        });
    const post = async (
        step: string,
        fields: Record<string, string>,
        nonce = reviewer.nonces()['svc_rest'] ?? '',
        id = fixtures.id
    ) => {
        const sent = (url: string, flash = '') =>
            ask(testApp.server, {
                method: 'POST',
                url,
                headers: {
                    ...reviewer.headers,
                    ...asBrowser,
                    cookie: [reviewer.headers.cookie, flash].filter(Boolean).join('; ')
                },
                payload: encode({ nonce, screen: fixtures.id, ...fields })
            });
        const answer = await sent(`/rest/svc/v1/screens/${id}/${step}`);
        if (answer.statusCode !== 307) return answer;
        const [cookie = ''] = [answer.headers['set-cookie'] ?? ''].flat();
        return sent(String(answer.headers.location), cookie.split(';')[0]);
    };
    return { testApp, ...fixtures, reviewer, open, post, path: `/screens/${fixtures.id}` };
}

test('a visitor is sent to login and back, and a user without permission is refused', async (t) => {
    const { testApp, path } = await prepared(t);
    const answer = await ask(testApp.server, { url: path });
    t.is(answer.statusCode, 303);
    t.is(answer.headers['location'], `/login?next=${path}`);
    const rep = await testApp.as('salesRep');
    for (const url of [path, '/screens']) {
        t.is((await ask(testApp.server, { url, headers: rep.headers })).statusCode, 403);
    }
    t.is((await ask(testApp.server, { url: '/screens/1', headers: rep.headers })).statusCode, 403);
});

test('the page shows no findings before every level is given or they are requested', async (t) => {
    const { open, path, post, testApp, id } = await prepared(t);
    const before = (await open(path)).body;
    t.true(before.includes(goodAnswers.debugging) && before.includes('names a bug and how it was found'));
    for (const hidden of ['<mark', 'The software:', 'indicators']) t.false(before.includes(hidden), hidden);
    await post('review', { level_debugging: 'strong' });
    t.false((await open(path)).body.includes('<mark'));
    t.is(
        (await post('review', { level_teamwork: 'partial', reason_teamwork: 'Two of four.' })).statusCode,
        303
    );
    const after = (await open(path)).body;
    t.true(after.includes('<mark') && after.includes('83.3 of 100') && after.includes('Two of four.'));
    t.true(after.includes(', before seeing the findings'));
    const reached = after.slice(after.indexOf('Reviewer levels'), after.indexOf('class="decide"'));
    const { displayName } = (await testApp.as('reviewer')).user;
    t.is(
        reached.split(displayName).length - 1,
        2,
        'a name heads the column of each time, and stands nowhere else'
    );
    const council = await testApp.as('councilAdmin');
    t.false((await open(`${path}?show=verdict`, council)).body.includes('<mark'), 'no link shows it');
    await council.send('POST', `/screens/${id}/show-findings`, {});
    t.true((await open(path, council)).body.includes('<mark'));
    const given = { levels: [{ criterion_id: 'debugging', level: 'absent' }] };
    const { reviews } = (await council.send('POST', `/screens/${id}/levels`, given)).body.data.screen;
    t.false(reviews.at(-1).blind, 'the page counts as a response that showed it');
});

test('a form without nonce, level, decision or required note is shown again with the error', async (t) => {
    const { open, path, post } = await prepared(t);
    const none = await post('review', {});
    t.is(none.statusCode, 400);
    t.true(none.body.includes('Choose a level for at least one answer.'));
    const some = await post('review', { level_debugging: 'strong', decision: 'advanced' });
    t.is(some.statusCode, 400);
    t.true(some.body.includes('Give every answer a level before you decide. Missing: answer 2.'));
    await post('review', { level_debugging: 'strong', level_teamwork: 'strong' });
    const undecided = await post('review', {});
    t.regex(undecided.body, /class="problem"><a href="#decision">Choose a decision, or Later\./);
    t.is((await post('review', { decision: 'advanced', note: '' })).statusCode, 303);
    const { body, statusCode } = await post('review', { decision: 'rejected', note: ' ' });
    t.is(statusCode, 400);
    t.true(body.includes('aria-invalid="true"'));
    t.regex(
        body,
        /class="problem"><a href="#note">There is already a decision. Add a note that explains the change/
    );
    t.true(body.includes('value="rejected" checked'), 'what was chosen is still chosen');
    t.true(body.includes('<strong>Advanced</strong>'), 'the decision before stands');
    t.is((await post('review', { decision: 'hired', note: 'Yes' }, 'x')).statusCode, 400);
    t.false((await open(path)).body.includes('<strong>Hired</strong>'));
});

test('line breaks of browsers at the end and in the middle are accepted in a form', async (t) => {
    const { path, post, open } = await prepared(t);
    const lines = `${'x\r\n'.repeat(999)}xx`; // counted by a browser, 2,000 characters
    const levels = { level_debugging: 'strong', reason_debugging: `${lines}\r\n`, level_teamwork: 'absent' };
    t.is((await post('review', { ...levels, reason_teamwork: 'None. \r\n' })).statusCode, 303);
    const { body } = await open(path);
    t.true(body.includes('<td >Absent<br /><small>None.</small></td>'), 'as the table of levels has it');
    await post('review', { decision: 'advanced', note: ' As agreed.\r\nBoth of us. ' });
    t.true((await open(path)).body.includes('<br />As agreed.\nBoth of us.</li>'));
});

test('refused levels are shown again with every reason', async (t) => {
    const { path, post, open } = await prepared(t);
    const typed = {
        level_debugging: 'strong',
        reason_debugging: 'x'.repeat(2001),
        reason_teamwork: 'Two & two.'
    };
    const refused = await post('review', { ...typed, level_teamwork: 'partial' });
    t.is(refused.statusCode, 400);
    const { body } = refused;
    t.true(body.includes('x'.repeat(2001)) && body.includes('Two &amp; two.</textarea>'));
    t.regex(body, /name="level_debugging" type="radio" value="strong" checked/);
    t.regex(body, /name="level_teamwork" type="radio" value="partial" checked/);
    t.true(body.includes('role="alert" class="problem">Some entries are not valid'));
    t.false((await open(path)).body.includes('Two &amp; two.'), 'nothing was saved');
    const nowhere = await post(
        'review',
        { level_teamwork: 'strong' },
        undefined,
        '00000000-0000-4000-8000-000000000000'
    );
    t.is(nowhere.statusCode, 404);
});

test('a reason without a level is refused and shown again', async (t) => {
    const { path, post, open } = await prepared(t);
    const blank = { level_debugging: 'strong', reason_debugging: '', reason_teamwork: ' \r\n' };
    const refused = await post('review', { ...blank, reason_teamwork: 'Two & two.' });
    t.is(refused.statusCode, 400);
    t.true(refused.body.includes('Choose a level for each reason, or remove the reason.'));
    t.regex(refused.body, /name="level_debugging" type="radio" value="strong" checked/);
    t.true(refused.body.includes('Two &amp; two.</textarea>'));
    t.is((await post('review', blank)).statusCode, 303);
    t.regex((await open(path)).body, /name="level_debugging" type="radio" value="strong" checked/);
});

test('levels sent after the session ended wait until the reviewer has logged in again', async (t) => {
    const { path, post, open, testApp, reviewer } = await prepared(t);
    const levels = { level_debugging: 'strong', reason_debugging: 'Twice.', level_teamwork: 'partial' };
    await ask(testApp.server, {
        method: 'POST',
        url: '/rest/svc/v1/logout',
        headers: { ...reviewer.headers, ...asBrowser },
        payload: encode({ nonce: reviewer.nonces()['svc_rest'] ?? '' })
    });
    const waiting = await post('review', levels);
    t.is(waiting.statusCode, 401);
    t.regex(waiting.body, /<form method="post" action="\/screens\/[-0-9a-f]{36}">/);
    const fields = hiddenFields(waiting.body, 'Continue with my text');
    const again = await testApp.as('reviewer');
    const page = await ask(testApp.server, {
        method: 'POST',
        url: path,
        headers: { ...again.headers, ...asBrowser },
        payload: encode(fields)
    });
    t.is(page.statusCode, 200);
    t.regex(page.body, /name="level_debugging" type="radio" value="strong" checked/);
    t.regex(page.body, /name="level_teamwork" type="radio" value="partial" checked/);
    t.true(page.body.includes('Twice.</textarea>'));
    t.notRegex((await open(path, again)).body, /checked/, 'nothing is saved before it is sent');
});

test('the number of answers in another language is shown before anything else', async (t) => {
    const { open, answered } = await prepared(t);
    const german =
        'Ich habe den Fehler gesucht und dann mit dem Profiler gemessen, es war nicht die Datenbank.';
    const other = await answered({ debugging: german, teamwork: 'I wrote a note to the author.' });
    const { body } = await open(`/screens/${other}`);
    t.regex(
        body,
        /supports English only: it did not evaluate 1 of \d answers\. People review every answer\./
    );
    t.false(body.includes('The software:'));
});

test('what a candidate writes is shown as text, with passages marked by what they do', async (t) => {
    const { testApp, open, answered, post } = await prepared(t);
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
    await post('show-findings', {}, undefined, other);
    const { body } = await open(`/screens/${other}`);
    t.false(body.includes('<script>alert'));
    t.regex(body, /<mark class="said">I would never use a profiler\.<\/mark><sup><a href="#f0-1"/);
    t.regex(body, /<mark class="said">We measured it\.<\/mark><sup><a href="#f0-2"/);
    t.is(body.split('<mark').length - 1, 2, 'overlapping passages are marked once');
    const lines = body.slice(body.indexOf('class="found"'), body.indexOf('class="finding"'));
    t.regex(lines, /<b>1<\/b><div><p>profiler <small>Denied<\/small><\/p><p>profiler <small>Said/);
    t.regex(lines, /<b>2<\/b><div><p>measured <small>Said/);
    t.regex(lines, /<b>–<\/b><p>[^<]+<small>Not found/);
});
