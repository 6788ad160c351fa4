import type { Plugin, ServerRoute } from '@hapi/hapi';
import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import type { Outgoing } from '../config/outgoing.ts';
import type { Gate, Snapshot } from '../db/builds/reports.ts';
import type { MailRow } from '../db/jobs/mails.ts';
import type { Backups } from '../db/installation/backup/backups.ts';
import type { Secrets } from '../db/installation/secrets.ts';
import type { Zone } from '../db/record/settings.ts';
import type { Store } from '../db/store/index.ts';
import type { TaskTable } from '../db/support/tasks.ts';

type JobsState = 'starting' | 'running' | 'degraded' | 'stopped';

/** The result of calls to the language model of the settings. */
interface ModelTrial {
    ok: boolean;
    seconds?: number;
    /** What failed as a code, and in words without an address or a key. */
    fault?: string;
    reason?: string;
    finding?: { level: string; reason: string; quotes: readonly string[] } | undefined;
    /** What the server accepts and reports; what is not known is left out. */
    server?:
        | Partial<Record<'form' | 'context' | 'thinks' | 'counts', string | number | boolean | undefined>>
        | undefined;
    candidate?: { calls_at_once: number; seconds_for_5: number; seconds_for_20: number };
}

/** The dependencies of every plugin. */
export interface App {
    readonly store: Store;
    readonly config: Config;
    readonly secrets: Secrets;
    readonly log: Logger;
    readonly outgoing: Outgoing;
    /** Milliseconds since 1970. */
    readonly now: () => number;
    /** The time zone of the organisation. */
    readonly zone: Zone;
    /** The gates that the first steps of a build put to a sage. */
    readonly lint: (draft: Snapshot) => Promise<Gate[]>;
    /** Asks the language model of the settings a question of our own. */
    readonly askModel: () => Promise<ModelTrial>;
    /** The subject and text of an email as it is sent, but with invalid links. */
    readonly readMail: (
        mail: Pick<MailRow, 'kind' | 'about'> & Partial<Pick<MailRow, 'toName' | 'ownText'>>
    ) => Promise<{ subject: string; text: string; html: string }>;
    /** After a jump of the clock: running builds have the time that they had left once this resolves. */
    readonly settleDeadlines: () => Promise<void>;
    /** The backups that this process creates. */
    readonly backups: Pick<Backups, 'begin' | 'last' | 'lastSentAt' | 'state'>;
    /** What support staff may know and do of each task. */
    readonly tasks: TaskTable;
    /** The state of the jobs, and what must be changed before they can run; the surfaces respond in every state. */
    readonly jobs: () => { state: JobsState; problem: string | undefined };
}

/**
 * A plugin that owns one area: it registers the routes of its parts, and the parts that do more to the server than to answer,
 * which are plugins themselves.
 */
export const feature = (
    name: string,
    dependencies: string[],
    parts: (app: App) => readonly (ServerRoute | Plugin<App>)[]
): Plugin<App> => ({
    name,
    dependencies,
    async register(server, app) {
        for (const part of parts(app))
            if ('register' in part) await server.register({ plugin: part, options: app });
            else server.route(part);
    }
});
