// The list of candidates: found by name, in an order, and given to reviewers.
import test, { type ExecutionContext } from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function prepared(t: ExecutionContext, env: Record<string, string> = {}) {
    const testApp = await createTestApp(t, { env, credits: 20 });
    const fixtures = await withActiveSage(testApp);
    const { browser } = await browserOf(testApp, 'councilAdmin');
    const page = async (query = '') => pageOf((await browser.get(`/screens${query}`)).body);
    const names = async (query: string) => namesIn(await page(query));
    const some = async (count: number) => {
        const made: string[] = [];
        for (let n = 1; n <= count; n += 1) made.push((await invited(testApp, fixtures, n)).id);
        return made;
    };
    const set = (id: string, to: Partial<typeof screens.$inferInsert>) =>
        testApp.store.write((tx) => tx.update(screens).set(to).where(eq(screens.id, id)));
    return { testApp, ...fixtures, page, names, some, set };
}

type Page = ReturnType<typeof pageOf>;
const rowsIn = (page: Page) => page.rows(/^Candidates/);
const namesIn = (page: Page) => rowsIn(page).map((row) => row['Candidate']);

test('candidates are found by name in any state, and only in one state if it is chosen', async (t) => {
    const { some, page, names, set, council } = await prepared(t);
    const [one = '', two = '', three = ''] = await some(4);
    await set(one, { candidateName: 'Lena Vogel' });
    await set(two, { candidateName: 'Ada Vogel' });
    await set(three, { candidateName: '100% <Vogel>' });
    await council.send('POST', `/screens/${two}/cancel`, { reason: '' });
    const found = rowsIn(await page('?q=vogel&sort=name'));
    t.like(found, [
        { Candidate: '100% <Vogel>', State: 'Invited' },
        { Candidate: 'Ada Vogel', State: 'Cancelled' },
        { Candidate: 'Lena Vogel', State: 'Invited' }
    ]);
    t.deepEqual(await names('?q=LENA'), ['Lena Vogel']);
    t.deepEqual(await names('?q=%25'), ['100% <Vogel>']);
    const nobody = await page('?q=ada&state=invited');
    t.deepEqual(namesIn(nobody), []);
    t.is(nobody.link('Search in all states'), '/screens?q=ada&state=all');
    t.is((await page('?q=nemo')).link('Clear the filters'), '/screens');
    const { items } = (await council.get('/screens?q=ada&sort=newest')).body.data;
    t.like(items, [{ id: two }]);
    t.is((await council.get('/screens?sort=score')).statusCode, 400);
    const all = await names((await page()).link('All')?.replace('/screens', '') ?? '');
    t.deepEqual(all.toSorted(), ['100% <Vogel>', 'Ada Vogel', 'Candidate 4', 'Lena Vogel']);
    t.is((await council.get('/screens?state=all')).body.data.total, 4);
});

test('candidates are in the order of the address: longest waiting, newest, or by name', async (t) => {
    const { testApp, some, page, names, set } = await prepared(t);
    const ids = await some(3);
    for (const [place, id] of ids.entries())
        await set(id, { candidateName: 'bCa'.charAt(place), createdAt: testApp.now() + place });
    t.deepEqual(await names('?state=invited'), ['b', 'C', 'a']);
    t.deepEqual(await names('?state=invited&sort=newest'), ['a', 'C', 'b']);
    t.deepEqual(await names('?state=invited&sort=name'), ['a', 'b', 'C']);
    t.deepEqual(await names('?state=invited&sort=name&per_page=2&page=2'), ['C']);
    t.is((await page('?state=invited&page=9')).link('Go to the first page'), '/screens?state=invited');
});

