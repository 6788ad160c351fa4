// The pages of sages: the list, and a new one.
import test from 'ava';
import { createSage } from '../../db/council/edits.ts';
import { setFields } from '../../db/sages/sages.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { pageOf } from '../support/people/page.ts';
import { engineer, engineerFields } from '../support/fixtures/sages.ts';
import { browserOf, opened } from '../support/people/sage-pages.ts';
import { countSelects } from '../support/stores/count-selects.ts';
import type { TestApp } from '../support/servers/test-app.ts';
import { payloads } from '../support/fixtures/xss-payloads.ts';

async function made(testApp: TestApp, name: string, changes: Parameters<typeof setFields>[2] = {}) {
    return testApp.store.write(async (tx) => {
        const { id } = await createSage(tx, { ...engineerFields, name }, { by: 1, at: testApp.now() });
        return setFields(tx, id, { name, ...changes });
    });
}

test('the list is narrowed and ordered by its address, as the JSON list is', async (t) => {
    const { testApp, browser, page, client } = await opened(t);
    await made(testApp, 'Nurse', { status: 'ss_active', stepNumber: 6, releaseRevision: 1 });
    await made(testApp, 'Baker', { releaseRevision: 1, revision: 2, evaluator: 'model' });
    await made(testApp, 'Mason');
    for (const [query, names] of Object.entries({
        '?sort=name': 'Baker Mason Nurse',
        '?sort=-name': 'Nurse Mason Baker',
        '?status=ss_active': 'Nurse',
        '?state=stale': 'Baker',
        '?state=built': 'Nurse',
        '?state=unbuilt': 'Mason',
        '?evaluator=model&status=': 'Baker',
        '?q=SON': 'Mason',
        '?sort=name&per_page=1&page=2': 'Mason',
        '?q=zzz': ''
    })) {
        const { items } = (await client.get(`/sages${query}`)).body.data;
        t.is(items.map(({ name }: { name: string }) => name).join(' '), names, query);
        const rows = (await page(`/sages${query}`)).rows('Sages');
        t.is(rows.map((row) => row['Name']).join(' '), names, query);
    }
    t.is((await browser.get('/sages?sort=secret')).statusCode, 400);
});

test('the list needs as many queries for fifty sages as for one, and shows any name as it is', async (t) => {
    const { testApp, browser, page } = await opened(t);
    const counted = () => countSelects(testApp.store.read, () => browser.get('/sages'));
    const hostile = payloads
        .join(' ')
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .slice(0, 190)
        .trim();
    await made(testApp, hostile);
    const one = await counted();
    t.true(one > 0);
    t.is((await page('/sages')).rows('Sages')[0]?.['Name'], hostile);
    for (let n = 0; n < 49; n += 1) await made(testApp, `Sage ${n}`);
    t.is(await counted(), one);
});

test('a job is looked for among templates and sages, and the name of an unknown one is kept', async (t) => {
    const { testApp, browser, page } = await opened(t);
    await made(testApp, 'Florist');
    for (const [query, choices] of [
        ['', ['Waiter', 'Copy of Florist']],
        ['?q=wAIt', ['Find', 'Waiter']],
        ['?q=allergies', ['Find', 'Waiter']], // its line is read too
        ['?q=flor', ['Find', 'Copy of Florist']]
    ] as const)
        t.deepEqual((await page(`/sages/new${query}`)).buttons().slice(-3, -1), choices, query);
    const empty = (await page('/sages/new?q=Diver')).button(/empty/);
    t.is(empty?.fields['name'], 'Diver');
    t.is((await browser.get(`/sages/new?q=${'x'.repeat(201)}`)).statusCode, 400);
});

test('a sage starts with a template, as a copy or empty, and its page opens', async (t) => {
    const { testApp, client, html, page, browser, pressAt } = await opened(t, 'author', {
        SAGE_ACCESS: 'owner'
    });
    const reviewer = await browserOf(testApp, 'reviewer');
    t.is((await page('/sages')).link(/sage$/), '/sages/new');
    t.is((await reviewer.page('/sages')).link(/sage$/), undefined);
    const made = async (button: string, typed = {}) => {
        const { body } = await pressAt('/sages/new', button, typed);
        const { items } = (await client.get('/sages')).body.data;
        return { heading: pageOf(body).heading(), sage: items.at(-1) };
    };
    const nurse = await made('Ward nurse');
    t.is(nurse.heading, 'Ward nurse');
    t.like(nurse.sage, { name: 'Ward nurse', step_number: 4 });
    t.is((await made('Copy of Ward nurse')).heading, 'Ward nurse (copy)');
    const florist = await made('Create empty sage', { name: 'Florist' });
    t.is(florist.heading, 'Questions');
    t.like(florist.sage, { name: 'Florist', step_number: 2, criteria_count: 0 });
    const start = await html('/sages/new');
    t.truthy(pageOf((await browser.press(start, 'Create empty sage')).body).alert());
    t.truthy(pageOf((await browser.press(start, 'Ward nurse', { template: 'x' })).body).alert());
    const other = await testApp.as('otherAuthor');
    await other.send('POST', '/sages', { ...engineer, name: 'Of someone else' });
    t.is((await page('/sages/new')).button('Copy of Of someone else'), undefined);
});

test('the list shows for each sage the number of invitations', async (t) => {
    const { testApp, page } = await opened(t, 'councilAdmin');
    const asking = await withActiveSage(testApp);
    for (const n of [1, 2]) await invited(testApp, asking, n);
    t.is((await page('/sages')).rows('Sages')[0]?.['Open invitations'], '2');
});
