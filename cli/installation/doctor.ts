// The command `doctor`: the store, the credits and the jobs, the folders, the way to a PostgreSQL that was given, emails, and a WordPress.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../../config/index.ts';
import { checkOf, runDoctor } from '../../db/installation/doctor.ts';
import { timesOf } from '../../db/installation/backup/backups.ts';
import { type Bucket, listSent } from '../../db/installation/backup/bucket.ts';
import {
    countOthers,
    type Kept,
    lastBackup,
    sayingOfOthers,
    type Times
} from '../../db/installation/backup/folder.ts';
import { syncFolder } from '../../db/installation/disk.ts';
import { lineOf } from '../../db/installation/libraries.ts';
import { countHeldMails } from '../../db/support/held-mails.ts';
import { listNodes } from '../../db/jobs/nodes.ts';
import { hour, iso } from '../../db/store/time.ts';
import type { Store } from '../../db/store/index.ts';
import { mailProblems } from '../../config/mail.ts';
import { type Context, messageOf } from '../options.ts';
import { withOutgoing } from '../opening.ts';
import { jobsProblem } from './running-service.ts';
import { fromWordpress } from '../../plugins/agents/content-pages/wordpress.ts';
import { ToolFailure } from '../../plugins/surfaces/tools/failures.ts';
import { bucketInForce } from '../../plugins/agents/storage/backups.ts';
import { mailServerProblem } from '../../jobs/mail/server.ts';
import { QueueAway, QueueProblem } from '../../jobs/queue/connections.ts';
import { embeddedProblem } from '../../jobs/queue/postgres-cluster.ts';
import { assertOwnSessions } from '../../jobs/queue/session-pooling.ts';

/** What is wrong, if anything: then it is not `ok`. */
export async function diagnose({ store, config, shell }: Context) {
    const now = shell.now();
    const { jobsWaiting, jobsDelayed, checks: ofStore } = await runDoctor(store, now);
    const times = await timesOf({ store, now: () => now })();
    const last = await lastBackup(config, times);
    const checks = [
        ...(await folderChecks(config)),
        ...ofStore,
        ...(await mailChecks(config)),
        checkOf('what is installed can run', ...(await unable(config))),
        await othersCheck(config, times),
        await queueCheck(config),
        ...backupChecks(config, last, now),
        ...(await sendingChecks(config, last, now)),
        ...(await contentChecks(config))
    ];
    const ok = checks.every((check) => check.ok);
    const held = await countHeldMails(store.read);
    const others = await countOthers(config, times).catch(() => 0); // a check says why
    const waiting = {
        jobs_waiting: jobsWaiting,
        jobs_delayed: jobsDelayed,
        last_backup_at: last === undefined ? null : iso(last.madeAt),
        ...(others > 0 && { other_backups: others }), // of another installation, or with a lost key
        ...(held > 0 && { mails_held: held }) // by a restore: `restore --mail send|drop` ends that
    };
    return { ok, ...waiting, checks, ...(await nodesOf(store, config)), node: process.version };
}

/** The folders of data and backups can be written by the service, and keep what they took through a loss of power. */
async function folderChecks({ dataDir, backupDir }: Config) {
    const folders = [dataDir, backupDir].filter((folder) => existsSync(folder));
    const problems = await Promise.all(
        folders.map(async (folder) =>
            syncFolder(folder).then((isSynced) => !isSynced && unsynced(folder), messageOf)
        )
    );
    return [
        checkOf('the files belong to the service', ...foreignIn(dataDir, folders)), // often the cause of the others
        checkOf('the folders can be synced', ...problems)
    ];
}

const unsynced = (folder: string) =>
    `The volume of ${folder} cannot sync a folder: the newest files may be missing after a loss of power.`;

/**
 * What belongs to another user than the data, as root leaves it; a folder only if it cannot be written, because Kubernetes leaves the
 * top of a volume to root and its group.
 */
function foreignIn(dataDir: string, folders: readonly string[]) {
    const ofService = ownerOf(join(dataDir, 'app.db'));
    const found = ['.', 'app.db', 'app.db-wal', 'secrets.json', 'instance.lock', 'storage', 'erasures.jsonl'];
    const paths = new Set(folders.flatMap((folder) => found.map((name) => join(folder, name))));
    return [...paths].flatMap((path) => {
        const uid = ownerOf(path);
        const isForeign = ofService !== undefined && uid !== undefined && uid !== ofService;
        return isForeign && !(statSync(path).isDirectory() && isWritable(path))
            ? [`${path} belongs to user ${uid}, app.db to user ${ofService}: chown ${ofService} ${path}`]
            : [];
    });
}

