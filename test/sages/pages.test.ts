// The pages of sages: the list, a new one, and its parts.
import test from 'ava';
import { createSage } from '../../db/council/edits.ts';
import { setFields } from '../../db/sages/sages.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { answers, judgeThat, withJudge } from '../support/fixtures/licence.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { engineer, engineerFields } from '../support/fixtures/sages.ts';
import { browserOf, opened } from '../support/people/sage-pages.ts';
import type { TestApp } from '../support/servers/test-app.ts';
import { payloads } from '../support/fixtures/xss-payloads.ts';

async function made(testApp: TestApp, name: string, changes: Parameters<typeof setFields>[2] = {}) {
    return testApp.store.write(async (tx) => {
        const { id } = await createSage(tx, { ...engineerFields, name }, { by: 1, at: testApp.now() });
        return setFields(tx, id, { name, ...changes });
    });
}

test('an installation without sages explains what a sage is and how to create one', async (t) => {
    const { browser, testApp } = await opened(t);
    const { body } = await browser.get('/sages');
    t.regex(body, /No sages yet\..*href="\/sages\/new"/s);
    const reviewer = await browserOf(testApp, 'reviewer');
    t.notRegex((await reviewer.browser.get('/sages')).body, /sages\/new/);
});

test('the list is narrowed and ordered by its address, as the JSON list is', async (t) => {
    const { testApp, browser, client } = await opened(t);
    await made(testApp, 'Nurse', { status: 'ss_active', stepNumber: 6, releaseRevision: 1 });
    await made(testApp, 'Baker', { releaseRevision: 1, revision: 2, evaluator: 'model' });
    await made(testApp, 'Mason');
    const names = async (query: string) => {
        const { body } = await browser.get(`/sages${query}`);
        const { items } = (await client.get(`/sages${query}`)).body.data;
        const shown = Array.from(body.matchAll(/class="opens"[^>]*>([^<]+)</g), ([, name]) => name);
        t.deepEqual(
            shown.toSorted(),
            items.map(({ name }: { name: string }) => name).sort(),
            'the page shows what the route answers'
        );
        return shown.join(' ');
    };
    t.is(await names('?sort=name'), 'Baker Mason Nurse');
    t.is(await names('?sort=-name'), 'Nurse Mason Baker');
    t.is(await names('?status=ss_active'), 'Nurse');
    t.is(await names('?state=stale'), 'Baker');
    t.is(await names('?state=built'), 'Nurse');
    t.is(await names('?state=unbuilt'), 'Mason');
    t.is(await names('?evaluator=model&status='), 'Baker');
    t.is(await names('?q=SON'), 'Mason');
    t.is(await names('?sort=name&per_page=1&page=2'), 'Mason');
    t.regex((await browser.get('/sages?q=zzz')).body, /No sages match these filters/);
    t.is((await browser.get('/sages?sort=secret')).statusCode, 400);
});

test('the list needs as many queries for fifty sages as for one', async (t) => {
    const { testApp, browser } = await opened(t);
    const count = async () => {
        const { read } = testApp.store;
        const select = read.select.bind(read);
        let asked = 0;
        Object.assign(read, { select: (fields: never) => (asked++, select(fields)) });
        await browser.get('/sages');
        Object.assign(read, { select });
        return asked;
    };
    await made(testApp, 'One');
    const one = await count();
    for (let n = 0; n < 49; n += 1) await made(testApp, `Sage ${n}`);
    t.is(await count(), one);
    t.true(one > 0);
});

test('a job is looked for among templates and sages, and the name of an unknown one is kept', async (t) => {
    const { testApp, browser } = await opened(t);
    await made(testApp, 'Florist <3');
    const choices = async (q: string) => {
        const { body } = await browser.get(`/sages/new${q}`);
        return Array.from(body.matchAll(/class="opens">([^<]+)</g), ([, name]) => name);
    };
    t.deepEqual((await choices('')).slice(-2), ['Waiter', 'Copy of Florist &lt;3']);
    t.deepEqual(await choices('?q=wAIt'), ['Waiter']);
    t.deepEqual(await choices('?q=allergies'), ['Waiter'], 'its line is read too');
    t.deepEqual(await choices('?q=flor'), ['Copy of Florist &lt;3']);
    t.deepEqual(await choices('?q=Diver'), []);
    t.regex((await browser.get('/sages/new?q=Diver')).body, /name="name"[^>]*value="Diver"/);
    t.is((await browser.get(`/sages/new?q=${'x'.repeat(201)}`)).statusCode, 400);
});

