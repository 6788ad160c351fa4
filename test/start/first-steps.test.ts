// What a new user sees on Start: the first steps of their own work, and the offer of a tour.
import test, { type ExecutionContext } from 'ava';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { actionPath } from '../support/people/people.ts';
import type { Person } from '../support/people/roles.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const update = actionPath('svc_update_profile');
const firstStepsPath = '/rest/svc/v1/profile/first-steps?_method=PATCH';

async function browserOf(testApp: TestApp, person: Person) {
    const client = await testApp.as(person);
    const browser = plainBrowser(testApp, { svc_session: client.cookie });
    const page = async (path = '/') => String((await browser.get(path)).body);
    const kept = async () => {
        const { tour_done, checklist } = (await client.get('/profile')).body.data.user;
        return { tour_done, checklist };
    };
    return { client, browser, page, kept };
}

/** By step: whether it is done. */
const stepsIn = (page: string) => {
    const [, list = ''] = /<section class="path">(.*?)<\/section>/s.exec(page) ?? [];
    const found = Array.from(
        list.matchAll(/<li><div>.*?<b>(.*?)<\/b>.*?<span class="badge[^>]*>([^<]*)</gs),
        ([, step = '', state]) => [step, state === 'Done'] as const
    );
    return Object.fromEntries(found);
};

test('each role reads the first steps of its own work, and an author’s are done by doing them', async (t) => {
    const testApp = await createTestApp(t);
    const { client, page } = await browserOf(testApp, 'author');
    const own = [
        'Complete your profile',
        'Create a sage',
        'Run the check',
        'Invite a candidate',
        'Review a candidate'
    ];
    t.deepEqual(Object.keys(stepsIn(await page())), own);
    t.false(stepsIn(await page())['Create a sage']);
    await client.send('POST', '/sages', engineer);
    t.like(stepsIn(await page()), { 'Create a sage': true, 'Run the check': false });
    const { page: ofAnother } = await browserOf(testApp, 'otherAuthor');
    t.like(stepsIn(await ofAnother()), { 'Create a sage': false });
    const roles: Partial<Record<Person, string[]>> = {
        reviewer: ['Complete your profile', 'Review a candidate'],
        salesRep: ['Complete your profile', 'Create a deal'],
        support: ['Complete your profile', 'Check the jobs']
    };
    for (const [person, steps] of Object.entries(roles))
        t.deepEqual(
            Object.keys(stepsIn(await (await browserOf(testApp, person as Person)).page())),
            steps,
            person
        );
});

async function reviewer(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    return { testApp, ...(await browserOf(testApp, 'reviewer')) };
}

test('a first step can be ticked off, the list can be hidden, and the profile shows it again', async (t) => {
    const { browser, page, kept } = await reviewer(t);
    const first = await page();
    const fields = hiddenFields(first, 'value="judge"');
    t.is(fields['tick'], 'judge');
    t.is((await browser.post(firstStepsPath, fields)).headers.location, '/');
    t.like(stepsIn(await page()), { 'Review a candidate': true });
    t.deepEqual((await kept()).checklist, ['judge']);
    await browser.post(firstStepsPath, hiddenFields(await page(), 'Hide this list'));
    t.false((await page()).includes('First steps'));
    const profile = await page('/profile/first-steps');
    const reset = { ...hiddenFields(profile, 'name="reset_checklist"'), reset_checklist: '1' };
    await browser.post(update, reset);
    t.deepEqual((await kept()).checklist, []);
    t.like(stepsIn(await page()), { 'Review a candidate': false });
});

test('ticks belong to each user, each name is stored once, and their number is limited', async (t) => {
    const { testApp, client, kept } = await reviewer(t);
    const { kept: keptOfAnother } = await browserOf(testApp, 'author');
    const tick = (...steps: string[]) => client.send('PATCH', '/profile/first-steps', { tick: steps });
    await tick('a', 'b');
    t.deepEqual((await tick('b', 'c')).body.data.user.checklist, ['a', 'b', 'c']);
    await client.send('PATCH', '/profile/first-steps', { tour_done: true });
    t.like(await keptOfAnother(), { checklist: [], tour_done: false });
    const { statusCode, headers } = await tick(...Array.from({ length: 62 }, (_, i) => `step-${i}`));
    t.is(statusCode, 400);
    t.is(headers['x-svc-field'], 'tick');
    t.deepEqual((await kept()).checklist, ['a', 'b', 'c'], 'nothing of it is kept');
});

test('the tour visits exactly the pages that its user can open, and ends until it is reset', async (t) => {
    const { browser, page, kept } = await reviewer(t);
    t.regex(await page(), /New here\?.*href="\/\?tour=1"/s);
    const walked: string[] = [];
    let next: string | undefined = '/?tour=1';
    let last = '';
    while (next !== undefined) {
        last = await page(next);
        t.regex(last, /<aside class="tour"/, next);
        t.false(last.includes('New here?'));
        walked.push(next);
        next = /href="([^"]*\?tour=\d+)">Next/.exec(last)?.[1];
    }
    t.deepEqual(walked, ['/?tour=1', '/screens?tour=2', '/sages?tour=3']);
    t.false((await page('/screens?tour=3')).includes('class="tour"'), 'a note stands on its own page alone');
    t.false((await page('/screens')).includes('class="tour"'));
    t.is((await browser.post(firstStepsPath, hiddenFields(last, '>Done'))).headers.location, '/');
    t.true((await kept()).tour_done);
    t.false((await page()).includes('New here?'));
    const profile = await page('/profile/first-steps');
    await browser.post(update, {
        ...hiddenFields(profile, 'name="reset_tour"'),
        reset_tour: '1'
    });
    t.true((await page()).includes('New here?'));
});
