// Erasing by age: some days after the decision, else after whatever happened last, and not before an administrator wants it.
import test from 'ava';
import { installation } from '../../db/installation/installation.ts';
import { eraseDue } from '../../db/installation/retention.ts';
import { findSage, type SageRow } from '../../db/sages/sages.ts';
import { startDemo } from '../../db/screens/answering.ts';
import { findScreen, moveScreen } from '../../db/screens/screens.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { finish, found, invite } from '../support/fixtures/erasing.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import type { Person } from '../support/people/roles.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const day = 24 * 60 * 60 * 1000;
const chore = ({ store, now }: TestApp, days = 180) =>
    eraseDue(store, { daysIn: async () => days, now, yieldNow: async () => undefined });

async function pageOf(testApp: TestApp) {
    const browser = plainBrowser(testApp, { svc_session: (await testApp.as('administrator')).cookie });
    return (await browser.get('/screens/retention')).body as string;
}

const startOf = async (testApp: TestApp, person: Person) =>
    (await (await browserOf(testApp, person)).browser.get('/')).body as string;

async function decided(testApp: TestApp) {
    const fixtures = await withActiveSage(testApp);
    const { id } = await invite(fixtures);
    const { store, now } = testApp;
    await store.write((tx) =>
        moveScreen(tx, id, ['ss_invited'], { status: 'ss_evaluated', evaluatedAt: now() })
    );
    testApp.pass(100 * day);
    await (
        await testApp.as('councilAdmin')
    ).send('POST', `/screens/${id}/decide`, { decision: 'hired', note: '' });
    return { ...fixtures, id };
}

test('a candidate is erased once so many days after the decision, without a refund', async (t) => {
    const testApp = await createTestApp(t);
    const { id } = await decided(testApp);
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
    t.regex(await pageOf(testApp), /an administrator must turn it on/);
    t.is((await admin.send('POST', '/retention/confirm', {})).statusCode, 200);
    t.is((await admin.send('POST', '/retention/confirm', {})).statusCode, 409);
    t.is(await chore(testApp), 1);
    t.is((await (await testApp.as('support')).get('/admin/audit?act=retention.confirm')).body.data.total, 1);
});

test('a candidate who can still answer is not deleted before the link ends', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const { id } = await invite(fixtures);
    await fixtures.council.send('POST', `/screens/${id}/extend`, { hours: 720 });
    testApp.pass((14 + 30) * day - 1);
    t.is(await chore(testApp, 10), 0);
    testApp.pass(1);
    t.is(await chore(testApp, 10), 1, 'from the moment on at which the link opens nothing any more');
});

test('candidates due for deletion within a week are shown on a page and in the overview', async (t) => {
    const testApp = await createTestApp(t);
    await decided(testApp);
    const due = async () =>
        (await (await testApp.as('administrator')).get('/admin/overview')).body.data.candidates_due;
    testApp.pass(172 * day);
    t.is(await due(), 0);
    t.regex(await pageOf(testApp), /No candidates are due for deletion in the next 7 days/);
    testApp.pass(2 * day);
    t.is(await due(), 1);
    t.regex(await pageOf(testApp), /Zephyrine Quetzal.*2026-10-22T12:00/s); // 180 days after the decision
});

test('Start shows candidates due for deletion within a week only to users who can delete them', async (t) => {
    const testApp = await createTestApp(t);
    const { id } = await decided(testApp);
    t.notRegex(await startOf(testApp, 'councilAdmin'), /Due for deletion within 7 days/);
    testApp.pass(175 * day);
    for (const person of ['councilAdmin', 'administrator'] as const) {
        const page = await startOf(testApp, person);
        t.regex(page, /Due for deletion within 7 days<\/h2><a href="\/screens\/retention">All 1</, person);
        t.true(page.includes(`href="/screens/${id}/data"`), person);
    }
    for (const person of ['author', 'reviewer', 'support', 'salesAdmin'] as const)
        t.notRegex(
            await startOf(testApp, person),
            /Due for deletion within 7 days|\/screens\/retention/,
            person
        );
});

test('Start asks an administrator of an older store to confirm automatic deletion', async (t) => {
    const testApp = await createTestApp(t);
    await testApp.store.write((tx) => tx.update(installation).set({ retainsSince: null }));
    const asked = /<a class="opens" href="\/screens\/retention">Automatic deletion is off/;
    t.regex(await startOf(testApp, 'administrator'), asked);
    t.notRegex(await startOf(testApp, 'councilAdmin'), asked);
    await (await testApp.as('administrator')).send('POST', '/retention/confirm', {});
    t.notRegex(await startOf(testApp, 'administrator'), asked);
});

test('a candidate who has started is not deleted before their time has ended', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const { id, post } = await invited(testApp, fixtures, 1);
    await post('start', { consent: '1' });
    await fixtures.council.send('POST', `/screens/${id}/extend`, { hours: 480 });
    testApp.pass(60 * 60_000 + 20 * day - 1);
    t.is(await chore(testApp, 10), 0);
    testApp.pass(1);
    t.is(await chore(testApp, 10), 1);
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
