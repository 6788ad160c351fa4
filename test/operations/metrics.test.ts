import test from 'ava';
import { enqueue } from '../../db/jobs/ledger.ts';
import { countCall } from '../../db/judgement/model-usage.ts';
import type { EvaluatorName } from '../../db/sages/sages.ts';
import { makeEvaluators } from '../../jobs/evaluation/index.ts';
import { agentOf } from '../support/clients/agent.ts';
import { paths } from '../support/clients/client.ts';
import { scraper, valueOf } from '../support/servers/metrics.ts';
import { input, never } from '../support/fixtures/model-judge.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('every line of the metrics is in the text format of Prometheus', async (t) => {
    const text = await (await scraper(await createTestApp(t)))();
    const labels = String.raw`\{\w+="[^"\\\n]*"(,\w+="[^"\\\n]*")*\}`;
    const line = new RegExp(
        String.raw`^(# (HELP|TYPE) \w+ .+|\w+(${labels})? (-?[\d.e+-]+|NaN|Nan|\+Inf))?$`
    );
    t.deepEqual(
        text.split('\n').filter((one) => !line.test(one)),
        []
    );
    t.true(valueOf(text, 'sage_council_data_folder_free_bytes') > 0);
    t.true(valueOf(text, 'process_resident_memory_bytes') > 0);
    t.is(valueOf(text, 'sage_council_last_backup_timestamp_seconds'), 0);
});

test('metrics require a token with their scope, in either header and never in the query', async (t) => {
    const testApp = await createTestApp(t);
    const { token } = await agentOf(testApp, { scopes: ['metrics:read'] });
    const statusOf = async (url: string, headers: Record<string, string> = {}) =>
        (await testApp.server.inject({ url, headers })).statusCode;
    t.is(await statusOf('/metrics', { authorization: `Bearer ${token}` }), 200);
    t.is(await statusOf('/metrics', { 'x-service-token': token }), 200);
    t.is(await statusOf(`/metrics?token=${token}`), 401);
    t.is(await statusOf('/metrics'), 401);
    t.is(await statusOf('/admin/jobs', { 'x-service-token': token }), 404);
    t.is(await statusOf(`${paths.rest}/admin/jobs`, { 'x-service-token': token }), 403);
});

test('a response is counted by the template of its route: no id, key or address is a label', async (t) => {
    const testApp = await createTestApp(t, { alone: true });
    const scrape = await scraper(testApp);
    const secret = 'k'.repeat(43);
    for (const url of [`/screen/${secret}`, `/setup/${secret}`, `/${secret}`, `${paths.rest}/deals/71077345`])
        await ask(testApp.server, { url });
    const text = await scrape();
    t.is(
        valueOf(text, 'http_request_duration_seconds_count{method="get",route="/setup/{key}",status="404"}'),
        1
    );
    t.false(text.includes(secret.slice(0, 8)));
    t.false(text.includes('71077345'));
    t.false((await scrape()).includes('route="/metrics"'));
});

test('jobs, credits and attempts are counted', async (t) => {
    const testApp = await createTestApp(t, { alone: true });
    const scrape = await scraper(testApp);
    await testApp.store.write((tx) =>
        enqueue(tx, 'refund-credit', { screenId: 'any' }, testApp.now() - 5000)
    );
    testApp.server.plugins.metrics.observeAttempt({ task: 'send-mail', outcome: 'failed', seconds: 0.2 });
    const text = await scrape();
    t.is(valueOf(text, 'sage_council_jobs{state="pending"}'), 1);
    t.is(valueOf(text, 'sage_council_jobs_oldest_waiting_seconds'), 5);
    t.is(valueOf(text, 'sage_council_jobs_running'), 1);
    t.is(
        valueOf(text, 'sage_council_credits{kind="available"}'),
        valueOf(text, 'sage_council_credits{kind="balance"}')
    );
    const attempts = 'sage_council_job_attempt_duration_seconds';
    t.is(valueOf(text, `${attempts}_count{task="send-mail",outcome="failed"}`), 1);
    t.is(valueOf(text, `${attempts}_bucket{le="0.1",task="send-mail",outcome="failed"}`), 0);
});

test('a request over a limit is counted under the name of the limit, for every kind of client', async (t) => {
    const testApp = await createTestApp(t, { rates: { tools: 1, demoUnknown: 1 }, alone: true });
    const scrape = await scraper(testApp);
    const { token } = await agentOf(testApp, { scopes: ['tool:*'] });
    const list = { url: '/tools/list', headers: { 'x-service-token': token } };
    const offer = { url: `/deal/${'o'.repeat(43)}`, remoteAddress: '192.0.2.77' };
    const statuses = [];
    for (const request of [list, list, list, offer, offer])
        statuses.push((await ask(testApp.server, request)).statusCode);
    t.deepEqual(statuses, [200, 429, 429, 404, 429]);
    const text = await scrape();
    t.is(valueOf(text, 'sage_council_rate_limit_hits_total{limit="tools"}'), 2);
    t.is(valueOf(text, 'sage_council_rate_limit_hits_total{limit="unknown offers"}'), 1);
    t.false(text.includes('192.0.2.77'));
});

test('metrics show the duration and the failures of each evaluator', async (t) => {
    const testApp = await createTestApp(t, { alone: true });
    const scrape = await scraper(testApp);
    const { observeEvaluation: observe } = testApp.server.plugins.metrics;
    const evaluators = makeEvaluators({ store: testApp.store, now: testApp.now, observe });
    const find = (name: EvaluatorName) => evaluators.of(name).find(input({ a: 'I write it down.' }), never);
    await find('evidence');
    await t.throwsAsync(find('model'));
    const text = await scrape();
    const readings = 'sage_council_evaluation_duration_seconds_count';
    t.is(valueOf(text, `${readings}{evaluator="evidence",outcome="done"}`), 1);
    t.false(text.includes('evaluator="model"'), 'without a model there is nothing to be slow');
});

test('metrics show tokens by direction, with their limit', async (t) => {
    const env = {
        LLM_BASE_URL: 'http://127.0.0.1:9/v1',
        LLM_MODEL: 'judge',
        LLM_OPERATOR: 'ourselves',
        LLM_MONTHLY_LIMIT: '9000000'
    };
    const testApp = await createTestApp(t, { env });
    const used = { prompt: 1_500_000, completion: 200_000 };
    await testApp.store.write((tx) => countCall(tx, used, { at: testApp.now(), demo: false }));
    const text = await (await scraper(testApp))();
    const tokens = 'sage_council_model_tokens_this_month';
    t.is(valueOf(text, `${tokens}{direction="in"}`), 1_500_000);
    t.is(valueOf(text, `${tokens}{direction="out"}`), 200_000);
    t.is(valueOf(text, 'sage_council_model_tokens_limit'), 9_000_000);
});

test('metrics show the version, the kind of store, and how often backups are due', async (t) => {
    const testApp = await createTestApp(t, { env: { BACKUP_EVERY: '24' } });
    const text = await (await scraper(testApp))();
    const { version } = testApp.app.config.program;
    t.is(valueOf(text, `sage_council_info{version="${version}",store="sqlite"}`), 1);
    t.is(valueOf(text, 'sage_council_nodes'), 1);
    t.is(valueOf(text, 'sage_council_backup_every_seconds'), 86_400);
    t.false(text.includes('last_sent_backup'), 'without BACKUP_TO none is sent');
});