test('a candidate is assigned to a user who may review them, once, and each change is recorded', async (t) => {
    const { testApp, some, council, sage, set, page } = await prepared(t, { SAGE_ACCESS: 'owner' });
    const [one = '', two = ''] = await some(2);
    const reviewer = await testApp.as('reviewer');
    const rep = await testApp.as('salesRep');
    const { id } = reviewer.user;
    const assign = async (to: unknown) =>
        council.send('POST', '/screens/assign', { ids: [one], assigned_to: to });
    for (const user of [rep.user.id, 999, id]) t.is((await assign(user)).body.data.done, 0);
    for (const wrong of [undefined, 'me', 0, -1]) t.is((await assign(wrong)).statusCode, 400);
    await council.send('PATCH', `/sages/${sage.id}`, { reviewers: [id] });
    for (const _ of ['once', 'again']) t.is((await assign(id)).body.data.done, 1);
    const assigned = rowsIn(await page('?state=invited')).map((row) => row['Assigned to']);
    t.deepEqual(assigned.toSorted(), ['', 'reviewer']);
    const theirs = (await reviewer.get('/screens?assigned=me&state=invited')).body.data.items;
    t.is(theirs.length, 1);
    t.like(theirs, [{ id: one, assigned_to: id }]);
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
    const [row = {}] = rowsIn(await page('?state=invited'));
    t.false('Assigned to' in row, 'who is not active is not named');
});

test('a reviewer sees a number instead of a name, and cannot search, remind or export', async (t) => {
    const testApp = await createTestApp(t, { env: { SAGE_ACCESS: 'owner' } });
    const { council, sage, id } = await withJudgedScreen(testApp);
    const { client: reviewer, browser } = await browserOf(testApp, 'reviewer');
    await council.send('PATCH', `/sages/${sage.id}`, { reviewers: [reviewer.user.id] });
    const page = async (query = '') => pageOf((await browser.get(`/screens${query}`)).body);
    const before = await page();
    const number = Number.parseInt(id.slice(-5), 16) % 10_000;
    t.like(rowsIn(before), [{ Candidate: `Candidate ${number}`, Score: 'Not scored' }]);
    for (const button of ['Export', 'Send reminder']) t.is(before.button(button), undefined, button);
    t.deepEqual(namesIn(await page('?q=candidate')), []);
    for (const act of ['remind', 'cancel']) {
        const { data } = (await reviewer.send('POST', `/screens/${act}`, { ids: [id] })).body;
        t.is(data.skipped[0].reason, 'forbidden', act);
        t.regex(data.message, new RegExp(`Candidate ${number}: `), 'the number here too');
    }
    t.is((await reviewer.send('POST', '/screens/export', { ids: [id] })).statusCode, 403);
    await reviewer.send('POST', `/screens/${id}/levels`, { levels: levelsOf('strong', 'partial') });
    t.like(rowsIn(await page()), [{ Candidate: 'Candidate 1', Score: '83 of 100 1 strong, 1 partial' }]);
    const author = await testApp.as('author');
    const theirs = await author.send('POST', '/screens/assign', { ids: [id], assigned_to: author.user.id });
    t.is(theirs.body.data.skipped[0].reason, 'not_found');
});

test('decided candidates are sorted by the scores that their reader may know', async (t) => {
    const testApp = await createTestApp(t, { credits: 20 });
    const { council, answered, id: weak } = await withJudgedScreen(testApp);
    const [strong, unread] = [await answered(), await answered()];
    for (const [id, level] of [
        [weak, 'absent'],
        [strong, 'strong']
    ] as const)
        await council.send('POST', `/screens/${id}/levels`, { levels: levelsOf(level, level) });
    for (const id of [weak, strong, unread])
        await council.send('POST', `/screens/${id}/decide`, { decision: 'advanced', note: 'Known to us.' });
    const { browser } = await browserOf(testApp, 'councilAdmin');
    const rows = rowsIn(pageOf((await browser.get('/screens?state=advanced&sort=score')).body));
    t.deepEqual(
        rows.map((row) => row['Score']?.split(' of ')[0]),
        ['100', '0', 'Not scored']
    );
    t.is((await browser.get('/screens?sort=score')).statusCode, 200);
});
