// What a new user sees on Start: the first steps of their own work, and the offer of a tour.
import test from 'ava';
import { pageOf } from '../support/people/page.ts';
import type { Person } from '../support/people/roles.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { browserOf, opened } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

/** The first steps that are still to do. */
const stepsOn = (page: ReturnType<typeof pageOf>) =>
    page.buttons().flatMap((button) => /^Mark as done: (.*)/.exec(button)?.[1] ?? []);

test('each role reads the first steps of its own work, and an author’s are done by doing them', async (t) => {
    const testApp = await createTestApp(t);
    const roles: Partial<Record<Person, string[]>> = {
        author: ['Create a sage', 'Run the check', 'Invite a candidate', 'Review a candidate'],
        reviewer: ['Review a candidate'],
        salesRep: ['Create a deal'],
        support: ['Check the jobs']
    };
    for (const [person, steps] of Object.entries(roles)) {
        const { page } = await browserOf(testApp, person as Person);
        t.deepEqual(stepsOn(await page('/')), ['Complete your profile', ...steps], person);
    }
    const { client, page } = await browserOf(testApp, 'author');
    await client.send('POST', '/sages', engineer);
    t.false(stepsOn(await page('/')).includes('Create a sage'));
    const other = await browserOf(testApp, 'otherAuthor');
    t.true(stepsOn(await other.page('/')).includes('Create a sage'));
});

test('a first step can be ticked off, the list can be hidden, and the profile shows it again', async (t) => {
    const { client, page, pressAt } = await opened(t, 'reviewer');
    const kept = async () => (await client.get('/profile')).body.data.user.checklist;
    await pressAt('/', 'Mark as done: Review a candidate');
    t.deepEqual(stepsOn(await page('/')), ['Complete your profile']);
    t.deepEqual(await kept(), ['judge']);
    await pressAt('/', 'Hide this list');
    t.false((await page('/')).headings().includes('First steps'));
    await pressAt('/profile/first-steps', 'Reset');
    t.deepEqual(await kept(), []);
    t.is(stepsOn(await page('/')).length, 2);
});

test('each ticked name is stored once, and their number is limited', async (t) => {
    const { client } = await opened(t, 'reviewer');
    const tick = (...steps: string[]) => client.send('PATCH', '/profile/first-steps', { tick: steps });
    await tick('a', 'b');
    t.deepEqual((await tick('b', 'c')).body.data.user.checklist, ['a', 'b', 'c']);
    const { statusCode, headers } = await tick(...Array.from({ length: 62 }, (_, i) => `step-${i}`));
    t.deepEqual([statusCode, headers['x-svc-field']], [400, 'tick']);
    const { user } = (await client.get('/profile')).body.data;
    t.deepEqual(user.checklist, ['a', 'b', 'c'], 'nothing of it is kept');
});

test('the tour visits exactly the pages that its user can open, and ends until it is reset', async (t) => {
    const { client, browser, html, page, pressAt } = await opened(t, 'reviewer');
    const isOffered = async () => (await page('/')).link('Take the tour') === '/?tour=1';
    t.true(await isOffered());
    const walked: string[] = [];
    let last = '';
    for (let next: string | undefined = '/?tour=1'; next; next = pageOf(last).link(/^Next/)) {
        last = await html(next);
        t.is(pageOf(last).link('Take the tour'), undefined);
        walked.push(next);
    }
    t.deepEqual(walked, ['/?tour=1', '/screens?tour=2', '/sages?tour=3']);
    for (const elsewhere of ['/screens?tour=3', '/screens'])
        t.is((await page(elsewhere)).button(/^(End the tour|Done)$/), undefined, 'a note is on its own page');
    await browser.press(last, 'Done');
    t.true((await client.get('/profile')).body.data.user.tour_done);
    t.false(await isOffered());
    await pressAt('/profile/first-steps', 'Reset');
    t.true(await isOffered());
});
