// The list of candidates: found by name, in an order, and given to reviewers.
import test, { type ExecutionContext } from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function prepared(t: ExecutionContext, env: Record<string, string> = {}) {
    const testApp = await createTestApp(t, { env, credits: 20 });
    const fixtures = await withActiveSage(testApp);
    const browser = plainBrowser(testApp, { svc_session: fixtures.council.cookie });
    const page = async (query = '') => (await browser.get(`/screens${query}`)).body as string;
    const some = async (count: number) => {
        const made: string[] = [];
        for (let n = 1; n <= count; n += 1) made.push((await invited(testApp, fixtures, n)).id);
        return made;
    };
    const set = (id: string, to: Partial<typeof screens.$inferInsert>) =>
        testApp.store.write((tx) => tx.update(screens).set(to).where(eq(screens.id, id)));
    return { testApp, ...fixtures, page, some, set };
}

const rowsIn = (page: string) =>
    Array.from(page.matchAll(/class="opens" href="([^"]*)">([^<]*)/g), ([, href = '', name = '']) => ({
        id: href.slice(9, 45),
        name: name.trim()
    }));
const namesIn = (page: string) => rowsIn(page).map(({ name }) => name);

test('candidates are found by name in any state, and only in one state if it is chosen', async (t) => {
    const { some, page, set, council } = await prepared(t);
    const [one = '', two = '', three = ''] = await some(4);
    await set(one, { candidateName: 'Lena Vogel' });
    await set(two, { candidateName: 'Ada Vogel' });
    await set(three, { candidateName: '100% <Vogel>' });
    await council.send('POST', `/screens/${two}/cancel`, { reason: '' });
    const found = await page('?q=vogel&sort=name');
    t.deepEqual(namesIn(found), ['100% &lt;Vogel&gt;', 'Ada Vogel', 'Lena Vogel']);
    t.regex(found, /Cancelled<\/span>/, 'their states differ, and so are shown');
    t.deepEqual(namesIn(await page('?q=LENA')), ['Lena Vogel']);
    t.deepEqual(namesIn(await page('?q=%25')), ['100% &lt;Vogel&gt;']);
    t.deepEqual(namesIn(await page('?q=ada&state=invited')), []);
    t.regex(await page('?q=ada&state=invited'), /href="\/screens\?q=ada">Search in any state/);
    t.regex(
        await page('?q=nemo'),
        /No candidates match these filters\..*href="\/screens">Clear the filters/s
    );
    const { items } = (await council.get('/screens?q=ada&sort=newest')).body.data;
    t.deepEqual(
        items.map(({ id }: { id: string }) => id),
        [two]
    );
    t.is((await council.get('/screens?sort=score')).statusCode, 400);
});

test('candidates are in the order of the address: longest waiting, newest, or by name', async (t) => {
    const { testApp, some, page, set } = await prepared(t);
    const ids = await some(3);
    for (const [place, id] of ids.entries())
        await set(id, { candidateName: 'bCa'.charAt(place), createdAt: testApp.now() + place });
    t.deepEqual(namesIn(await page('?state=invited')), ['b', 'C', 'a']);
    t.deepEqual(namesIn(await page('?state=invited&sort=newest')), ['a', 'C', 'b']);
    t.deepEqual(namesIn(await page('?state=invited&sort=name')), ['a', 'b', 'C']);
    const first = await page('?state=invited&sort=name&per_page=2');
    t.regex(first, /<p>1–2 of 3<\/p>.*sort=name&amp;per_page=2&amp;page=2/s);
});

test('an empty list of candidates says what to do', async (t) => {
    const { page, some } = await prepared(t);
    t.regex(await page(), /No candidates yet\. Open a sage, then invite.*href="\/sages">Go to the sages/s);
    await some(1);
    t.regex(await page(), /No candidates need a review\./);
    t.regex(await page('?state=hired'), /No candidates with the state “Hired”/);
    t.regex(
        await page('?state=invited&page=9'),
        /page is empty.*href="\/screens\?state=invited">Go to the first/s
    );
});

