// Metrics for Prometheus: https://prometheus.io/docs/practices/naming/. Labels are routes, tasks, states and steps, never a sage,
// a person or an address, so that their number is bounded and they are no personal data.
import type { Plugin, Server } from '@hapi/hapi';
import { collectDefaultMetrics, Registry, Counter, Histogram, Gauge } from 'prom-client';
import { Refusal } from '../../db/store/refusal.ts';
import { roomIn } from '../../db/installation/data-folder.ts';
import { overview } from '../../db/support/listing.ts';
import { listNodes } from '../../db/jobs/nodes.ts';
import { usedInMonth } from '../../db/judgement/model-usage.ts';
import { stepsUnderWay } from '../../db/builds/run-list.ts';
import type { App } from '../app.ts';
import { type TokenStrategy, tokenInHeaderOrBearer } from '../surfaces/auth/schemes.ts';

declare module '@hapi/hapi' {
    interface PluginProperties {
        metrics: {
            observeAttempt: (attempt: Attempt) => void;
            observeEvaluation: (evaluation: Evaluation) => void;
        };
    }
}

const scope = ['metrics:read', 'admin:jobs'];

export const metrics: Plugin<App> = {
    name: 'metrics',
    dependencies: ['auth', 'responses'],
    register(server, app) {
        const registry = new Registry();
        observeResponses(registry, server.plugins.responses.observe);
        observeLimits(registry, server);
        server.expose('observeAttempt', attemptObserver(registry));
        server.expose('observeEvaluation', evaluationObserver(registry));
        const read = gaugeReader(registry, app);
        let isFirst = true;
        server.auth.strategy('metrics', 'service-token', {
            tokenIn: tokenInHeaderOrBearer
        } satisfies TokenStrategy);
        server.route({
            method: 'GET',
            path: '/metrics',
            options: {
                id: 'getMetrics',
                description: 'Returns the metrics of this node in the text format of Prometheus.',
                tags: ['operations'],
                auth: { strategy: 'metrics', access: { scope } },
                app: { docs: { surface: 'tools', types: [Registry.PROMETHEUS_CONTENT_TYPE] } }
            },
            async handler(_request, h) {
                if (isFirst) collectDefaultMetrics({ register: registry }); // it watches the event loop from then on
                isFirst = false;
                await read();
                return h.response(await registry.metrics()).type(Registry.PROMETHEUS_CONTENT_TYPE);
            }
        });
    }
};

interface Response {
    method: string;
    route: string;
    status: number;
    ms: number | undefined;
}

/** A scrape does not count among the requests that it reports. */
function observeResponses(registry: Registry, observe: (observer: (answered: Response) => void) => void) {
    const durations = new Histogram({
        name: 'http_request_duration_seconds',
        help: 'Time from the head of a request to the end of its response, by route.',
        labelNames: ['method', 'route', 'status'],
        buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
        registers: [registry]
    });
    const aborted = new Counter({
        name: 'http_requests_aborted_total',
        help: 'Requests whose client disconnected before the response.',
        registers: [registry]
    });
    observe(({ method, route, status, ms }) => {
        if (route === '/metrics') return;
        if (ms === undefined) aborted.inc();
        else durations.observe({ method, route, status }, ms / 1000);
    });
}

/** Counts the requests that a limit refused. The fast path in front of hapi refuses nothing, so that all of them end here. */
function observeLimits(registry: Registry, server: Server) {
    const hits = new Counter({
        name: 'sage_council_rate_limit_hits_total',
        help: 'Requests refused because a limit was reached, by the limit.',
        labelNames: ['limit'],
        registers: [registry]
    });
    server.events.on('response', ({ plugins: { errors } }) => {
        const { cause } = errors ?? {};
        if (cause instanceof Refusal && cause.limit !== undefined) hits.inc({ limit: cause.limit });
    });
}

/** How an attempt of a job ended. */
interface Attempt {
    task: string;
    outcome: 'done' | 'failed';
    seconds: number;
}

/** Returns what is called for each attempt of a job. */
function attemptObserver(registry: Registry) {
    const durations = new Histogram({
        name: 'sage_council_job_attempt_duration_seconds',
        help: 'Time that an attempt of a job took, by task and by how it ended.',
        labelNames: ['task', 'outcome'],
        buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
        registers: [registry]
    });
    return ({ task, outcome, seconds }: Attempt) => durations.observe({ task, outcome }, seconds);
}

/** How an evaluator's reading of one candidate's answers ended. */
interface Evaluation {
    evaluator: string;
    outcome: 'done' | 'failed';
    seconds: number;
}

/** Returns what is called for each reading of answers. */
function evaluationObserver(registry: Registry) {
    const durations = new Histogram({
        name: 'sage_council_evaluation_duration_seconds',
        help: 'Time that an evaluator took for answers to all criteria, by evaluator and by how it ended.',
        labelNames: ['evaluator', 'outcome'],
        buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
        registers: [registry]
    });
    return ({ evaluator, outcome, seconds }: Evaluation) =>
        durations.observe({ evaluator, outcome }, seconds);
}

type MakeGauge = (name: string, help: string, ...labelNames: string[]) => Gauge;

