// What a new user sees on Start: the first steps of their own work, done by doing them.
import test from 'ava';
import type { pageOf } from '../support/people/page.ts';
import type { Person } from '../support/people/roles.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const steps = [
    'Complete your profile',
    'Create a sage',
    'Run the check',
    'Invite a candidate',
    'Create a deal'
];

/** The first steps that are still to do. */
const stepsOn = (page: ReturnType<typeof pageOf>) => steps.filter((step) => page.link(step) !== undefined);

test('each role reads the first steps of its own work, and an author’s are done by doing them', async (t) => {
    const testApp = await createTestApp(t);
    const roles: Partial<Record<Person, string[]>> = {
        author: ['Create a sage', 'Run the check', 'Invite a candidate'],
        reviewer: [],
        salesRep: ['Create a deal'],
        support: []
    };
    const profile = (own: string[]) => (own.length > 0 ? ['Complete your profile', ...own] : []);
    for (const [person, own] of Object.entries(roles)) {
        const { page } = await browserOf(testApp, person as Person);
        t.deepEqual(stepsOn(await page('/')), profile(own), person);
    }
    const { client, page } = await browserOf(testApp, 'author');
    await client.send('POST', '/sages', engineer);
    t.false(stepsOn(await page('/')).includes('Create a sage'));
    const other = await browserOf(testApp, 'otherAuthor');
    t.true(stepsOn(await other.page('/')).includes('Create a sage'));
});
