import { Readable } from 'node:stream';
import type { BaseLogger } from 'pino';
import pLimit from 'p-limit';
import type { Config } from '../config/index.ts';
import { findJob } from '../db/jobs/ledger.ts';
import { findMail, type MailRow, type Mails, markMail } from '../db/jobs/mails.ts';
import { Refusal } from '../db/store/refusal.ts';
import { StoreUnavailable } from '../db/store/unavailable.ts';
import { laterThanUndo, tellOfLastDecision } from '../db/judgement/decision-mails.ts';
import { isOver } from '../db/support/mail-subjects.ts';
import { settingsOf } from '../db/record/settings.ts';
import { hour } from '../db/store/time.ts';
import { originNow } from '../db/store/origin.ts';
import { isStoreStuck, type Store, type Tx } from '../db/store/index.ts';
import type { Keys } from '../db/installation/secrets.ts';
import type { Job } from './job.ts';
import { hostOf } from './mail/candidates.ts';
import { type LookedUp, lookUp, withOwnWords } from './mail/looked-up.ts';
import { keyOfMail } from './mail/links.ts';
import type { Organisation } from './mail/organisation.ts';
import { isAboutMail, mailFault, mailServer } from './mail/server.ts';
import { mailText } from './mail/text.ts';

export interface MailSettings {
    /** A nodemailer connection URL. Without one, emails are stored and can be read in the list of emails. */
    url: string | undefined;
    from: string;
    baseUrl: string;
    restPath: string;
    /** Of the environment. */
    currency?: string | undefined;
    /** The key that private links are derived with. */
    links: string;
    /** During a rotation of their secret: the keys that stored links may have been derived with. */
    keys?: Keys;
    /** Of the environment: it overrides who, in the store, asks candidates and offers to customers. */
    inForce: Config['inForce'];
    /** How long a decision can be undone: until then no email shows it. */
    undoMs: number;
}

interface SendMailDeps {
    store: Store;
    mail: MailSettings;
    log: BaseLogger;
    now: () => number;
}

/**
 * Sends one email. After a crash an email that the server has already accepted is sent again, with the same Message-ID. At most
 * one is affected: emails are prepared on several connections, but each ends its text, and is marked as sent, before the next one
 * ends. None ends after one that could not be marked, or once its job was given to another node.
 */
export function sendMail({ store, mail, log, now }: SendMailDeps): Job<'send-mail'> {
    const { url, undoMs } = mail;
    const turnUntil = createSendQueue();
    const endings = startEndings(store);
    return {
        maxAttempts: 22, // the last one 77 hours after the first: the pauses grow to 6 hours
        triedFor: 72 * hour,
        concurrency: connections,
        async run({ mailId }, { signal, ends, jobId, attempt }) {
            const row = await findMail(store.read, mailId);
            if (!row || row.state !== 'queued') return;
            if (await isOver(store.read, row, now())) return (tx) => drop(tx, row, { at: now(), undoMs });
            const later = await laterThanUndo(store.read, row, { at: now(), undoMs });
            if (later) return later;
            if (url === undefined) return (tx) => markMail(tx, row.id, 'kept', now());
            const ending = endings.of({ jobId, attempt }, turnUntil(ends), ends);
            const transport = connect({ ...mail, url }, { begin: ending.begin, signal });
            const links = await keyOfMail(store.read, row, mail.keys?.(now()) ?? [mail.links]);
            const written = await withOwnWords(store.read, row);
            const found = await lookUp(store.read, written, mail.currency);
            const { organisation } = await settingsOf({ store, config: mail });
            await transport
                .sendMail(message(written, { ...mail, ...found, links, organisation }))
                .catch((error: unknown) => fail(ending.stopped() ?? error, url));
            ending.wasTaken();
            log.info({ mailId, kind: row.kind, jobId, request: originNow() }, 'email sent');
            return (tx) => markMail(tx, row.id, 'sent', now());
        },
        onDead: (tx, { mailId }) => markMail(tx, mailId, 'dead', now())
    };
}

type Attempt = Pick<Parameters<Job<'send-mail'>['run']>[1], 'jobId' | 'attempt'>;

/**
 * Whether an email may end: not while the one that the server took last could not be marked, which would be sent twice too. That
 * is not the email's fault, so that its attempt does not count.
 */