test('a copy is offered of the sages that their author sees, and its page opens', async (t) => {
    const { testApp, browser, client } = await opened(t, 'author', { SAGE_ACCESS: 'owner' });
    const own = (await client.send('POST', '/sages', engineer)).body.data.sage;
    const admin = await browserOf(testApp, 'councilAdmin');
    await made(testApp, 'Of someone else', { ownerId: admin.client.user.id });
    const page = (await browser.get('/sages/new')).body;
    t.false(page.includes('Of someone else'));
    const fields = hiddenFields(page, 'Copy of Backend engineer');
    const answer = await browser.post(`/rest/svc/v1/sages/${own.id}/copy`, fields);
    const [, id] = /^\/sages\/(\d+)$/.exec(String(answer.headers.location)) ?? [];
    const { sage } = (await client.get(`/sages/${id}`)).body.data;
    t.like(sage, { name: 'Backend engineer (copy)', step_number: 4 });
    t.not(sage.id, own.id);
});

test('a sage starts with a template or empty, and its page opens', async (t) => {
    const { browser, client } = await opened(t);
    const page = (await browser.get('/sages/new')).body;
    const fields = hiddenFields(page, 'value="ward-nurse"');
    const answer = await browser.post('/rest/svc/v1/sages', fields);
    t.is(answer.statusCode, 303);
    const id = Number(/^\/sages\/(\d+)$/.exec(String(answer.headers.location))?.[1]);
    t.like((await client.get(`/sages/${id}`)).body.data.sage, { name: 'Ward nurse', step_number: 4 });
    const empty = { ...hiddenFields(page, 'empty sage'), name: 'Florist' };
    const questions = await browser.post('/rest/svc/v1/sages', empty);
    t.is(questions.headers.location, `/sages/${id + 1}/criteria`);
    const { items } = (await client.get('/sages')).body.data;
    t.like(items.at(-1), { name: 'Florist', step_number: 2, criteria_count: 0 });
    const refused = await browser.submit('/rest/svc/v1/sages', { ...empty, name: '' });
    t.regex(refused.body, /<h1>New sage<\/h1>.*Enter a name in one line/s);
    const unknown = await browser.submit('/rest/svc/v1/sages', { ...fields, template: 'x' });
    t.regex(unknown.body, /role="alert"/);
});

test('only authors see how to create a sage, and SAGE_ACCESS=owner limits the list as in JSON', async (t) => {
    const { testApp, browser } = await opened(t, 'author', { SAGE_ACCESS: 'owner' });
    const admin = await browserOf(testApp, 'councilAdmin');
    const sage = await made(testApp, 'Of somebody else');
    await testApp.store.write((tx) => setFields(tx, sage.id, { ownerId: admin.client.user.id }));
    t.regex((await browser.get('/sages')).body, /No sages yet/);
    t.regex((await admin.browser.get('/sages')).body, /Of somebody else/);
    const reviewer = await browserOf(testApp, 'reviewer');
    t.is((await reviewer.browser.get('/sages/new')).statusCode, 403);
    const rep = await browserOf(testApp, 'salesRep');
    t.is((await rep.browser.get('/sages')).statusCode, 403);
});

test('hostile names are shown as text in the list of sages', async (t) => {
    const { testApp, browser } = await opened(t);
    const oneLine = payloads.filter((text) => !/\p{Cc}/u.test(text)).map((text) => text.slice(0, 200));
    for (const text of oneLine.slice(0, 40)) await made(testApp, text);
    const { body } = await browser.get(`/sages?q=${encodeURIComponent('<')}`);
    const [, list = ''] = /<tbody>(.*?)<\/tbody>/s.exec(body) ?? [];
    t.notRegex(list.replaceAll(/<\/?(tr|td|a|span|time)\b[^>]*>/g, ''), /<(?!\/?small)/);
});

test('the list shows for each sage the agreement with reviewers and the number of invitations', async (t) => {
    const { testApp, browser } = await opened(t, 'councilAdmin');
    const asking = await withActiveSage(testApp);
    for (const n of [1, 2]) await invited(testApp, asking, n);
    const { label, check, release } = await withJudge(testApp);
    const cells = async () => {
        const [, list = ''] = /<tbody>(.*?)<\/tbody>/s.exec((await browser.get('/sages')).body) ?? [];
        const rows = list.split('</tr>').slice(0, -1);
        const texts = rows.map((row) =>
            row.split('</td>').map((cell) => cell.replaceAll(/<[^>]*>/g, '').trim())
        );
        return texts.map((one) => [one[5], one[6]]).toSorted();
    };
    const reads = ['Highlights only', '2'];
    t.deepEqual(await cells(), [reads, ['Not measured', '0']]);
    await label(answers(60));
    await check(judgeThat(() => 'partial'));
    t.deepEqual(await cells(), [['0.00 on 60 Recommendations off', '0'], reads]);
    await check(
        judgeThat((_text, level) => level),
        { of: await release('model') }
    );
    t.deepEqual(await cells(), [['1.00 on 60 Recommendations on', '0'], reads]);
});
