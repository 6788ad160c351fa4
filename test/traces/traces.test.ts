// What the support staff reads of routines and of tools.
import test from 'ava';
import { keepTrace, listTraces, purgeTraces, type Trace } from '../../db/agents/traces.ts';
import { listToolCalls, purgeToolCalls, recordCall } from '../../db/agents/calls.ts';
import { callerOf } from '../doubles/outside-services.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const step = {
    run_id: 'r1',
    actor: 'writer',
    routine: 'review',
    cadence: 'weekly',
    status: 'ok',
    notes: 'n'
} as const;
const { run_id: runId, ...rest } = step;

const keep = ({ store, now }: TestApp, change: Partial<Trace>, at = now()) =>
    store.write((tx) => keepTrace(tx, { runId, ...rest, ...change }, at));

test('the newest steps come first, found by run, routine and status, page by page', async (t) => {
    const testApp = await createTestApp(t);
    await keep(testApp, {});
    await keep(testApp, { runId: 'r2', routine: 'digest' });
    await keep(testApp, { runId: 'r2', status: 'failed', notes: '<b>\r\n' });
    const support = await testApp.as('support');
    const { statusCode, body } = await support.get('/admin/traces?run_id=r2&per_page=1');
    t.is(statusCode, 200);
    const at = '2026-01-15T12:00:00.000Z';
    t.deepEqual(body, {
        success: true,
        data: {
            items: [{ ...step, id: 3, at, run_id: 'r2', status: 'failed', notes: '<b>\r\n' }],
            total: 2
        }
    });
    const idsFor = async (query: string) =>
        (await support.get(`/admin/traces?${query}`)).body.data.items.map(({ id }: { id: number }) => id);
    t.deepEqual(await idsFor(''), [3, 2, 1]);
    t.deepEqual(await idsFor('run_id=r2&per_page=1&page=2'), [2]);
    t.deepEqual(await idsFor('routine=review'), [3, 1]);
    t.deepEqual(await idsFor('routine=review&status=ok'), [1]);
    t.deepEqual(await idsFor('run_id=R1'), []);
});

test('traces are shown to administrators and support staff, beside the tool calls', async (t) => {
    const testApp = await createTestApp(t);
    await keep(testApp, { runId: 'r1' });
    await keep(testApp, { runId: 'r2', status: 'failed', notes: `<b>${'n'.repeat(300)}` });
    const path = '/settings/traces';
    const { browser } = await browserOf(testApp, 'administrator');
    const all = (await browser.get(path)).body;
    t.regex(all, /Failed<\/span>.*">r2<.*<summary>&lt;b&gt;n{197}…<\/summary>.*">r1</s);
    t.regex(all, /href="\/audit\/tool-calls"/, 'the tabs');
    const found = (await browser.get(`${path}?run_id=r1&status=`)).body;
    t.true(found.includes('">r1<') && !found.includes('">r2<'));
    t.regex((await browser.get(`${path}?routine=other`)).body, /No traces match these filters/);
    const support = await browserOf(testApp, 'support');
    const theirs = (await support.browser.get(path)).body;
    t.true(theirs.includes('">r1<'));
});

test('calls of tools: the newest first, by tool and token; digests, never contents', async (t) => {
    const testApp = await createTestApp(t);
    await (
        await callerOf(testApp, 'emit_trace')
    )({ ...step, notes: 'canary' });
    await (
        await callerOf(testApp, 'cms_get_page')
    )({ page_id: 'canary' });
    const support = await testApp.as('support');
    const { statusCode, body } = await support.get('/admin/tool-calls');
    t.is(statusCode, 200);
    t.false(JSON.stringify(body).includes('canary'));
    const { items, total } = body.data;
    t.is(total, 2);
    const { arguments_digest, answer_digest, ...rest } = items[1];
    const at = '2026-01-15T12:00:00.000Z';
    t.deepEqual(rest, { id: 1, at, token: 'agent', tool: 'emit_trace', outcome: 'ok', ms: 0 });
    t.regex(arguments_digest, /^[0-9a-f]{64}$/);
    t.regex(answer_digest, /^[0-9a-f]{64}$/);
    t.like(items[0], { tool: 'cms_get_page', outcome: 'bad_arguments', answer_digest: null });
    for (const [query, count] of [
        ['tool=emit_trace', 1],
        ['tool=task_get', 0],
        ['token=agent', 2],
        ['token=other', 0]
    ] as const)
        t.is((await support.get(`/admin/tool-calls?${query}`)).body.data.total, count, query);
});

for (const path of ['/admin/traces', '/admin/tool-calls']) {
    test(`${path} refuses what it does not know`, async (t) => {
        const support = await (await createTestApp(t)).as('support');
        for (const query of ['per_page=0', 'page=x', 'colour=red', 'token=', 'status=done', 'run_id=']) {
            const { statusCode, headers } = await support.get(`${path}?${query}`);
            t.deepEqual([statusCode, headers['x-svc-field']], [400, query.split('=')[0]], query);
        }
    });
}

test('traces older than the days to keep are deleted, and younger ones stay', async (t) => {
    const testApp = await createTestApp(t);
    const call = {
        token: 'agent',
        tool: 'task_get',
        outcome: 'ok',
        ms: 1,
        argumentsDigest: '',
        answerDigest: null
    } as const;
    for (const at of [999, 1000, 1001]) {
        await keep(testApp, {}, at);
        await testApp.store.write((tx) => recordCall(tx, { ...call, at }));
    }
    t.deepEqual(await purgedFrom(testApp, 1000, 10), [1, 1]);
    for (const left of await timesLeft(testApp)) t.deepEqual(left, [1001, 1000]);
    t.deepEqual(await purgedFrom(testApp, 2000, 1), [1, 1], 'the oldest first, where there are more');
    for (const left of await timesLeft(testApp)) t.deepEqual(left, [1001]);
});

const purgedFrom = ({ store }: TestApp, before: number, most: number) =>
    store.write(async (tx) => [await purgeTraces(tx, before, most), await purgeToolCalls(tx, before, most)]);

async function timesLeft({ store: { read } }: TestApp) {
    const all = { limit: 9, offset: 0 };
    const kept = [await listTraces(read, all), await listToolCalls(read, all)];
    return kept.map(({ items }) => items.map(({ at }) => at));
}
