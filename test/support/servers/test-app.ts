// A whole server on a fresh store, with its own clock, whose jobs run on demand.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import pino, { type Logger } from 'pino';
import { loadConfig } from '../../../config/index.ts';
import { grantCredits } from '../../../db/accounts/credits.ts';
import { openBackups } from '../../../db/installation/backup/backups.ts';
import { keepZone } from '../../../db/record/settings.ts';
import { ensureInstallation } from '../../../db/installation/installation.ts';
import { keysOf, type Secrets } from '../../../db/installation/secrets.ts';
import { dueJobs } from '../../../db/jobs/ledger.ts';
import { type Evaluators, makeEvaluators } from '../../../jobs/evaluation/index.ts';
import { tryModel } from '../../../jobs/evaluation/try-model.ts';
import { checkDraft } from '../../../jobs/build/rubric/draft.ts';
import { makeJobs, tasks } from '../../../jobs/index.ts';
import { mailReader } from '../../../jobs/mail/text.ts';
import { startAttempts } from '../../../jobs/queue/attempts.ts';
import { openOutgoing } from '../../../config/outgoing.ts';
import { openerOf } from '../../../plugins/agents/storage/backups.ts';
import type { App } from '../../../plugins/app.ts';
import type { sendingTimes } from '../../../server.ts';
import { openFreshStore } from '../stores/fresh-store.ts';
import { keepReadings } from '../fixtures/kept-readings.ts';
import { logInAs, type Person, secrets as ofAllTests } from '../people/roles.ts';
import { serverFor } from './kept-servers.ts';

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

interface Setting {
    env?: Record<string, string>;
    credits?: number;
    log?: Logger;
    /** A store that is there already. */
    from?: Buffer;
    /** How long a client may take to send. */
    times?: typeof sendingTimes;
    /** In place of those of the settings. */
    evaluators?: Evaluators;
    /** In place of those of all tests. */
    secrets?: Secrets;
    /** In place of a clock that does not move until the test lets time go by. */
    clock?: Pick<App, 'now' | 'settleDeadlines'>;
    /** When a step of a build has had its time; by default never, for the machine may be busy. */
    within?: (ms: number) => AbortSignal;
    /** In place of the limits that no setting names. */
    rates?: Partial<App['config']['rates']>;
    /** Whether its server serves no other test app: for what it does only once, such as what it logs while it is made. */
    alone?: boolean;
}

const silent = pino({ level: 'silent' });
const ofTests = { NODE_ENV: 'test', LOG_LEVEL: 'silent' };
const forTests = { reference: 'test', reason: 'Test', at: 1 };
const allWell: App['jobs'] = () => ({ state: 'running', problem: undefined });

const unchanging = { lint: checkDraft, tasks, jobs: allWell, settleDeadlines: async () => undefined };

const asking = (evaluators: Evaluators, { llm }: App['config'], now: App['now']) => ({
    askModel: () => tryModel({ evaluators, llm, now })
});

const mailOf = ({ mail, inForce, currency, baseUrl, paths, screens }: App['config'], secrets: Secrets) => ({
    ...mail,
    inForce,
    currency,
    undoMs: screens.undoMs,
    baseUrl,
    restPath: paths.rest,
    links: secrets.links,
    keys: keysOf(secrets, 'links')
});

/** As few bits of work as there may be: it is the rule that is tested, not the processor. */
function configOf(env: Record<string, string>, { rates }: Setting) {
    const config = loadConfig({ UNDO_MINUTES: '0', ...env });
    return {
        ...config,
        rates: { ...config.rates, ...rates },
        humanCheck: { ...config.humanCheck, bits: 4 }
    };
}

/** Starts a test app. It ends with its test. */
export async function createTestApp(
    t: ExecutionContext,
    { env = {}, credits = 10, log = silent, from, times, evaluators, alone = false, ...more }: Setting = {}
) {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-test-'));
    const store = await openFreshStore(join(folder, 'app.db'), from);
    t.teardown(async () => {
        await store.close();
        rmSync(folder, { recursive: true });
    });
    await store.write(ensureInstallation);
    if (credits > 0) await store.write((tx) => grantCredits(tx, { ...forTests, amount: credits }));
    let at = Date.UTC(2026, 0, 15, 12);
    const { secrets = ofAllTests, clock, within = () => new AbortController().signal } = more;
    const config = configOf({ ...ofTests, DATA_DIR: folder, ...env }, more);
    const outgoing = openOutgoing(config.outgoing);
    t.teardown(() => outgoing.close());
    const now = clock?.now ?? (() => at);
    const readers = evaluators ?? keepReadings(makeEvaluators({ store, now, llm: config.llm, outgoing }));
    const readMail = mailReader(store, mailOf(config, secrets));
    const backups = openBackups({ store, config, secrets, now, log, openBucket: openerOf(config, outgoing) });
    t.teardown(() => backups.stop());
    const zone = await keepZone({ store, config });
    const own = { store, zone, config, secrets, log, outgoing, now, readMail, backups };
    const app: App = { ...unchanging, ...own, ...asking(readers, config, now), ...clock };
    const server = await serverFor(t, app, {
        times,
        alone: alone || times !== undefined || secrets !== ofAllTests
    });
    const jobs = makeJobs({
        store,
        evaluators: readers,
        mail: mailOf(config, secrets),
        log,
        now: app.now,
        within
    });
    const tries = startAttempts({ store, jobs, log, now: app.now, signal: new AbortController().signal });

    return {
        app,
        store,
        server,
        folder,
        now: app.now,
        /** Lets this many milliseconds go by. */
        pass: (ms: number) => void (at += ms),
        /** A logged-in client in this part. */
        as: (person: Person) => logInAs({ store, server, config, now: app.now }, person),
        /** Runs the jobs that wait, and those that they make, until none is left. */
        async drain() {
            for (let waiting = await dueJobs(store.read, at, 100); waiting.length > 0;) {
                for (const { id } of waiting) await tries.run(id).catch(() => undefined);
                waiting = await dueJobs(store.read, at, 100);
            }
        },
        /** Delivers a job, as a queue does that may be late or wrong. */
        deliver: (id: string) => tries.run(id).catch(() => undefined),
        /** Runs only the oldest waiting job. */
        async runOne() {
            const [job] = await dueJobs(store.read, at, 1);
            if (job) await tries.run(job.id).catch(() => undefined);
            return job;
        }
    };
}

/** One whose server listens at a free port. */
export async function startedApp(t: ExecutionContext, { env, ...setting }: Setting = {}) {
    const testApp = await createTestApp(t, { env: { PORT: '0', ...env }, ...setting });
    await testApp.server.start();
    t.teardown(() => testApp.server.stop({ timeout: 0 }));
    return { ...testApp, port: Number(testApp.server.info.port) };
}
