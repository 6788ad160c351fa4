// The metrics that are read from the store, the settings and the disk at each scrape.
import { Gauge, type Registry } from 'prom-client';
import { stepsUnderWay } from '../../../db/builds/under-way.ts';
import { roomIn } from '../../../db/installation/data-folder.ts';
import { overview } from '../../../db/support/listing.ts';
import { listNodes } from '../../../db/jobs/nodes.ts';
import { usedInMonth } from '../../../db/judgement/model-usage.ts';
import type { App } from '../../app.ts';

type MakeGauge = (name: string, help: string, ...labelNames: string[]) => Gauge;

/** Returns what brings all gauges up to date. */
export function gaugeReader(registry: Registry, app: App) {
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
