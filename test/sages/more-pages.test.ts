// The pages of a sage's build, results template, contexts, prompt and labelled answers.
import test from 'ava';
import { putGold } from '../../db/judgement/gold.ts';
import { createContext } from '../../db/sages/contexts.ts';
import { setFields } from '../../db/sages/sages.ts';
import { paths } from '../support/clients/client.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { browserOf, formOf, saved, withSage } from '../support/people/sage-pages.ts';
import { engineer, motivation } from '../support/fixtures/sages.ts';

const start = `${paths.ajax}?action=svc_start_full_sage_build`;

test('a build starts with its price, is shown step by step, and listed when it has ended', async (t) => {
    const { testApp, browser, path, client } = await withSage(t);
    const page = (await browser.get(`${path}/build`)).body;
    t.regex(page, /Not checked.*Run the check for 1 credit<.*10 credits available\./s);
    const begun = await browser.submit(start, hiddenFields(page, 'svc_start_full_sage_build'));
    t.regex(begun.body, /Checking\. 0 % done.*Check started\./s);
    t.regex(begun.body, /data-hx-get="\/sages\/\d+" data-hx-trigger="every 2s"/);
    t.notRegex(begun.body, /Run the check<|Cancel the check/);
    for (let step = 1; step <= 3; step += 1) await testApp.runOne();
    const { run_id } = (
        await client.action('svc_start_full_sage_build', { sage_id: path.split('/')[2] ?? '' })
    ).body;
    t.is((await client.action('svc_get_step_status', { run_id })).body.step_order, 4);
    t.regex((await browser.get(`${path}/build`)).body, /Checking\. 38 % done.*It finds what people say/s);
    await testApp.drain();
    const done = (await browser.get(`${path}/build`)).body;
    t.regex(
        done,
        new RegExp(
            `Checked.*Only a council administrator can run the check of this sage again.*href="${path}/builds/${run_id}"`,
            's'
        )
    );
    const asked = hiddenFields(done, 'rebuild-request');
    t.regex(
        (await browser.submit(`/rest/svc/v1${path}/rebuild-request`, { ...asked, reason: 'New' })).body,
        /Check requested\./
    );
});

test('a failed build shows what failed, why and what to do, and links to the criteria', async (t) => {
    const { testApp, browser, client } = await withSage(t);
    const { sage } = (await client.send('POST', '/sages', motivation)).body.data;
    const page = (await browser.get(`/sages/${sage.id}/build`)).body;
    await browser.post(start, hiddenFields(page, 'svc_start_full_sage_build'));
    await testApp.drain();
    const { body } = await browser.get(`/sages/${sage.id}/build`);
    t.regex(
        body,
        /Run the check.*What failed.*An answer gained without content.*href="\/sages\/\d+\/criteria">Fix the criteria/s
    );
    const poor = await browser.submit(start, {
        ...hiddenFields(body, 'svc_start_full_sage_build'),
        nonce: ''
    });
    t.regex(poor.body, /role="alert"/);
});

test('a user with the permission reads the result of cancelling a build, and cancels it', async (t) => {
    const { browser, path, client } = await withSage(t, 'administrator');
    await browser.post(
        start,
        hiddenFields((await browser.get(`${path}/build`)).body, 'svc_start_full_sage_build')
    );
    const asked = (await browser.get(`${path}/build?ask=cancel`)).body;
    t.regex(asked, /Cancel this check\?.*The reserved credits \(1\) are released/s);
    const [, url = ''] = /action="([^"]*cancel)"/.exec(asked) ?? [];
    t.regex(
        (await browser.submit(url, hiddenFields(asked, '/cancel'))).body,
        /Build cancelled\. Its credits are released/
    );
    t.is((await client.get('/credits')).body.data.held, 0);
});

test('a results template is saved as a version, compared and restored', async (t) => {
    const { browser, path } = await withSage(t);
    const form = formOf((await browser.get(`${path}/results`)).body, 'change');
    const page = await browser.submit(saved(path), {
        ...form,
        results_directions: 'Use the <b>levels</b> with care.'
    });
    t.regex(page.body, /Version 2<\/a>\s*now.*Version 1<\/a>/s);
    const second = (await browser.get(`${path}/results?version=2`)).body;
    t.regex(second, /<ins>&lt;b&gt;|<ins>[^<]*care/);
    t.regex(second, /<del>/);
    const first = (await browser.get(`${path}/results?version=1`)).body;
    await browser.submit(saved(path), formOf(first, 'restore'));
    const third = (await browser.get(`${path}/results?version=3`)).body;
    t.regex(third, /Version 3<\/a>\s*now/);
    t.is(formOf(third, 'change')['results_directions'], engineer.results?.directions);
    const far = (await browser.get(`${path}/results?version=3&beside=2`)).body;
    t.regex(
        far,
        /Version 3 compared with version 2.*<th scope="col">Version 2<\/th><th scope="col">Version 3<\/th>/s
    );
    t.regex(far, /<option value="2" selected>/);
    t.is((await browser.get(`${path}/results?version=3&beside=9`)).statusCode, 404);
    t.is((await browser.get(`${path}/results?version=9`)).statusCode, 404);
    const long = { ...form, results_intro: 'x'.repeat(30_000) };
    const refused = await browser.submit(saved(path), long);
    t.is(refused.statusCode, 400);
    t.true(refused.body.includes('x'.repeat(30_000)));
});