/** Returns what brings all gauges up to date. */
function gaugeReader(registry: Registry, app: App) {
    const gauge: MakeGauge = (name, help, ...labelNames) =>
        new Gauge({ name: `sage_council_${name}`, help, labelNames, registers: [registry] });
    const readers = [programGauges, workGauges, buildGauges, modelGauges, diskGauges, backupGauges].map(
        (open) => open(gauge, app)
    );
    return async () => {
        for (const read of readers) await read();
    };
}

function programGauges(gauge: MakeGauge, { store, config, jobs }: App) {
    const info = gauge('info', 'Always 1: the version, and where the data is.', 'version', 'store');
    const nodes = gauge('nodes', 'Active nodes on this database. 1 without DATABASE_URL.');
    const running = gauge('jobs_running', '1 while jobs are processed, else 0.');
    return async () => {
        info.set({ version: config.program.version, store: config.database ? 'postgresql' : 'sqlite' }, 1);
        nodes.set(config.database ? (await listNodes(store.read)).length : 1);
        running.set(jobs().state === 'running' ? 1 : 0);
    };
}

function workGauges(gauge: MakeGauge, { store, now }: App) {
    const states = {
        jobs: gauge('jobs', 'Jobs by state. Counting stops at 10,000.', 'state'),
        builds: gauge('builds', 'Builds by state. Counting stops at 10,000.', 'state'),
        screens: gauge('screens', 'Screens by status. Counting stops at 10,000.', 'state'),
        mails: gauge('mails', 'Emails by state. Counting stops at 10,000.', 'state')
    };
    const delayed = gauge('jobs_delayed', 'Failed job attempts waiting for a retry.');
    const oldest = gauge('jobs_oldest_waiting_seconds', 'Age of the oldest unfinished job.');
    const credits = gauge('credits', 'Credits of this server.', 'kind');
    return async () => {
        const { oldestWaitingAt, credits: account, ...found } = await overview(store.read, now());
        for (const kind of ['jobs', 'builds', 'screens', 'mails'] as const)
            for (const [state, count] of Object.entries(found[kind])) states[kind].set({ state }, count);
        delayed.set(found.delayed);
        oldest.set(oldestWaitingAt === null ? 0 : (now() - oldestWaitingAt) / 1000);
        for (const [kind, amount] of Object.entries(account)) credits.set({ kind }, amount);
    };
}

function buildGauges(gauge: MakeGauge, { store }: App) {
    const atStep = gauge('builds_at_step', 'Running builds by the step at which they are.', 'step');
    return async () => {
        atStep.reset();
        for (const step of await stepsUnderWay(store.read)) atStep.inc({ step });
    };
}

const million = 1_000_000;

/** What is unset has no price: the cost is that of what has one. */
function modelGauges(gauge: MakeGauge, { store, config: { llm }, now }: App) {
    const calls = gauge('model_calls_this_month', 'Calls of the language model in this month, UTC.');
    const tokens = gauge(
        'model_tokens_this_month',
        'Their tokens, sent (in) and received (out).',
        'direction'
    );
    const most = gauge('model_tokens_limit', 'Maximum tokens in a month (LLM_MONTHLY_LIMIT). 0: no limit.');
    const cost = gauge(
        'model_cost_this_month',
        'Their cost by LLM_PRICE_IN and LLM_PRICE_OUT, as those count.'
    );
    return async () => {
        const used = await usedInMonth(store.read, now());
        calls.set(used.calls);
        tokens.set({ direction: 'in' }, used.promptTokens);
        tokens.set({ direction: 'out' }, used.completionTokens);
        most.set(llm?.monthlyLimit ?? 0);
        const { in: sent = 0, out: received = 0 } = llm?.price ?? {};
        cost.set((used.promptTokens * sent + used.completionTokens * received) / million);
    };
}

function diskGauges(gauge: MakeGauge, { store, config }: App) {
    const size = gauge('store_bytes', 'Size of the store.');
    const log = gauge('store_wal_bytes', "Size of SQLite's write-ahead log.");
    const free = gauge('data_folder_free_bytes', 'Free space for the data folder.');
    const lacking = gauge('store_lacks_room', '1 while the disk is full and nothing can be written.');
    return async () => {
        size.set(await store.size());
        const { freeBytes, walBytes } = await roomIn(config.dataDir);
        log.set(walBytes);
        free.set(freeBytes);
        lacking.set(store.lack() === undefined ? 0 : 1);
    };
}

const hour = 3600;

function backupGauges(gauge: MakeGauge, { config, backups }: App) {
    const backedUp = gauge('last_backup_timestamp_seconds', 'Time of the last backup. 0: none.');
    const sent =
        config.backup.to === undefined
            ? undefined
            : gauge(
                  'last_sent_backup_timestamp_seconds',
                  'Time of the newest backup in the bucket of BACKUP_TO. 0: none known to this node.'
              );
    const every = gauge('backup_every_seconds', 'Backup interval (BACKUP_EVERY). 0: never.');
    return async () => {
        backedUp.set(((await backups.last())?.madeAt ?? 0) / 1000);
        every.set(config.backup.every * hour);
        sent?.set((backups.lastSentAt() ?? 0) / 1000);
    };
}
