// What a mail server has taken; it outlives the servers that send.
import { EventEmitter, once } from 'node:events';
import PostalMime from 'postal-mime';
import { and, eq } from '../../db/store/drizzle.ts';
import { jobs } from '../../db/jobs/ledger.ts';
import { mails } from '../../db/jobs/mails.ts';
import { screens } from '../../db/screens/screens.ts';
import type { Reader } from '../../db/store/index.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { none } from './proof.ts';

export type MailSink = Awaited<ReturnType<typeof openMailSink>>;

export async function openMailSink() {
    const events = new EventEmitter();
    const { mails: taken, env, close } = await openMailServer({ taken: () => void events.emit('taken') });
    return {
        env,
        /** Ends when it has just taken one more than `passing` mails, before the last sender knows. */
        async nextMail(passing: number) {
            for (const last = taken.length + passing; taken.length <= last;) await once(events, 'taken');
        },
        arrivals: () => Promise.all(taken.map(arrivalOf)),
        [Symbol.asyncDispose]: close
    };
}

interface Arrival {
    messageId: string;
    /** Separates emails without it. */
    letter: string;
}

async function arrivalOf(mail: Buffer): Promise<Arrival> {
    const { messageId = '', to, subject } = await PostalMime.parse(mail);
    return { messageId, letter: `${to?.[0]?.address ?? ''} ${subject}` };
}

/** Mails that never came, came too often for that many kills, or came again under another Message-ID. */
export async function auditMails(on: Reader, arrivals: readonly Arrival[], kills: number) {
    const all = await on.select().from(mails);
    const withdrawn = await withdrawnMails(on);
    const rows = all.filter(({ id }) => !withdrawn.has(id));
    const came = new Set(arrivals.map(({ messageId }) => messageId.replace(/^<|@.*$/g, '')));
    const letters = Map.groupBy(arrivals, ({ letter }) => letter);
    const renamed = Array.from(letters.values()).filter(
        (copies) => new Set(copies.map(({ messageId }) => messageId)).size > 1
    );
    return [
        { count: rows.length, of: 'mails', atLeast: kills },
        { count: withdrawn.size, of: 'withdrawn' },
        none('lost', rows.filter(({ id }) => !came.has(id)).length),
        none('not marked as sent', rows.filter(({ state }) => state !== 'sent').length),
        { count: arrivals.length - letters.size, of: 'duplicates', atMost: kills },
        none('under another Message-ID', renamed.length)
    ];
}

/** Invitations that were not sent any more because their screen was cancelled first; not those that were given up. */
async function withdrawnMails(on: Reader) {
    const cancelled = await on.select().from(screens).where(eq(screens.status, 'ss_cancelled'));
    const over = new Set(cancelled.map(({ id }) => id));
    const dead = await on.select().from(jobs).where(eq(jobs.state, 'dead'));
    const givenUp = new Set(dead.map(({ payload }) => ('mailId' in payload ? payload.mailId : '')));
    const unsent = await on
        .select()
        .from(mails)
        .where(and(eq(mails.kind, 'screen_invitation'), eq(mails.state, 'dead')));
    const withdrawn = unsent.filter(
        ({ id, about }) => 'screenId' in about && over.has(about.screenId) && !givenUp.has(id)
    );
    return new Set(withdrawn.map(({ id }) => id));
}
