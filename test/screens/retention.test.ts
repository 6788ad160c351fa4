// Erasing by age: some days after the decision, else after whatever happened last, and not before an administrator wants it.
import test from 'ava';
import { installation } from '../../db/installation/installation.ts';
import { eraseDue } from '../../db/installation/retention.ts';
import { findSage, type SageRow } from '../../db/sages/sages.ts';
import { startDemo } from '../../db/screens/answering.ts';
import { findScreen, moveScreen } from '../../db/screens/screens.ts';
import { day, hour } from '../../db/store/time.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { finish, found, invite, name } from '../support/fixtures/erasing.ts';
import { pageOf } from '../support/people/page.ts';
import type { Person } from '../support/people/roles.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const chore = ({ store, now }: TestApp, days = 180) =>
    eraseDue(store, { daysIn: async () => days, now, yieldNow: async () => undefined });

const pageAt = async (testApp: TestApp, person: Person, url: string) =>
    pageOf((await (await browserOf(testApp, person)).browser.get(url)).body);

/** What a person reads on Start about what is due. */
const startOf = (testApp: TestApp, person: Person) => pageAt(testApp, person, '/');

async function decided(testApp: TestApp) {
    const fixtures = await withActiveSage(testApp);
    const { id } = await invite(fixtures);
    const { store, now } = testApp;
    await store.write((tx) =>
        moveScreen(tx, id, ['ss_invited'], { status: 'ss_evaluated', evaluatedAt: now() })
    );
    testApp.pass(100 * day);
    const council = await testApp.as('councilAdmin');
    await council.send('POST', `/screens/${id}/decide`, { decision: 'hired', note: '' });
    return id;
}

test('a candidate is erased once so many days after the decision, without a refund', async (t) => {
    const testApp = await createTestApp(t);
    const id = await decided(testApp);
    const balance = async () => (await (await testApp.as('administrator')).get('/credits')).body.data.balance;
    const before = await balance();
    testApp.pass(180 * day - 1);
    t.is(await chore(testApp), 0);
    testApp.pass(1);
    t.deepEqual(await Promise.all([chore(testApp), chore(testApp)]).then((both) => both.toSorted()), [0, 1]);
    await testApp.drain();
    await finish(testApp);
    t.deepEqual(await found(testApp), []);
    t.is(await balance(), before);
    const { items } = (await (await testApp.as('support')).get(`/admin/audit?target=screen:${id}`)).body.data;
    t.like(items[0], { actor: 'retention', act: 'screen.erase', after: 'age' });
});

test('days that are corrected while a deletion is running hold for the rest of it', async (t) => {
    for (const corrected of [300, 0]) {
        const testApp = await createTestApp(t, { credits: 50 });
        const fixtures = await withActiveSage(testApp);
        await invited(testApp, fixtures, 1);
        await invited(testApp, fixtures, 2);
        testApp.pass(60 * day);
        let days = 30;
        const { store, now } = testApp;
        const yieldNow = async () => void (days = corrected);
        t.is(await eraseDue(store, { daysIn: async () => days, now, yieldNow }), 1, String(corrected));
    }
});

test('with 0 days automatic deletion is off', async (t) => {
    const testApp = await createTestApp(t);
    await decided(testApp);
    testApp.pass(5000 * day);
    t.is(await chore(testApp, 0), 0);
});

test('in an older database automatic deletion starts only after an administrator confirms it', async (t) => {
    const testApp = await createTestApp(t);
    await testApp.store.write((tx) => tx.update(installation).set({ retainsSince: null }));
    await decided(testApp);
    testApp.pass(200 * day);
    t.is(await chore(testApp), 0);
    const admin = await testApp.as('administrator');
    const asks = async (person: Person) =>
        (await startOf(testApp, person)).link(/^Automatic deletion is off/) !== undefined;
    t.deepEqual([await asks('administrator'), await asks('councilAdmin')], [true, false]);
    t.is((await admin.send('POST', '/retention/confirm', {})).statusCode, 200);
    t.is((await admin.send('POST', '/retention/confirm', {})).statusCode, 409);
    t.false(await asks('administrator'));
    t.is(await chore(testApp), 1);
    t.is((await (await testApp.as('support')).get('/admin/audit?act=retention.confirm')).body.data.total, 1);
});

