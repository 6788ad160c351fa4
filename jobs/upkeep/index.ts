// The chores of the server: time-outs and cleanup. They are not jobs, because they must continue while PostgreSQL is down.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { BaseLogger } from 'pino';
import type { Config } from '../../config/index.ts';
import { settingsOf, type Zone } from '../../db/record/settings.ts';
import { purgeResetRequests } from '../../db/accounts/password-resets.ts';
import { purgeChanges } from '../../db/accounts/pending-changes.ts';
import { purgeSessions } from '../../db/accounts/sessions.ts';
import { purgeBudgets } from '../../db/accounts/short-lived/budgets.ts';
import { purgeKeptForms } from '../../db/accounts/short-lived/kept-forms.ts';
import { purgeSpent } from '../../db/accounts/short-lived/spent.ts';
import { purgeJudged } from '../../db/builds/prepared-results.ts';
import { clearTimedOut } from '../../db/builds/runs.ts';
import { purgeAttempts } from '../../db/jobs/attempts.ts';
import { purgeEnded } from '../../db/jobs/retention.ts';
import { askDueChecks } from '../../db/judgement/licence/checks.ts';
import { type Mailing, mailReviewers } from '../../db/judgement/reviewer-mails.ts';
import { expireScreens } from '../../db/screens/cancellations.ts';
import { purgeDrafts } from '../../db/sages/drafts.ts';
import { eraseDue } from '../../db/installation/retention.ts';
import { finishLeftOver } from '../../db/council/status.ts';
import { type Reader, type Store, type Tx, isStoreStuck } from '../../db/store/index.ts';
import { purgeToolCalls } from '../../db/agents/calls.ts';
import { purgeTraces } from '../../db/agents/traces.ts';
import type { Backups } from '../../db/installation/backup/backups.ts';
import { dropFetched } from '../../db/installation/backup/fetched.ts';
import { settleRotations } from '../../db/installation/rotation.ts';
import type { GivenSecrets } from '../../db/installation/secrets.ts';
import type { Deadlines } from './deadlines.ts';
import { finishErasures } from './erasing/index.ts';
import { patiently, type Schedule, startSchedule, type YieldNow } from '../queue/schedule.ts';
import { day, hour, minute, second } from '../../db/store/time.ts';
import { freeBytes } from '../../db/installation/disk.ts';
import { writeAsItIs } from '../../db/installation/installation.ts';

type Setting = 'keepDays' | 'keepJobsDays' | 'sageAccess' | 'inForce' | 'dataDir' | 'backupDir' | 'backup';

interface Upkeep extends Pick<Config, Setting> {
    store: Store;
    log: BaseLogger;
    now: () => number;
    zone: Zone;
    secrets: GivenSecrets;
    backups: Pick<Backups, 'makeIfDue' | 'stop'>;
    /** Of several nodes the one that leads does the chores. */
    membership: { leads(): boolean } | undefined;
    deadlines: Deadlines;
}

/** Does a part of the work. Returns true where there may be more. */
type Chore = (tx: Tx, at: number, settings: Mailing) => Promise<unknown>;

const purgeShortLived: Chore = async (tx, at) => {
    for (const purge of [purgeBudgets, purgeSpent, purgeKeptForms]) await purge(tx, at);
};

/** Each part of a chore is one transaction, on one node. */
const chores: Record<string, [period: number, chore: Chore]> = {
    'expire-screens': [30 * second, expireScreens],
    'mail-reviewers': [minute, mailReviewers],
    'ask-licence-checks': [hour, askDueChecks],
    'purge-judged-ahead': [hour, purgeJudged],
    'purge-sessions': [10 * minute, purgeSessions],
    'purge-short-lived': [10 * minute, purgeShortLived],
    'purge-reset-requests': [hour, purgeResetRequests],
    'purge-changes': [hour, purgeChanges],
    'purge-drafts': [hour, purgeDrafts]
};

