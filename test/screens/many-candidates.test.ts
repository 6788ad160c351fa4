// Several candidates at once: reminded, cancelled after a question, assigned and exported; each once.
import test, { type ExecutionContext } from 'ava';
import { findScreen, screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { invited, mailsTo, withActiveSage } from '../support/fixtures/council.ts';
import { updateProfile } from '../support/people/accounts.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const foreign = '00000000-0000-4000-8000-000000000000';

async function prepared(t: ExecutionContext, count: number) {
    const testApp = await createTestApp(t, { credits: 20 });
    const fixtures = await withActiveSage(testApp);
    const { browser } = await browserOf(testApp, 'councilAdmin');
    const ids: string[] = [];
    for (let n = 1; n <= count; n += 1) ids.push((await invited(testApp, fixtures, n)).id);
    const list = async (query = '') => (await browser.get(`/screens?state=invited${query}`)).body as string;
    /** Presses a button of the list with these rows ticked. */
    const act = async (button: string, picked: readonly string[], more: Record<string, string> = {}) => {
        const rows = Object.fromEntries(picked.map((id) => [`pick_${id}`, '1']));
        return browser.press(await list(), button, { ...rows, ...more });
    };
    const done = async (...asked: Parameters<typeof act>) =>
        pageOf((await act(...asked)).body).status() ?? '';
    const set = (id: string, to: Partial<typeof screens.$inferInsert>) =>
        testApp.store.write((tx) => tx.update(screens).set(to).where(eq(screens.id, id)));
    const screenOf = (id = '') => findScreen(testApp.store.read, id);
    const mailsOf = async (kind: string) =>
        (await mailsTo(testApp)).filter((mail) => mail.startsWith(kind)).length;
    return { testApp, ...fixtures, browser, ids, list, act, done, set, screenOf, mailsOf };
}

test('all selected candidates are reminded with one act, each once a day', async (t) => {
    const { testApp, ids, done, list, council, mailsOf } = await prepared(t, 3);
    const ticked = pageOf(await list('&pick=all')).button('Send reminder')?.fields ?? {};
    for (const id of ids) t.is(ticked[`pick_${id}`], '1');
    t.regex(await done('Send reminder', ids), /^3 reminders/);
    t.regex(await done('Send reminder', ids), /^0 reminders .* Skipped 3\. (Candidate \d(, |: )){3}/);
    t.is(await mailsOf('screen_reminder'), 3);
    testApp.pass(24 * 60 * 60_000 + 1);
    const later = await testApp.as('councilAdmin');
    const { body } = await later.send('POST', '/screens/remind', { ids: [...ids, foreign] });
    t.is(body.data.done, 3);
    t.is(body.data.skipped.length, 1);
    t.like(body.data.skipped, [{ id: foreign, reason: 'not_found' }]);
    const many = Array.from({ length: 201 }, (_, n) => foreign.slice(0, -3) + String(n).padStart(3, '0'));
    for (const wrong of [[], many, [foreign, foreign], ['x'], undefined]) {
        const refused = await council.send('POST', '/screens/remind', { ids: wrong });
        t.not(refused.statusCode, 200, String(wrong?.length));
    }
});

test('cancelling several candidates asks first, names them, and refunds each once', async (t) => {
    const { testApp, ids, act, browser, council, set, screenOf, mailsOf } = await prepared(t, 3);
    const [one = '', two = '', begun = ''] = ids;
    await set(two, { candidateName: '<b>Bold</b>' });
    await set(begun, { status: 'ss_started' });
    const asked = (await act('Cancel invitations', ids)).body as string;
    t.regex(pageOf(asked).text, /2 credits are refunded, and we notify 2 .*<b>Bold<\/b>/);
    t.is((await screenOf(one))?.status, 'ss_invited', 'nothing is done by looking');
    const { fields = {} } = pageOf(asked).button('Cancel 2 invitations') ?? {};
    t.deepEqual([fields[`pick_${two}`], fields[`pick_${begun}`]], ['1', undefined]);
    for (const reason of ['Position filled', ''])
        await browser.press(asked, 'Cancel 2 invitations', { reason });
    await testApp.drain();
    t.is((await screenOf(one))?.cancelReason, 'Position filled');
    t.is((await screenOf(begun))?.status, 'ss_started');
    t.is(await mailsOf('screen_cancelled'), 2);
    t.is((await council.get('/credits')).body.data.balance, 20 - 1 - 1);
    const askFor = (...picked: string[]) =>
        browser.post('/screens/cancel', Object.fromEntries(picked.map((id) => [`pick_${id}`, 1])));
    t.is(pageOf((await askFor(begun)).body).heading(), 'Nothing to cancel');
    t.deepEqual([(await askFor(foreign)).statusCode, (await askFor()).statusCode], [404, 400]);
});

test('the file of the selected candidates has no formula in a cell, and all of them or none', async (t) => {
    const { testApp, ids, act, set, council } = await prepared(t, 2);
    const [one = '', two = ''] = ids;
    await set(one, { candidateName: '=HYPERLINK("http://x")', decision: 'hired', status: 'ss_evaluated' });
    await set(two, { candidateName: 'Ada;+1, "quoted"' });
    const file = await act('Export', ids);
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
    await updateProfile(testApp, council, { csv_separator: 'semicolon' });
    t.regex((await act('Export', [two])).body as string, /\n"Ada;\+1, ""quoted""";candidate2@/);
    t.is((await council.send('POST', '/screens/export', { ids: [two, foreign] })).statusCode, 404);
    t.truthy(pageOf((await act('Export', [foreign])).body).alert());
});

test('several candidates are assigned from the list, and no choice changes nothing', async (t) => {
    const { ids, act, done, council, screenOf } = await prepared(t, 2);
    const { id } = council.user;
    t.regex(await done('Assign', ids, { assigned_to: String(id) }), /^2 candidates/);
    t.truthy(pageOf((await act('Assign', ids, { assigned_to: '' })).body).alert());
    t.is((await screenOf(ids[0]))?.assignedTo, id);
    await act('Assign', ids, { assigned_to: '0' });
    t.is((await screenOf(ids[0]))?.assignedTo, null);
});

test('a refused act on several comes back with its selection, its choice and its reason', async (t) => {
    const { council, ids, act, list, browser, screenOf } = await prepared(t, 2);
    const [one = '', two = ''] = ids;
    const pickedOn = (page: string) =>
        Object.keys(pageOf(page).button('Assign')?.fields ?? {}).filter((name) => name.startsWith('pick_'));
    const unchosen = (await act('Assign', [one])).body;
    t.truthy(pageOf(unchosen).alert());
    t.deepEqual(pickedOn(unchosen), [`pick_${one}`]);
    const expired = (await act('Assign', [two], { assigned_to: String(council.user.id), nonce: 'expired' }))
        .body;
    t.deepEqual(pickedOn(expired), [`pick_${two}`]);
    t.is(pageOf(expired).button('Assign')?.fields['assigned_to'], String(council.user.id));
    const asked = await browser.press(await list(), 'Cancel invitations', { [`pick_${one}`]: '1' });
    const reason = 'Filled already. '.repeat(100);
    const again = pageOf((await browser.press(asked.body, /^Cancel 1/, { reason })).body);
    t.true(again.field('Why')?.value === reason);
    t.truthy(again.field('Why')?.error);
    t.is(again.button(/^Cancel 1/)?.fields[`pick_${one}`], '1');
    const gone = { [`pick_${foreign}`]: '1', reason };
    const rest = pageOf((await browser.press(asked.body, /^Cancel 1/, gone)).body);
    t.true(rest.field('Why')?.value === reason, 'also where another one is gone');
    t.is(rest.button(/^Cancel 1/)?.fields[`pick_${one}`], '1');
    t.is((await screenOf(one))?.status, 'ss_invited');
});