for (const [who, hours, end] of [
    ['can still answer', 720, (14 + 30) * day],
    ['has started', 480, hour + 20 * day]
] as const)
    test(`a candidate who ${who} is not deleted before their time has ended`, async (t) => {
        const testApp = await createTestApp(t);
        const fixtures = await withActiveSage(testApp);
        const { id, post } = await invited(testApp, fixtures, 1);
        if (who === 'has started') await post('start', { consent: '1' });
        await fixtures.council.send('POST', `/screens/${id}/extend`, { hours });
        testApp.pass(end - 1);
        t.is(await chore(testApp, 10), 0);
        testApp.pass(1);
        t.is(await chore(testApp, 10), 1, 'from the moment on at which the link opens nothing any more');
    });

test('candidates due within a week are shown to users who can delete them', async (t) => {
    const testApp = await createTestApp(t);
    const id = await decided(testApp);
    const list = 'Candidates due for deletion in the next 7 days';
    const due = async () =>
        (await (await testApp.as('administrator')).get('/admin/overview')).body.data.candidates_due;
    const part = async (person: Person) =>
        (await startOf(testApp, person)).part('Due for deletion within 7 days');
    const shown = async () => (await pageAt(testApp, 'administrator', '/screens/retention')).rows(list);
    testApp.pass(172 * day);
    t.deepEqual([await due(), await shown(), (await part('councilAdmin')).text], [0, [], '']);
    testApp.pass(2 * day);
    t.is(await due(), 1);
    const [row] = await shown();
    t.is(row?.['Candidate'], name);
    t.is(row?.['Deletion'], 'in 6 days', '180 days after the decision');
    for (const person of ['councilAdmin', 'administrator'] as const)
        t.is((await part(person)).link(name), `/screens/${id}/data`, person);
    for (const person of ['author', 'reviewer', 'support', 'salesAdmin'] as const)
        t.is((await part(person)).text, '', person);
});

test('a review by a person extends the retention of that candidate only', async (t) => {
    const testApp = await createTestApp(t);
    const { id, answered } = await withJudgedScreen(testApp);
    const other = await answered();
    const isErased = async (one: string) => (await findScreen(testApp.store.read, one))?.erasedAt !== null;
    testApp.pass(9 * day);
    const reviewer = await testApp.as('reviewer');
    const levels = levelsOf('strong', 'strong');
    t.is((await reviewer.send('POST', `/screens/${id}/levels`, { levels })).statusCode, 200);
    testApp.pass(10 * day - 1);
    t.is(await chore(testApp, 10), 1);
    t.deepEqual([await isErased(id), await isErased(other)], [false, true]);
    testApp.pass(1);
    t.is(await chore(testApp, 10), 1);
    t.true(await isErased(id));
});

test('a demo visitor is erased after a week, whatever the retention, and no other with them', async (t) => {
    const testApp = await createTestApp(t);
    const { sage } = await withActiveSage(testApp);
    const row = await findSage(testApp.store.read, sage.id);
    const visit = (token: string) =>
        testApp.store.write((tx) =>
            startDemo(tx, row as SageRow, { token, minutes: 60, notice: null, at: testApp.now() })
        );
    const first = await visit('first');
    testApp.pass(1);
    const second = await visit('second');
    testApp.pass(7 * day - 2);
    t.is(await chore(testApp), 0);
    testApp.pass(1);
    t.is(await chore(testApp), 1);
    const erasedAt = async ({ id }: { id: string }) => (await findScreen(testApp.store.read, id))?.erasedAt;
    t.deepEqual([await erasedAt(first), await erasedAt(second)], [testApp.now(), null]);
    const council = await testApp.as('councilAdmin');
    const erased = await council.send('POST', `/screens/${second.id}/erase`, {});
    t.deepEqual(erased.body.data, { erased: [second.id] });
});