test('contexts are shown with history and removed by a tick, and the prompt is the compiled one', async (t) => {
    const { testApp, browser, client, path, id } = await withSage(t);
    t.regex((await browser.get(`${path}/contexts`)).body, /No contexts yet/);
    const context = await testApp.store.write(async (tx) => {
        const made = await createContext(
            tx,
            { name: 'House rules', context: 'We <i>listen</i>.' },
            testApp.now()
        );
        await setFields(tx, id, { contextIds: [made.id] });
        return made;
    });
    const { body } = await browser.get(`${path}/contexts`);
    t.regex(body, /House rules.*We &lt;i&gt;listen&lt;\/i&gt;\..*Version 1/s);
    const prompt = (await browser.get(`${path}/prompt`)).body;
    t.regex(prompt, /SHA-256 <code>[0-9a-f]{64}<.*<h2>Criteria<\/h2>.*<h2>Contexts<\/h2>/s);
    const { [`context_${context.id}`]: _, ...without } = formOf(body, 'change');
    await browser.post(saved(path), without);
    t.deepEqual((await client.get(path)).body.data.sage.context_ids, []);
    const reviewer = await browserOf(testApp, 'reviewer');
    t.is((await reviewer.browser.get(`${path}/prompt`)).statusCode, 403);
    t.is((await reviewer.browser.get(`${path}/gold`)).statusCode, 200);
});

test('a context is created on the page and used immediately; a refused one keeps its text', async (t) => {
    const { testApp, browser, client, path, id } = await withSage(t);
    const to = `/rest/svc/v1${path}/contexts`;
    const form = async () => hiddenFields((await browser.get(`${path}/contexts`)).body, `${to}"`);
    const refused = await browser.submit(to, {
        ...(await form()),
        context_name: '',
        context_text: 'We <i>listen</i>.'
    });
    t.is(refused.statusCode, 400);
    t.regex(refused.body, /Enter a name in one line.*We &lt;i&gt;listen&lt;\/i&gt;\./s);
    const big = { context_name: 'Big', context_text: 'x'.repeat(200 * 1024 + 1) };
    t.is((await browser.submit(to, { ...(await form()), ...big })).statusCode, 400);
    t.deepEqual((await client.get(path)).body.data.sage.context_ids, []);
    const made = await browser.submit(to, {
        ...(await form()),
        context_name: 'House rules',
        context_text: 'We <i>listen</i>.'
    });
    t.regex(made.body, /House rules.*We &lt;i&gt;listen.*Context created and added to this sage/s);
    t.is((await client.get(path)).body.data.sage.context_ids.length, 1);
    await testApp.store.write((tx) => setFields(tx, id, { contextIds: Array(50).fill(crypto.randomUUID()) }));
    t.is((await client.send('POST', `${path}/contexts`, { name: 'More', context: 'x' })).statusCode, 409);
    const other = await browserOf(testApp, 'otherAuthor');
    t.false((await other.browser.get(`${path}/contexts`)).body.includes('Add a context'));
    const { statusCode } = await other.client.send('POST', `${path}/contexts`, {
        name: 'Mine',
        context: 'x'
    });
    t.is(statusCode, 403);
});

test('answers are labelled one after the other, blind to the labels of others', async (t) => {
    const { testApp, browser, client, path, id } = await withSage(t);
    const gold = `${path}/gold`;
    const other = (await client.send('POST', '/sages', engineer)).body.data.sage;
    const given = {
        text: 'We vote.',
        level: 'strong',
        by: 'lea',
        userId: null,
        blind: true,
        source: 'file'
    } as const;
    await testApp.store.write(async (tx) => {
        await putGold(tx, other.id, { ...given, criterion: 'debugging', at: 1 });
        await putGold(tx, id, { ...given, criterion: 'one of before', at: 1 });
    });
    t.regex((await browser.get(gold)).body, /No answers to label yet/, 'to what this sage asks');
    const items = ['I bisected it.', 'I asked around.\nTwice.'].map((text) => ({
        criterion: 'debugging',
        text,
        level: 'strong'
    }));
    await client.send('POST', gold, { items });
    t.regex((await browser.get(gold)).body, /2 of 2 labelled by you.*You have labelled every answer/s);
    const reviewer = (await browserOf(testApp, 'reviewer')).browser;
    const first = (await reviewer.get(gold)).body;
    t.regex(first, /0 of 2 labelled by you.*I bisected it\..*data-key="1".*data-key="3"/s);
    t.notRegex(first, /author/);
    const post = `/rest/svc/v1${gold}`;
    const next = await reviewer.submit(post, { ...hiddenFields(first, 'data-key'), level: 'partial' });
    t.regex(next.body, /1 of 2 labelled by you.*I asked around/s);
    const [, skip = ''] = /href="([^"]*after=\d+)"/.exec(next.body) ?? [];
    t.regex((await reviewer.get(skip)).body, /Only skipped answers are left/);
    const done = await reviewer.submit(post, { ...hiddenFields(next.body, 'data-key'), level: 'strong' });
    t.regex(done.body, /Two reviewers labelled 2 answers/);
    const added = { ...hiddenFields(done.body, 'id="criterion"'), criterion: 'teamwork', level: 'absent' };
    const refused = await reviewer.submit(post, { ...added, text: ' ' });
    t.regex(refused.body, /<details open><summary>Add your own answer/);
    await reviewer.submit(post, { ...added, text: 'I win.' });
    const { data } = (await client.get(gold)).body;
    t.is(data.total, 4);
    t.deepEqual(
        data.items[1].labels.map(({ level }: { level: string }) => level),
        ['strong', 'partial']
    );
});
