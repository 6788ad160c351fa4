// The candidate's pages against everything that does not fit.
import test from 'ava';
import { findScreen } from '../../db/screens/screens.ts';
import { createServer } from '../../server.ts';
import { pageOf } from '../support/people/page.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { form, visitorAt } from '../support/fixtures/council.ts';
import { consent, saved, script, withCandidate } from '../support/people/visitors.ts';
import { openLog } from '../support/runs/log.ts';

test('an unknown link always shows the same page, which says what to do', async (t) => {
    const testApp = await createTestApp(t);
    const pages = new Set<string>();
    const tokens = ['x', 'demo', 'A'.repeat(43), '..%2f..%2fetc', '%00', "'or 1=1--", 'x'.repeat(2000)];
    for (const token of tokens) {
        const visitor = visitorAt(testApp, `/screen/${token}`);
        const answers = [await visitor.page(), await visitor.post('submit')];
        for (const { statusCode, body } of answers) {
            t.is(statusCode, 404, token);
            pages.add(body);
        }
    }
    t.is(pages.size, 1);
    const [body = ''] = pages;
    t.regex(body, /link from your invitation/);
    t.notRegex(body, /sage/i);
});

test('a form of another site is refused, and nothing is written', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    await post('start', consent);
    const foreign = [
        { origin: 'https://evil.example' },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' }
    ];
    for (const headers of foreign) {
        const answer = await post('answer', { criterion: 'debugging', text: 'Not mine' }, headers);
        t.is(answer.statusCode, 403, JSON.stringify(headers));
        t.is((await post('submit', {}, headers)).statusCode, 403);
    }
    t.deepEqual(await saved(testApp, id), []);
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_started');
});

test('the longest answer fits in every script, and a longer one is shown again as typed', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    await post('start', consent);
    const longest = 'Я'.repeat(19_999);
    t.is((await post('answer', { criterion: 'debugging', text: `${longest}\r\n` })).statusCode, 303);
    t.is((await saved(testApp, id))[0]?.answer, `${longest}\n`, 'a line break is one character');
    const tooLong = { criterion: 'debugging', text: `${longest}<>` };
    const { statusCode, body } = await post('answer', tooLong);
    t.is(statusCode, 400);
    t.is(pageOf(body).button('Save and continue')?.fields['text'], tooLong.text);
    t.is((await post('answer', tooLong, script)).statusCode, 400);
    t.is((await post('answer', { criterion: 'debugging', text: 'x'.repeat(1_100_000) })).statusCode, 413);
    t.is((await saved(testApp, id))[0]?.answer, `${longest}\n`, 'what was saved stays');
});

test('only a question of the screen can be answered, once for each name', async (t) => {
    const { testApp, id, path, post } = await withCandidate(t);
    await post('start', consent);
    for (const criterion of ['unknown', '', '__proto__', 'debugging\u0000', 'x'.repeat(61)]) {
        t.is((await post('answer', { criterion, text: 'Text' })).statusCode, 400, criterion);
    }
    const send = (payload: string, headers = form) =>
        ask(testApp.server, { method: 'POST', url: `${path}/answer`, headers, payload });
    t.is((await send('criterion=debugging&text=a&text=b')).statusCode, 400);
    t.is((await send('criterion=debugging&text=%ff')).statusCode, 400);
    t.is((await send('{}', { 'content-type': 'application/json' })).statusCode, 415);
    t.deepEqual(await saved(testApp, id), []);
});

test('HEAD and GET neither start nor submit', async (t) => {
    const { testApp, id, path } = await withCandidate(t);
    for (const method of ['HEAD', 'GET']) {
        const urls = ['', '/start', '/answer', '/submit'].map((step) => path + step);
        const answers = await Promise.all(urls.map((url) => ask(testApp.server, { method, url })));
        const statuses = answers.map(({ statusCode }) => statusCode);
        t.deepEqual(statuses, [200, 404, 404, 404], method);
        if (method === 'HEAD') t.true(answers.every(({ body }) => body === ''));
    }
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_invited');
});

test('a visitor with a private link as a cookie gets no access to it', async (t) => {
    const { testApp, act, id, path } = await withCandidate(t);
    const { pathname } = new URL((await act('svc_toggle_demo_key')).body.data.demo_url);
    const cookie = `svc_demo=${path.slice('/screen/'.length)}`;
    const visitor = visitorAt(testApp, pathname, { cookie });
    t.true((await visitor.page()).body.includes('This is a demo'));
    t.is((await visitor.post('submit')).statusCode, 404);
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_invited');
});

test('the log of answers holds the template of an address, never a link or a key', async (t) => {
    const { testApp, path } = await withCandidate(t);
    const { log, lines } = openLog('info');
    const server = await createServer({ ...testApp.app, log });
    const visitor = visitorAt({ ...testApp, server }, path);
    await visitor.page('?q=1');
    await visitor.post('start', consent);
    await visitor.post('answer', { criterion: 'unknown', text: 'My words' });
    await visitorAt({ ...testApp, server }, '/screen/demo/0123456789abcdef').page();
    const written = lines.join('');
    t.true(written.includes('"route":"/screen/{token}/answer"') && written.includes('/screen/demo/{key}'));
    for (const secret of [path.slice('/screen/'.length), '0123456789abcdef', 'My words']) {
        t.false(written.includes(secret));
    }
});