function isWritable(path: string) {
    try {
        accessSync(path, constants.W_OK);
        return true;
    } catch {
        return false;
    }
}

/** Undefined for what is not there, or lies in a folder that is closed to us. */
function ownerOf(path: string) {
    try {
        return statSync(path).uid;
    } catch {
        return undefined;
    }
}

/** What people get by email leads to this server, comes from an address that is ours, and leaves this machine. */
async function mailChecks(config: Config) {
    const { mail, baseUrl } = config;
    if (mail.url === undefined) return [];
    const { links, sender } = mailProblems(config);
    const connection = await mailServerProblem({ url: mail.url, baseUrl });
    return [
        checkOf('links in emails lead here', ...links),
        checkOf('emails have a sender', ...sender),
        checkOf('the mail server can be reached', connection)
    ];
}

/** A new installation beside the backups of another one is often the same one, without the disk of its data. */
async function othersCheck(config: Config, times: Times) {
    const problem = await sayingOfOthers(config, times).catch(messageOf);
    return checkOf('the backups are of this installation', problem);
}

/** Where automatic backups are on, the last one is at most two turns old. */
function backupChecks({ backup: { every } }: Config, last: Kept | undefined, now: number) {
    if (every === 0) return [];
    const problem = last === undefined ? 'no backup in BACKUP_DIR' : `last backup: ${iso(last.madeAt)}`;
    const ok = last !== undefined && now - last.madeAt <= 2 * every * hour;
    return [checkOf('backups are up to date', !ok && problem)];
}

/** Where backups are uploaded, the newest one is there, unless it was created within an hour. */
async function sendingChecks(config: Config, last: Kept | undefined, now: number) {
    if (config.backup.to === undefined) return [];
    const problem = await withOutgoing(config, async (outgoing) =>
        missingIn(bucketInForce(config, { outgoing }), last, now)
    ).catch(messageOf);
    return [checkOf('backups are sent', problem)];
}

/** A WordPress answers about a page, whether or not there is one with this id. */
async function contentChecks({ wordpress, ...config }: Config) {
    if (wordpress === undefined) return [];
    const problem = await withOutgoing(config, async (outgoing) =>
        fromWordpress({ outgoing }, wordpress)(1, new AbortController().signal)
    ).then(
        () => undefined,
        (error: unknown) => (error instanceof ToolFailure ? error.detail : messageOf(error))
    );
    return [checkOf('the content system can be read', problem)];
}

async function missingIn(bucket: Bucket | undefined, last: Kept | undefined, now: number) {
    const sent = bucket ? await listSent(bucket, now) : [];
    const [newest] = sent;
    const isThere = last && sent.some(({ name }) => name === basename(last.folder));
    if (!last || last.madeAt > now - hour || isThere) return undefined;
    return newest ? `the newest backup there is of ${iso(newest.madeAt)}` : 'no backup there';
}

/** The names of the nodes that share the store, with when they came. */
async function nodesOf({ read }: Store, { database }: Config) {
    if (!database) return {};
    const nodes = await listNodes(read);
    return { nodes: nodes.map(({ id, joinedAt }) => ({ id, since: iso(joinedAt) })) };
}

/** What is loaded only when it is needed: a missing library, or a file without its rights, would be found then. */
async function unable({ jobsDatabaseUrl, dataDir }: Config) {
    const pictures = await import('sharp').then(
        () => undefined,
        (error: unknown) => `Pictures cannot be read: ${lineOf(error)}`
    );
    const postgres = jobsDatabaseUrl ? undefined : await embeddedProblem(join(dataDir, 'postgres'));
    return [postgres, pictures];
}

/** A PostgreSQL that was given is asked itself; of the embedded one, and of the jobs, the service knows, while it runs. */
async function queueCheck(config: Config) {
    const { jobsDatabaseUrl: url } = config;
    const problem =
        url && (await assertOwnSessions({ connectionString: url }).then(() => undefined, wordsOf));
    return checkOf('the queue can be reached', problem || (await jobsProblem(config)));
}

/** Messages of pg may hold the address, which holds a password. */
const wordsOf = (error: unknown) =>
    (error instanceof QueueProblem ? error : new QueueAway(error as NodeJS.ErrnoException)).message;
