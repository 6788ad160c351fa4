// Erasing by age: some days after the decision, else after whatever happened last, and not before an administrator wants it.
import test from 'ava';
import { installation } from '../../db/installation/installation.ts';
import { eraseDue } from '../../db/screens/retention.ts';
import { moveScreen } from '../../db/screens/screens.ts';
import { withActiveSage } from '../support/council.ts';
import { finish, found, invite } from '../support/erasing.ts';
import { plainBrowser } from '../support/plain-browser.ts';
import type { Person } from '../support/roles.ts';
import { browserOf } from '../support/sage-pages.ts';
import { createWorld, type World } from '../support/world.ts';

const day = 24 * 60 * 60 * 1000;
const chore = ({ store, now }: World, days = 180) =>
    eraseDue(store, { days, now, yieldNow: async () => undefined });

async function pageOf(world: World) {
    const browser = plainBrowser(world, { svc_session: (await world.as('administrator')).cookie });
    return (await browser.get('/screens/retention')).body as string;
}

const startOf = async (world: World, person: Person) =>
    (await (await browserOf(world, person)).browser.get('/')).body as string;

async function decided(world: World) {
    const fixtures = await withActiveSage(world);
    const { id } = await invite(fixtures);
    const { store, now } = world;
    await store.write((tx) =>
        moveScreen(tx, id, ['ss_invited'], { status: 'ss_evaluated', evaluatedAt: now() })
    );
    world.pass(100 * day);
    await (
        await world.as('councilAdmin')
    ).send('POST', `/screens/${id}/decide`, { decision: 'hired', note: '' });
    return { ...fixtures, id };
}

test('a candidate is erased so many days after the decision, once, and their credit does not come back', async (t) => {
    const world = await createWorld(t);
    const { id } = await decided(world);
    const balance = async () => (await (await world.as('administrator')).get('/credits')).body.data.balance;
    const before = await balance();
    world.pass(180 * day - 1);
    t.is(await chore(world), 0);
    world.pass(1);
    t.deepEqual(await Promise.all([chore(world), chore(world)]).then((both) => both.toSorted()), [0, 1]);
    await world.drain();
    await finish(world);
    t.deepEqual(await found(world), []);
    t.is(await balance(), before);
    const { items } = (await (await world.as('support')).get(`/admin/audit?target=screen:${id}`)).body.data;
    t.like(items[0], { actor: 'retention', act: 'screen.erase', after: 'age' });
});

test('with 0 days nobody is erased by age', async (t) => {
    const world = await createWorld(t);
    await decided(world);
    world.pass(5000 * day);
    t.is(await chore(world, 0), 0);
});

test('in a store of before nobody is erased by age until an administrator confirms it, once', async (t) => {
    const world = await createWorld(t);
    await world.store.write((tx) => tx.update(installation).set({ retainsSince: null }));
    await decided(world);
    world.pass(200 * day);
    t.is(await chore(world), 0);
    const admin = await world.as('administrator');
    t.regex(await pageOf(world), /an administrator has to confirm it/);
    t.is((await admin.send('POST', '/retention/confirm', {})).statusCode, 200);
    t.is((await admin.send('POST', '/retention/confirm', {})).statusCode, 409);
    t.is(await chore(world), 1);
});

test('whoever may still answer is not erased, and whoever was judged meanwhile neither', async (t) => {
    const world = await createWorld(t);
    const fixtures = await withActiveSage(world);
    const { id } = await invite(fixtures);
    await fixtures.council.send('POST', `/screens/${id}/extend`, { hours: 720 });
    world.pass(20 * day);
    t.is(await chore(world, 10), 0);
    world.pass(30 * day);
    t.is(await chore(world, 10), 1);
});

test('what is erased within a week stands on a page and in the overview', async (t) => {
    const world = await createWorld(t);
    await decided(world);
    const due = async () =>
        (await (await world.as('administrator')).get('/admin/overview')).body.data.candidates_due;
    world.pass(172 * day);
    t.is(await due(), 0);
    t.regex(await pageOf(world), /Nobody is due within the next week/);
    world.pass(2 * day);
    t.is(await due(), 1);
    t.regex(await pageOf(world), /Zephyrine Quetzal/);
});

test('Start says who is erased within a week to whoever may erase, and to nobody else', async (t) => {
    const world = await createWorld(t);
    const { id } = await decided(world);
    t.notRegex(await startOf(world, 'councilAdmin'), /Erased within a week/);
    world.pass(175 * day);
    for (const person of ['councilAdmin', 'administrator'] as const) {
        const page = await startOf(world, person);
        t.regex(page, /Erased within a week<\/h2><a href="\/screens\/retention">All 1</, person);
        t.true(page.includes(`href="/screens/${id}/data"`), person);
    }
    for (const person of ['author', 'reviewer', 'support', 'salesAdmin'] as const)
        t.notRegex(await startOf(world, person), /Erased within a week|\/screens\/retention/, person);
});

test('Start asks an administrator of a store of before to confirm that candidates are erased by age', async (t) => {
    const world = await createWorld(t);
    await world.store.write((tx) => tx.update(installation).set({ retainsSince: null }));
    const asked = /<a href="\/screens\/retention"><strong>Erasing by age has not begun/;
    t.regex(await startOf(world, 'administrator'), asked);
    t.notRegex(await startOf(world, 'councilAdmin'), asked);
    await (await world.as('administrator')).send('POST', '/retention/confirm', {});
    t.notRegex(await startOf(world, 'administrator'), asked);
});
