// Spans of OpenTelemetry, as operators get them: the real server, with a collector, a mail server and a model.
import test, { type ExecutionContext } from 'ava';
import { type Collected, type Manner, startCollector } from '../doubles/collector.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { startModelServer } from '../doubles/model-server.ts';
import { encode, fetched, type HttpClient, login } from '../support/clients/client.ts';
import { livedWhile } from '../support/runs/lived.ts';
import * as processes from '../support/servers/process.ts';

const { administrator, freePort, temporaryFolder, until } = processes;
const header = 'canary-of-the-collector';

async function startServer(t: ExecutionContext, env: Record<string, string>) {
    const { path, remove } = await temporaryFolder();
    t.teardown(remove);
    const server = await processes.startServer({ dataDir: path, env });
    t.teardown(() => server.child.kill('SIGKILL'));
    return server;
}

const toCollector = (url: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${header}`
});

/** The server with all that it may call. */
async function startAll(t: ExecutionContext) {
    const [collector, mailServer] = [await startCollector(t), await openMailServer()];
    t.teardown(mailServer.close);
    const model = await startModelServer(t, () => ({ level: 'strong', quotes: [], reason: 'canary-reason' }));
    const server = await startServer(t, {
        ...mailServer.env,
        ...toCollector(collector.url),
        LLM_BASE_URL: model.baseUrl,
        LLM_MODEL: 'judge',
        LLM_OPERATOR: 'ourselves',
        LLM_API_KEY: 'canary-of-the-model',
        ALLOW_PRIVATE: `127.0.0.1:${model.port}`
    });
    return { collector, mailServer, model, server };
}

/** A candidate answers what the sage asks, from the invitation to the last word. */
async function answerOnce(t: ExecutionContext, url: string, client: HttpClient, run: string) {
    const { body: report } = await client.get(`/sages/1/builds/${run}/report`);
    const { body: test } = await client.get(`/screens/${report.data.report.test_screen_id}`);
    await client.send('POST', '/sages/1/testing/pass', { note: 'canary-note' });
    await client.action('svc_toggle_sage_status', { sage_id: 1 });
    const candidate = { name: 'Canary Candidate', email: 'canary@candidate.example' };
    const { body } = await client.send('POST', '/screens', { sage_id: 1, invite: true, candidate });
    const post = async (step: string, fields: Record<string, string>) => {
        const path = `${new URL(body.data.link).pathname}/${step}`;
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const { statusCode } = await fetched(url, {
            method: 'POST',
            url: path,
            headers,
            payload: encode(fields),
            redirect: 'manual'
        });
        t.true(statusCode < 400, `${step}: ${statusCode}`);
    };
    await post('start', { consent: '1' });
    for (const { criterion_id: criterion } of test.data.screen.verdict.findings as { criterion_id: string }[])
        await post('answer', {
            criterion,
            text: 'canary-answer: I wrote a small script and measured each query.'
        });
    await post('submit', {});
    const screen = async () => (await client.get(`/screens/${body.data.screen.id}`)).body.data.screen;
    await until('the reading', async () => (await screen()).verdict !== null);
}

const childOf = (span: Collected | undefined, parent: Collected | undefined) =>
    span?.traceId === parent?.traceId && span?.parentSpanId === parent?.spanId;

test.serial(
    'an action, its jobs, polls, emails and model calls are spans without personal data',
    async (t) => {
        const { collector, mailServer, model, server } = await startAll(t);
        const client = await login(server.url);
        const { body: build } = await client.action('svc_start_full_sage_build', { sage_id: 1 });
        const poll = () => client.action('svc_get_workflow_status', { run_id: build.run_id });
        await until('the build', async () => (await poll()).body.state !== 'running');
        await client.send('POST', '/settings/mail-test');
        await until('the mail', async () => mailServer.mails.length > 0);
        await client.send('POST', '/settings/evaluator-test');
        await answerOnce(t, server.url, client, build.run_id);
        const rude = [`/screen/canary-secret`, '/tools/list?token=canary-token', '/canary-path?canary=query'];
        const headers = { 'user-agent': 'canary-agent', traceparent: 'canary' };
        const ids: unknown[] = [];
        for (const path of rude)
            ids.push((await fetch(server.url + path, { headers })).headers.get('x-request-id'));
        const isLast = ({ attributes }: Collected) => attributes['sage_council.request.id'] === ids.at(-1);
        await until('the last span', async () => collector.spans().some(isLast));
        t.is(await server.end('SIGTERM'), 0);

        const spans = collector.spans();
        const all = (name: string) => spans.filter((span) => span.name === name);
        const [action] = all('POST /_actions/svc_start_full_sage_build');
        t.like(action?.attributes, { 'http.response.status_code': 200 });
        const steps = all('job build-step').filter((step) => childOf(step, action));
        t.true(steps.length >= 8, 'the action, its job, and the jobs of that');
        t.is(all('evaluate evidence').length, 0, 'what reads without calling anybody is none');
        t.is(all('job evaluate-screen').length, 1);
        t.true(all('POST /_actions/svc_get_workflow_status').length > 0, 'polls of the lane too');

        const [mailTest] = all('POST /rest/svc/v1/settings/mail-test');
        const mailJob = all('job send-mail').find((span) => childOf(span, mailTest));
        const smtp = all('SMTP send').find((span) => childOf(span, mailJob));
        t.like(smtp?.attributes, { 'server.address': '127.0.0.1' });

        const [evaluatorTest] = all('POST /rest/svc/v1/settings/evaluator-test');
        const call = all('POST').find((span) => childOf(span, evaluatorTest));
        t.like(call?.attributes, { 'server.port': model.port, 'http.response.status_code': 200 });

        const sent = collector.batches.map(({ body }) => String(body)).join('\n');
        const nonces = Object.values(client.nonces);
        const written = ['canary', '@', administrator.password, 'council-secret', build.run_id, '?'];
        for (const secret of [...written, ...nonces, 'url.full', 'url.path', 'client.address', 'user_agent'])
            t.false(sent.toLowerCase().includes(secret.toLowerCase()), secret);
        t.false(server.output().includes(header));
        for (const { headers } of collector.batches) t.is(headers['authorization'], header);
    }
);

test.serial(
    'without an endpoint nothing of OpenTelemetry is loaded to send spans; with one it is',
    async (t) => {
        const packages = '@opentelemetry/(sdk-|otlp|resources|core)';
        const watching = `import { registerHooks } from 'node:module';
        registerHooks({ load(url, context, next) {
            if (new RegExp('${packages}').test(url)) process.stderr.write('loaded ' + url + '\\n');
            return next(url, context);
        } });`;
        const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(watching)}`;
        const off = await startServer(t, { NODE_OPTIONS });
        await login(off.url);
        t.is(await off.end('SIGTERM'), 0);
        t.false(off.output().includes('loaded'));
        const collector = await startCollector(t);
        const on = await startServer(t, { NODE_OPTIONS, ...toCollector(collector.url) });
        t.is(await on.end('SIGTERM'), 0);
        t.true(on.output().includes('@opentelemetry/sdk-trace'));
    }
);

const hangs: Manner = () => undefined;

test.serial('an unreachable collector fails and delays nothing, and is logged once', async (t) => {
    const { url } = await startCollector(t, hangs);
    for (const endpoint of [`http://127.0.0.1:${await freePort()}`, url]) {
        const server = await startServer(t, toCollector(endpoint));
        const client = await login(server.url);
        for (let n = 0; n < 20; n += 1) t.is((await client.get('/credits')).statusCode, 200);
        if (endpoint !== url)
            await until('it is told', async () => server.output().includes('trace export failed'));
        await client.get('/credits');
        const ended = server.end('SIGTERM');
        const took = await livedWhile(ended);
        t.is(await ended, 0);
        t.true(took < 10_000, `it ends in time all the same: ${took} ms`);
        t.true(server.output().split('trace export failed').length <= 2);
        t.false(server.output().includes(header));
    }
});
