// Several candidates at once: reminded, cancelled after a question, assigned and exported; each once.
import test, { type ExecutionContext } from 'ava';
import { findScreen, screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { invited, mailsTo, withActiveSage } from '../support/fixtures/council.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const rest = '/rest/svc/v1/screens';
const foreign = '00000000-0000-4000-8000-000000000000';

async function prepared(t: ExecutionContext, count: number) {
    const testApp = await createTestApp(t, { credits: 20 });
    const fixtures = await withActiveSage(testApp);
    const browser = plainBrowser(testApp, { svc_session: fixtures.council.cookie });
    const ids: string[] = [];
    for (let n = 1; n <= count; n += 1) ids.push((await invited(testApp, fixtures, n)).id);
    const page = async (query = '') => (await browser.get(`/screens${query}`)).body as string;
    /** Posts the form of the list with these rows ticked. */
    const act = async (to: string, picked: readonly string[], more: Record<string, string> = {}) => {
        const hidden = hiddenFields(await page('?state=invited'), 'class="bulk"');
        const rows = Object.fromEntries(picked.map((id) => [`pick_${id}`, '1']));
        return browser.submit(to, { ...hidden, ...rows, ...more });
    };
    const set = (id: string, to: Partial<typeof screens.$inferInsert>) =>
        testApp.store.write((tx) => tx.update(screens).set(to).where(eq(screens.id, id)));
    const mailsOf = async (kind: string) =>
        (await mailsTo(testApp)).filter((mail) => mail.startsWith(kind)).length;
    return { testApp, ...fixtures, browser, ids, page, act, set, mailsOf };
}

test('all selected candidates are reminded with one act, each once a day', async (t) => {
    const { testApp, ids, act, page, council, mailsOf } = await prepared(t, 3);
    const all = await page('?state=invited&pick=all');
    t.is(all.match(/type="checkbox"[^>]*checked/g)?.length, 3);
    t.regex((await act(`${rest}/remind`, ids)).body, /3 reminders queued\./);
    const again = (await act(`${rest}/remind`, ids)).body as string;
    t.regex(again, /0 reminders queued\. Skipped 3\. (Candidate \d(, |: )){3}This candidate was/);
    t.regex(again, /state=invited" aria-current/, 'the list is as it was');
    t.is(await mailsOf('screen_reminder'), 3);
    testApp.pass(24 * 60 * 60_000 + 1);
    const later = await testApp.as('councilAdmin');
    const { body } = await later.send('POST', '/screens/remind', { ids: [...ids, foreign] });
    t.is(body.data.done, 3);
    t.deepEqual(body.data.skipped, [{ id: foreign, reason: 'not_found', message: 'Screen not found.' }]);
    const many = Array.from({ length: 201 }, (_, n) => foreign.slice(0, -3) + String(n).padStart(3, '0'));
    for (const wrong of [[], many, [foreign, foreign], ['x'], undefined]) {
        const refused = await council.send('POST', '/screens/remind', { ids: wrong });
        t.not(refused.statusCode, 200, String(wrong?.length));
    }
});

test('cancelling several candidates asks first, names them, and refunds each once', async (t) => {
    const { testApp, ids, act, browser, council, set, mailsOf } = await prepared(t, 3);
    const [one = '', two = '', begun = ''] = ids;
    await set(two, { candidateName: '<b>Bold</b>' });
    await set(begun, { status: 'ss_started' });
    const asked = (await act('/screens/cancel', ids)).body as string;
    t.regex(asked, /<h1>Cancel 2 invitations\?.*2 credits are refunded, and we notify 2 invited candidates/s);
    t.true(asked.includes('&lt;b&gt;Bold') && !asked.includes('<b>Bold'));
    t.regex(asked, /Not cancelled[^<]*: 1 of the selected/);
    t.is((await findScreen(testApp.store.read, one))?.status, 'ss_invited', 'nothing is done by looking');
    const fields = hiddenFields(asked, 'name="reason"');
    t.deepEqual([fields[`pick_${two}`], fields[`pick_${begun}`]], ['1', undefined]);
    const done = await browser.submit(`${rest}/cancel`, { ...fields, reason: 'Position filled' });
    t.regex(done.body, /2 invitations cancelled\./);
    const again = await browser.submit(`${rest}/cancel`, { ...fields, reason: '' });
    t.regex(again.body, /0 invitations cancelled\. Skipped 2\./);
    await testApp.drain();
    t.is((await findScreen(testApp.store.read, one))?.cancelReason, 'Position filled');
    t.is(await mailsOf('screen_cancelled'), 2);
    t.is((await council.get('/credits')).body.data.balance, 20 - 1 - 1);
    t.regex((await act('/screens/cancel', [begun])).body, /Nothing to cancel/);
    t.is((await act('/screens/cancel', [foreign])).statusCode, 404);
    t.is((await act('/screens/cancel', [])).statusCode, 400);
});

test('the file of the selected candidates has no formula in a cell, and all of them or none', async (t) => {
    const { ids, act, set, council } = await prepared(t, 2);
    const [one = '', two = ''] = ids;
    await set(one, { candidateName: '=HYPERLINK("http://x")', decision: 'hired', status: 'ss_evaluated' });
    await set(two, { candidateName: 'Ada;+1, "quoted"' });
    const file = await act(`${rest}/export`, ids);
    t.is(file.statusCode, 200);
    t.regex(String(file.headers['content-type']), /^text\/csv/);
    t.is(file.headers['content-disposition'], 'attachment; filename="candidates.csv"');
    const [head, ...lines] = (file.body as string).trim().split('\r\n');
    t.is(head, 'name,email,sage,state,invited_at,started_at,submitted_at,ended_at,decision,decided_at');
    const [hired, quoted] = lines.toSorted();
    t.regex(
        hired ?? '',
        /^"'=HYPERLINK\(""http:\/\/x""\)",candidate1@example\.test,[^,]+,Hired,[^,]+,,,,Hired,$/
    );
    t.regex(quoted ?? '', /^"Ada;'\+1, ""quoted""",candidate2@example\.test,[^,]+,Invited,/);
    const json = await council.send('POST', '/screens/export', { ids: [two, foreign] });
    t.is(json.statusCode, 404);
    const refused = await act(`${rest}/export`, [foreign]);
    t.regex(refused.body, /<h1>Candidates.*class="problem"/s);
});

test('several candidates are assigned from the list, and no choice changes nothing', async (t) => {
    const { testApp, ids, act, council } = await prepared(t, 2);
    const { id } = council.user;
    t.regex((await act(`${rest}/assign`, ids, { assigned_to: String(id) })).body, /2 candidates assigned\./);
    t.regex((await act(`${rest}/assign`, ids, { assigned_to: '' })).body, /class="problem"/);
    t.is((await findScreen(testApp.store.read, ids[0] ?? ''))?.assignedTo, id);
    t.regex(
        (await act(`${rest}/assign`, ids, { assigned_to: '0' })).body,
        /2 candidates assigned to no one\./
    );
    t.is((await findScreen(testApp.store.read, ids[0] ?? ''))?.assignedTo, null);
});