function startEndings({ read }: Store) {
    /** Of the email that the server took last, and of the last one whose attempt is over. */
    let [taken, over]: (Attempt | undefined)[] = [];
    const isUnderWay = async ({ jobId, attempt }: Attempt) => {
        const job = await findJob(read, jobId);
        return job !== undefined && job.tries === attempt && job.startedAt !== null;
    };
    async function assertMayEnd(own: Attempt, overBefore: Attempt | undefined) {
        if (!(await isUnderWay(own))) throw new StoreUnavailable('another attempt sends this email');
        if (taken && taken !== overBefore && (await isUnderWay(taken)))
            throw new StoreUnavailable('the email before this one could not be marked as sent');
    }
    return {
        of(own: Attempt, slot: AcquireSendSlot, ends: DisposableStack) {
            const overBefore = over;
            let stopped: unknown;
            ends.defer(() => {
                if (taken === own) over = own;
            });
            return {
                /** Resolves when the text may end. */
                begin: async () => {
                    await slot();
                    await assertMayEnd(own, overBefore).catch((error: unknown) => {
                        stopped = error; // nodemailer would change its code
                        throw error;
                    });
                },
                stopped: () => stopped,
                wasTaken: () => void (taken = own)
            };
        }
    };
}

/** Cancels an email that is no longer needed. */
async function drop(tx: Tx, { id, kind, about }: MailRow, now: { at: number; undoMs: number }) {
    await markMail(tx, id, 'dead', now.at);
    if (kind === 'screen_decided') await tellOfLastDecision(tx, about as Mails['screen_decided'], now);
}

const connections = 4;

interface Turn {
    begin: AcquireSendSlot;
    signal: AbortSignal;
}

function connect(server: MailSettings & { url: string }, { begin, signal }: Turn) {
    const transport = mailServer(server, { waitsFor: connections }); // for an email whose turn comes after those of all others
    return transport.use('stream', (mail, done) => {
        mail.message?.processFunc((text) => endInSendSlot(text, begin, signal));
        done();
    });
}

interface Written extends MailSettings, LookedUp {
    organisation: Organisation;
}

/** Addresses are passed as objects: a line break in an address as text would become a second recipient. */
function message(row: MailRow, { from, baseUrl, ...rest }: Written) {
    const { sender, organisation } = rest;
    const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
    const name = sender && `${sender.name} via ${organisation.name ?? hostOf(baseUrl)}`;
    const replyTo = rest.replyTo ?? organisation.contact;
    return {
        messageId: `<${row.id}@${new URL(baseUrl).hostname}>`,
        date: new Date(row.createdAt),
        headers: { 'auto-submitted': 'auto-generated' }, // or absence notices would answer
        from: name === undefined ? from : { name, address },
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        to: { name: row.toName, address: row.toEmail },
        ...mailText(row, { baseUrl, ...rest })
    };
}

/** A permanent refusal of this email is final; after any other error it is retried. */
function fail(error: unknown, url: string): never {
    if (isStoreStuck(error)) throw error;
    const cause = mailFault(error, url);
    if (isAboutMail(error))
        throw new Refusal('mail_refused', 'The mail server permanently rejected this email.', { cause });
    throw cause;
}

/** Starts a turn: resolves when the earlier turns have ended. */
type AcquireSendSlot = () => Promise<void>;

/**
 * Turns, one at a time, in the order in which they are started: only one email of this process is between the end of its text and
 * the commit that marks it as sent. Each ends when `ends` is disposed, started or not.
 */
export function createSendQueue() {
    const line = pLimit(1);
    return (ends: DisposableStack): AcquireSendSlot => {
        const { promise: ended, resolve: end } = Promise.withResolvers<void>();
        ends.defer(end);
        return () =>
            new Promise((begin) => {
                void line(() => {
                    begin();
                    return ended;
                });
            });
    };
}

/**
 * The text of an email, whose end waits for the turn. A mail server accepts an email when it reads the end: until then it may
 * have all of the text, and nothing happens if the connection is lost.
 */
export function endInSendSlot(text: Readable, begin: AcquireSendSlot, signal: AbortSignal) {
    return Readable.from(
        (async function* () {
            yield* text;
            await begin();
            signal.throwIfAborted();
        })()
    );
}
