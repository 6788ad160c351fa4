// The backups of a running service: one at a time, when they are due or requested, and uploaded to BACKUP_TO.
import { basename, join } from 'node:path';
import type { Config } from '../../../config/index.ts';
import { firstUserAt } from '../../accounts/users.ts';
import { Refusal } from '../../store/refusal.ts';
import type { Store } from '../../store/index.ts';
import { makeDataFolder } from '../data-folder.ts';
import type { Secrets } from '../secrets.ts';
import type { Bucket } from './bucket.ts';
import {
    dropLeft,
    dropOldBackups,
    lastBackup,
    nameOfBackup,
    type Own,
    sayingOfOthers,
    type Times
} from './folder.ts';
import { backupKeys } from './key.ts';
import { type Made, makeBackup } from './make.ts';
import { openSending } from './sending.ts';
import { hour } from '../../store/time.ts';

type Settings = Pick<Config, 'dataDir' | 'backupDir' | 'database' | 'backup' | 'program'>;

interface Making {
    store: Store;
    config: Settings;
    secrets: Secrets;
    now: () => number;
    log: { info(facts: object, text: string): void; error(facts: object, text: string): void };
    /** Opens the bucket to which backups are sent; undefined where they are not. The signal ends what it is asked. */
    openBucket?: (signal: AbortSignal) => Bucket | undefined;
}

type Progress = (done: number, of: number) => void;

/** Why the last one could not be created or uploaded, and when. */
interface Failure {
    at: number;
    why: string;
}

export type Backups = ReturnType<typeof openBackups>;

/** After a failure there is no automatic retry for so long. */
const patience = 10 * 60_000;

/** What making and sending a backup is, one after the other. */
function openWork(
    { store, config, secrets, now, log }: Making,
    { bucket, times }: { bucket: Bucket | undefined; times: () => Promise<Times> }
) {
    const { dataDir, backupDir, backup } = config;
    const keys = () => backupKeys(dataDir, backup);
    const sending = bucket && openSending({ bucket, place: config, keys, keep: backup.keep, times });

    async function make(progress: Progress) {
        const at = now();
        makeDataFolder(backupDir, 'BACKUP_DIR');
        await dropLeft(backupDir, at); // first, for it takes the room of the next one
        const source = { ...config, store, secrets, key: keys()[0], passphrase: backup.passphrase };
        const made = await makeBackup(source, join(backupDir, nameOfBackup(at)), { at, progress });
        const dropped = await dropOldBackups(config, { keep: backup.keep, ...(await times()) });
        log.info({ ...facts(made), ...dropped, seconds: (now() - at) / 1000 }, 'backup created');
    }

    async function send(progress: Progress) {
        if (!sending) return;
        const at = now();
        await sending.sendErasures();
        const sent = await sending.sendNewest(progress);
        const of = { ...sent, to: sending.alias, seconds: (now() - at) / 1000 };
        if (sent) log.info(of, 'backup sent');
    }

    return { make, send, lastSentAt: () => sending?.lastSentAt() };
}

/** Since when backups count as those of this store, and now. One without users has nothing to lose yet: it begins when it is `opened`. */
export function timesOf({ store, now }: Pick<Making, 'store' | 'now'>, opened = now()) {
    return async (): Promise<Times> => ({ since: (await firstUserAt(store.read)) ?? opened, now: now() });
}

export function openBackups(setting: Making) {
    const { config, now, log, openBucket } = setting;
    const times = timesOf(setting);
    const stopped = new AbortController();
    const bucket = openBucket?.(stopped.signal);
    const { make, send, lastSentAt } = openWork(setting, { bucket, times });
    let making: { done: number; of: number } | undefined; // in bytes, while one is being created or uploaded
    let running: Promise<void> | undefined;
    const failures: Record<'make' | 'send', Failure | undefined> = { make: undefined, send: undefined };

    function progress(done: number, of: number) {
        if (stopped.signal.aborted) throw new Error('the process ends');
        making = { done, of };
    }

    async function attempt(act: 'make' | 'send', problem: string) {
        if (stopped.signal.aborted) return;
        try {
            await { make, send }[act](progress);
            failures[act] = undefined;
        } catch (error) {
            failures[act] = { at: now(), why: wordsOf(error) };
            if (!stopped.signal.aborted) log.error({ err: error }, problem);
        } finally {
            making = undefined;
        }
    }

    /** Uploads in any case: for erasures, and for an earlier backup, a full disk has room enough. */
    async function run(isDue: boolean) {
        if (isDue) {
            making = { done: 0, of: 1 };
            await attempt('make', 'backup failed');
        }
        await attempt('send', 'backup upload failed');
        running = undefined;
    }

    const last = async () => lastBackup(config, await times());

    return {
        /** Starts a backup. Refuses: wrong_state, while one is running. */
        begin() {
            if (running) throw new Refusal('wrong_state', 'A backup is already running.');
            running = run(true);
        },
        /** Creates one if it is due, uploads what was not uploaded, and waits for it. */
        async makeIfDue() {
            const at = nextDueAt(config, failures.make, await last());
            const isDue = at !== undefined && at <= now();
            const maySend = bucket && (!failures.send || failures.send.at + patience <= now());
            if (isDue || maySend) await (running ??= run(isDue));
        },
        /** `nextAt`: when the next one is due, undefined where automatic backups are off. `sentTo`: the alias. */
        async state() {
            const sentTo = bucket?.alias;
            const failed = failures.make ?? failures.send;
            const newest = await last();
            return { last: newest, nextAt: nextDueAt(config, failures.make, newest), making, failed, sentTo };
        },
        /** The newest backup of this store. */
        last,
        /** What is to be said where there are backups, but none of this store. */
        others: async () => sayingOfOthers(config, await times()),
        /** When the newest uploaded backup was created: 0 as long as this process knows of none, undefined where none is uploaded. */
        lastSentAt,
        /** Aborts a running backup, because the process ends. */
        async stop() {
            stopped.abort();
            await running;
        }
    };
}

/** Returns when the next automatic backup is due; undefined for never. */
function nextDueAt({ backup }: Settings, failed: Failure | undefined, last: Own | undefined) {
    if (backup.every === 0) return undefined;
    return Math.max(last ? last.madeAt + backup.every * hour : 0, failed ? failed.at + patience : 0);
}

const facts = ({ folder, files, bytes, left_out }: Made) => ({
    backup: basename(folder),
    files,
    bytes,
    left_out
});

/** Errors of the system name paths: only their code is shown. */
function wordsOf(error: unknown) {
    if (error instanceof Refusal) return error.message;
    return `It failed (${(error as NodeJS.ErrnoException).code ?? 'see the log'}).`;
}