test('a candidate is assigned to a user who may review them, once, and each change is recorded', async (t) => {
    const { testApp, some, council, sage, set, page } = await prepared(t, { SAGE_ACCESS: 'owner' });
    const [one = '', two = ''] = await some(2);
    const reviewer = await testApp.as('reviewer');
    const rep = await testApp.as('salesRep');
    const { id } = reviewer.user;
    const assign = async (to: unknown) =>
        council.send('POST', '/screens/assign', { ids: [one], assigned_to: to });
    for (const user of [rep.user.id, 999, id]) {
        const { body } = await assign(user);
        t.is(body.data.done, 0);
        t.regex(body.data.message, /cannot review/);
    }
    for (const wrong of [undefined, 'me', 0, -1]) t.is((await assign(wrong)).statusCode, 400);
    await council.send('PATCH', `/sages/${sage.id}`, { reviewers: [id] });
    for (const _ of ['once', 'again']) t.is((await assign(id)).body.data.done, 1);
    t.regex(await page('?state=invited'), /<th[^>]*>Assigned to<\/th>.*>reviewer</s);
    const theirs = (await reviewer.get('/screens?assigned=me&state=invited')).body.data.items;
    t.deepEqual(
        theirs.map((one: { id: string; assigned_to: number }) => [one.id, one.assigned_to]),
        [[one, id]]
    );
    t.deepEqual((await council.get('/screens?assigned=me&state=invited')).body.data.items, []);
    t.is((await assign(null)).body.data.done, 1);
    const { items } = await listAudit(testApp.store.read, { act: 'screen.assign', limit: 9, offset: 0 });
    t.deepEqual(
        items.map(({ before, after }) => [before, after]),
        [
            [`user:${id}`, null],
            [null, `user:${id}`]
        ]
    );
    await set(two, { assignedTo: 999 });
    t.notRegex(await page('?state=invited'), />Assigned to<\/th>/, 'who is not active is not named');
});

test('a reviewer sees a number instead of a name, and cannot search, remind or export', async (t) => {
    const testApp = await createTestApp(t, { env: { SAGE_ACCESS: 'owner' } });
    const { council, sage, id } = await withJudgedScreen(testApp);
    const reviewer = await testApp.as('reviewer');
    await council.send('PATCH', `/sages/${sage.id}`, { reviewers: [reviewer.user.id] });
    const browser = plainBrowser(testApp, { svc_session: reviewer.cookie });
    const page = async (query = '') => (await browser.get(`/screens${query}`)).body as string;
    const before = await page();
    const number = Number.parseInt(id.slice(-5), 16) % 10_000;
    t.deepEqual(namesIn(before), [`Candidate ${number}`]);
    t.regex(before, /Not scored/);
    t.notRegex(before, /Export|Send reminder/);
    t.deepEqual(namesIn(await page('?q=candidate')), []);
    for (const act of ['remind', 'cancel']) {
        const { data } = (await reviewer.send('POST', `/screens/${act}`, { ids: [id] })).body;
        t.is(data.skipped[0].reason, 'forbidden', act);
        t.regex(data.message, new RegExp(`Candidate ${number}: As a reviewer`));
    }
    t.is((await reviewer.send('POST', '/screens/export', { ids: [id] })).statusCode, 403);
    await reviewer.send('POST', `/screens/${id}/levels`, { levels: levelsOf('strong', 'partial') });
    const after = await page();
    t.deepEqual(namesIn(after), ['Candidate 1']);
    t.regex(after, /<b>\d+<\/b>.*1 strong, 1 partial/s);
    const author = await testApp.as('author');
    const theirs = await author.send('POST', '/screens/assign', { ids: [id], assigned_to: author.user.id });
    t.is(theirs.body.data.skipped[0].reason, 'not_found');
});

test('decided candidates are sorted by the scores that their reader may know', async (t) => {
    const testApp = await createTestApp(t, { credits: 20 });
    const { council, answered, id: weak } = await withJudgedScreen(testApp);
    const strong = await answered();
    const unread = await answered();
    const browser = plainBrowser(testApp, { svc_session: council.cookie });
    for (const [id, level] of [
        [weak, 'absent'],
        [strong, 'strong']
    ] as const)
        await council.send('POST', `/screens/${id}/levels`, { levels: levelsOf(level, level) });
    for (const id of [weak, strong, unread])
        t.is(
            (
                await council.send('POST', `/screens/${id}/decide`, {
                    decision: 'advanced',
                    note: 'Known to us.'
                })
            ).statusCode,
            200
        );
    const body = (await browser.get('/screens?state=advanced&sort=score')).body as string;
    t.deepEqual(
        rowsIn(body).map(({ id }) => id),
        [strong, weak, unread]
    );
    t.is(body.split('Not scored').length - 1, 1);
    t.is((await browser.get('/screens?sort=score')).statusCode, 200);
});