/** Starts all chores. The schedule that it returns stops them. */
export function startUpkeep({
    store,
    log,
    now,
    membership,
    backups,
    deadlines,
    zone,
    ...settings
}: Upkeep): Schedule {
    const { keepDays, keepJobsDays, dataDir, backupDir, backup, secrets, sageAccess } = settings;
    const schedule = startSchedule({ log, now });
    const leads = () => membership?.leads() ?? true;
    const everyOnOne = (name: string, period: number, work: (yieldNow: YieldNow) => Promise<unknown>) =>
        schedule.every(name, period, async (yieldNow) => void (leads() && (await work(yieldNow))));
    for (const [name, [period, chore]] of Object.entries(chores))
        everyOnOne(name, period, async (yieldNow) => {
            const mailing = () => ({ timeZone: zone.name(), sageAccess });
            while ((await store.write((tx) => chore(tx, now(), mailing()))) === true) await yieldNow();
        });
    schedule.every(
        'clear-timed-out-builds',
        10 * second,
        async () => {
            await deadlines.settle();
            if (leads()) await store.write((tx) => clearTimedOut(tx, now()));
        },
        () => deadlines.settle()
    );
    everyOnOne('cancel-left-over-screens', minute, (yieldNow) => finishLeftOver(store, { now, yieldNow }));
    if (keepJobsDays > 0)
        everyOnOne('purge-ended', hour, (yieldNow) =>
            purgeEnded(store, { before: now() - keepJobsDays * day, yieldNow })
        );
    if (keepDays > 0)
        everyOnOne('purge-records', hour, (yieldNow) =>
            purgeRecords(store, { before: now() - keepDays * day, yieldNow })
        );
    const daysIn = async (read: Reader) =>
        (await settingsOf({ store: { read }, config: settings })).keepCandidatesDays;
    everyOnOne('erase-by-age', hour, (yieldNow) => eraseDue(store, { daysIn, now, yieldNow }));
    everyOnOne(
        'finish-erasures',
        5 * second,
        patiently((yieldNow) => finishErasures({ store, dataDir, backupDir, backup, now, yieldNow }), {
            wait: minute,
            now
        })
    );
    everyOnOne('make-backups', minute, () => backups.makeIfDue());
    const endRotations = () => settleRotations({ store, dataDir, secrets, at: now() });
    schedule.every('end-rotations', minute, async () => void (await endRotations())); // of this node's secrets
    schedule.every('drop-fetched-backups', hour, () => dropFetched(dataDir, now())); // each node has a data folder
    schedule.every('read-time-zone', minute, () => zone.refresh()); // another node may have changed it
    schedule.every('checkpoint', minute, () => store.checkpoint());
    schedule.every('look-for-room', 5 * second, watchRoom({ store, dataDir, log, now })); // each node has an engine
    schedule.every('give-back-memory', 5 * second, youngCollector());
    return { ...schedule, stop: async () => void (await Promise.all([backups.stop(), schedule.stop()])) };
}

const batch = 1000;

/** Deletes old records in small batches, so that no request waits long for the store. */
async function purgeRecords(store: Store, { before, yieldNow }: { before: number; yieldNow: YieldNow }) {
    for (const purge of [purgeTraces, purgeToolCalls, purgeAttempts]) {
        const purgeBatch = () => store.write((tx) => purge(tx, before, batch));
        while ((await purgeBatch()) === batch) await yieldNow();
    }
}

interface Watched {
    store: Pick<Store, 'lack' | 'proveRoom'>;
    dataDir: string;
    log: BaseLogger;
    now: () => number;
}

/** In bytes. In less SQLite may find room for one page of its log, and none for the next. */
const enough = 1024 * 1024;

/** Returns a function to call repeatedly: it logs a full disk once a minute, and checks whether that has ended. */
export function watchRoom({ store, dataDir, log, now }: Watched, free = freeBytes) {
    let loggedAt = -Infinity;
    return async () => {
        const code = store.lack();
        if (code === undefined) return;
        if (Math.abs(now() - loggedAt) >= minute) {
            loggedAt = now();
            log.error({ code }, 'database not writable: its disk is full or fails');
        }
        if (code === 'SQLITE_FULL' && (await free(dataDir)) < enough) return;
        await store.proveRoom(writeAsItIs).catch((error: unknown) => {
            if (!isStoreStuck(error)) throw error;
        });
        if (store.lack() !== undefined) return;
        loggedAt = -Infinity;
        log.info('database writable again');
    };
}

/**
 * Returns a function that collects the young generation, which takes a millisecond or two when little is in it. V8 shrinks it
 * only when it collects it while little is allocated, and while little is allocated it never does: an idle process would keep 50
 * MB that only its start needed. Under load the young generation keeps its size.
 */
export function youngCollector() {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as NodeJS.GCFunction; // only contexts that are created after the flag have it
    setFlagsFromString('--no-expose-gc');
    return () => collect({ type: 'minor' });
}
