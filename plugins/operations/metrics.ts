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
            /** How an attempt of a job ended. */
            observeAttempt: (attempt: Timed<'task'>) => void;
            /** How an evaluator's reading of one candidate's answers ended. */
            observeEvaluation: (evaluation: Timed<'evaluator'>) => void;
        };
    }
}

const scope = ['metrics:read', 'admin:jobs'];

export const metrics: Plugin<App> = {
    name: 'metrics',
    dependencies: ['auth', 'responses'],
    register(server, app) {
        const registry = new Registry();
        observeResponses(registry, server.plugins.responses);
        observeLimits(registry, server);
        server.expose({
            observeAttempt: durations(registry, 'task', {
                name: 'job_attempt',
                help: 'Time that an attempt of a job took, by task and by how it ended.'
            }),
            observeEvaluation: durations(registry, 'evaluator', {
                name: 'evaluation',
                help: 'Time that an evaluator took for answers to all criteria, by evaluator and by how it ended.',
                shorter: [0.005]
            })
        });
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

/** A scrape does not count among the requests that it reports. */
function observeResponses(registry: Registry, { observe }: Server['plugins']['responses']) {
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

type Timed<Label extends string> = Record<Label, string> & { outcome: 'done' | 'failed'; seconds: number };

/** Returns what is called for each of these when it ends. */
function durations<Label extends string>(
    registry: Registry,
    label: Label,
    { name, help, shorter = [] }: { name: string; help: string; shorter?: number[] }
) {
    const histogram = new Histogram({
        name: `sage_council_${name}_duration_seconds`,
        help,
        labelNames: [label, 'outcome'],
        buckets: [...shorter, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
        registers: [registry]
    });
    return ({ seconds, ...labels }: Timed<Label>) => histogram.observe(labels as never, seconds);
}

/** The help of each gauge, and its label where it has one. */
const gauges = {
    nodes: ['Active nodes on this database. 1 without DATABASE_URL.'],
    jobs_running: ['1 while jobs are processed, else 0.'],
    jobs: ['Jobs by state. Counting stops at 10,000.', 'state'],
    builds: ['Builds by state. Counting stops at 10,000.', 'state'],
    screens: ['Screens by status. Counting stops at 10,000.', 'state'],
    mails: ['Emails by state. Counting stops at 10,000.', 'state'],
    jobs_delayed: ['Failed job attempts waiting for a retry.'],
    jobs_oldest_waiting_seconds: ['Age of the oldest unfinished job.'],
    credits: ['Credits of this server.', 'kind'],
    builds_at_step: ['Running builds by the step at which they are.', 'step'],
    model_calls_this_month: ['Calls of the language model in this month, UTC.'],
    model_tokens_this_month: ['Their tokens, sent (in) and received (out).', 'direction'],
    model_tokens_limit: ['Maximum tokens in a month (LLM_MONTHLY_LIMIT). 0: no limit.'],
    store_bytes: ['Size of the store.'],
    store_wal_bytes: ["Size of SQLite's write-ahead log."],
    data_folder_free_bytes: ['Free space for the data folder.'],
    store_lacks_room: ['1 while the disk is full and nothing can be written.'],
    last_backup_timestamp_seconds: ['Time of the last backup. 0: none.'],
    last_sent_backup_timestamp_seconds: [
        'Time of the newest backup in the bucket of BACKUP_TO. 0: none known to this node.'
    ],
    backup_every_seconds: ['Backup interval (BACKUP_EVERY). 0: never.']
} as const satisfies Record<string, readonly [help: string, label?: string]>;

/** A number, or one for each value of the label. */
type Readings = { [Name in keyof typeof gauges]?: number | Readonly<Record<string, number>> };

/** Returns what brings all gauges up to date. */
function gaugeReader(registry: Registry, app: App) {
    const { config } = app;
    const gauge = (name: string, help: string, labelNames: string[]) =>
        new Gauge({ name: `sage_council_${name}`, help, labelNames, registers: [registry] });
    const made = new Map<string, Gauge>();
    const show = (name: keyof typeof gauges, value: number | Readonly<Record<string, number>>) => {
        const [help, label = ''] = gauges[name] as readonly [string, string?];
        const shown = made.get(name) ?? gauge(name, help, label === '' ? [] : [label]);
        made.set(name, shown);
        if (typeof value === 'number') return shown.set(value);
        shown.reset();
        for (const [one, count] of Object.entries(value)) shown.set({ [label]: one }, count);
    };
    gauge('info', 'Always 1: the version, and where the data is.', ['version', 'store']).set(
        { version: config.program.version, store: config.database ? 'postgresql' : 'sqlite' },
        1
    );
    return async () => {
        for (const read of [ofProgram, ofWork, ofModel, ofDisk, ofBackups])
            for (const [name, value] of Object.entries(await read(app)))
                show(name as keyof typeof gauges, value);
    };
}

const ofProgram = async ({ store, config, jobs }: App): Promise<Readings> => ({
    nodes: config.database ? (await listNodes(store.read)).length : 1,
    jobs_running: jobs().state === 'running' ? 1 : 0
});

async function ofWork({ store, now }: App): Promise<Readings> {
    const { oldestWaitingAt, delayed, ...found } = await overview(store.read, now());
    const { jobs, builds, screens, mails, credits } = found;
    const steps = Map.groupBy(await stepsUnderWay(store.read), (step) => step);
    return {
        jobs,
        builds,
        screens,
        mails,
        credits,
        jobs_delayed: delayed,
        jobs_oldest_waiting_seconds: oldestWaitingAt === null ? 0 : (now() - oldestWaitingAt) / 1000,
        builds_at_step: Object.fromEntries(Array.from(steps, ([step, { length }]) => [step, length]))
    };
}

async function ofModel({ store, config: { llm }, now }: App): Promise<Readings> {
    const used = await usedInMonth(store.read, now());
    return {
        model_calls_this_month: used.calls,
        model_tokens_this_month: { in: used.promptTokens, out: used.completionTokens },
        model_tokens_limit: llm?.monthlyLimit ?? 0
    };
}

async function ofDisk({ store, config }: App): Promise<Readings> {
    const { freeBytes, walBytes } = await roomIn(config.dataDir);
    return {
        store_bytes: await store.size(),
        store_wal_bytes: walBytes,
        data_folder_free_bytes: freeBytes,
        store_lacks_room: store.lack() === undefined ? 0 : 1
    };
}

const hour = 3600;

const ofBackups = async ({ config, backups }: App): Promise<Readings> => ({
    last_backup_timestamp_seconds: ((await backups.last())?.madeAt ?? 0) / 1000,
    backup_every_seconds: config.backup.every * hour,
    ...(config.backup.to !== undefined && {
        last_sent_backup_timestamp_seconds: (backups.lastSentAt() ?? 0) / 1000
    })
});
