// A whole server on a fresh store, with its own clock, whose jobs run on demand.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import pino, { type Logger } from 'pino';
import { loadConfig } from '../../config.ts';
import { grantCredits } from '../../db/credits.ts';
import { ensureInstallation } from '../../db/installation/installation.ts';
import { dueJobs } from '../../db/jobs/ledger.ts';
import { type Evaluators, makeEvaluators } from '../../jobs/evaluation/index.ts';
import { tryModel } from '../../jobs/evaluation/try-model.ts';
import { checkRubric } from '../../jobs/build/rubric/lint.ts';
import { makeJobs } from '../../jobs/index.ts';
import { startAttempts } from '../../jobs/queue/attempts.ts';
import { openOutgoing } from '../../outgoing.ts';
import type { App } from '../../plugins/app.ts';
import type { sendingTimes } from '../../server.ts';
import { openFreshStore } from './fresh-store.ts';
import { keepReadings } from './kept-readings.ts';
import { logInAs, type Person, secrets } from './roles.ts';
import { serverFor } from './servers.ts';

export type World = Awaited<ReturnType<typeof createWorld>>;

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
    /** Whether its server serves no other world: for what it does only once, such as what it logs while it is made. */
    alone?: boolean;
}

const silent = pino({ level: 'silent' });
const allWell: App['jobs'] = () => ({ state: 'running', problem: undefined });

const unchanging = { secrets, lint: checkRubric, jobs: allWell };

const asking = (evaluators: Evaluators, { llm }: App['config'], now: App['now']) => ({
    askModel: () => tryModel({ evaluators, llm, now })
});

const mailOf = ({ mail, baseUrl, paths }: App['config']) => ({
    ...mail,
    baseUrl,
    restPath: paths.rest,
    links: secrets.links
});

/** Starts a world. It ends with its test. */
export async function createWorld(
    t: ExecutionContext,
    { env = {}, credits = 10, log = silent, from, times, evaluators, alone = false }: Setting = {}
) {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-test-'));
    const store = await openFreshStore(join(folder, 'app.db'), from);
    await store.write(ensureInstallation);
    if (credits > 0) {
        await store.write((tx) =>
            grantCredits(tx, { reference: 'test', amount: credits, reason: 'Test', at: 1 })
        );
    }
    let at = Date.UTC(2026, 0, 15, 12);
    const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: folder, ...env });
    const outgoing = openOutgoing({ allowed: config.allowPrivate });
    const now = () => at;
    const readers = evaluators ?? keepReadings(makeEvaluators({ store, now, llm: config.llm, outgoing }));
    const app: App = { ...unchanging, store, config, log, outgoing, now, ...asking(readers, config, now) };
    const server = await serverFor(t, app, { times, alone: alone || times !== undefined });
    const jobs = makeJobs({
        store,
        evaluators: readers,
        mail: mailOf(config),
        log,
        now: app.now
    });
    const tries = startAttempts({ store, jobs, log, now: app.now, signal: new AbortController().signal });

    t.teardown(async () => {
        await outgoing.close();
        await store.close();
        rmSync(folder, { recursive: true });
    });
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
