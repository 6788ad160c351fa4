// The email that notifies a candidate of a decision: off until an administrator turns it on for that decision.
import { type Done, record } from '../record/audit.ts';
import { deliveriesOf } from '../jobs/deliveries.ts';
import { enqueue } from '../jobs/ledger.ts';
import { type MailRow, type Mails, mailsOfScreen, markMail, queueMail } from '../jobs/mails.ts';
import { findSage } from '../sages/sages.ts';
import { findScreen, type ScreenRow } from '../screens/screens.ts';
import { Refusal } from '../store/refusal.ts';
import { enumText, flag, json, plain, time } from '../store/columns.ts';
import { sqliteTable } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';

/** The decisions that a candidate can be notified of. */
export const toldDecisions = ['advanced', 'rejected', 'hired'] as const;
export type ToldDecision = (typeof toldDecisions)[number];

export const decisionMails = sqliteTable('decision_mails', {
    decision: enumText(...toldDecisions).primaryKey(),
    sends: flag(),
    /** Custom texts by the language of each catalogue, in lower case; an empty text means the default. */
    texts: json<Readonly<Record<string, string>>>(plain),
    updatedAt: time()
});

export type DecisionMail = Pick<typeof decisionMails.$inferSelect, 'sends' | 'texts'>;

const none: DecisionMail = { sends: false, texts: {} };

/** The setting of each decision. */
export async function decisionMailsIn(on: Reader): Promise<Record<ToldDecision, DecisionMail>> {
    const rows = await on.select().from(decisionMails);
    const of = (one: ToldDecision) => rows.find(({ decision }) => decision === one) ?? none;
    return { advanced: of('advanced'), rejected: of('rejected'), hired: of('hired') };
}

type Change = DecisionMail & Done;

/** Returns whether a decision is emailed, and in which words. Queued emails keep the words of that time. */
export async function setDecisionMail(tx: Tx, decision: ToldDecision, { sends, texts, by, at }: Change) {
    const was = (await decisionMailsIn(tx))[decision];
    const to = { sends, texts, updatedAt: at };
    await tx
        .insert(decisionMails)
        .values({ decision, ...to })
        .onConflictDoUpdate({ target: decisionMails.decision, set: to });
    const act = { by, act: 'decision-mail.set', target: `decision-mail:${decision}` };
    const changed = Object.keys(texts).filter((tag) => (texts[tag] ?? '') !== (was.texts[tag] ?? ''));
    const states = { before: stateOf(was), after: stateOf({ sends }) };
    await record(tx, {
        ...act,
        ...states,
        ...(changed.length > 0 && { note: `text: ${changed.join(', ')}` }),
        at
    });
}

const stateOf = ({ sends }: Pick<DecisionMail, 'sends'>) => (sends ? 'on' : 'off');

/** The email about the decision on this candidate. They get one at most; any others were not sent. */
export async function decisionMailOf(on: Reader, screenId: string): Promise<MailRow | undefined> {
    const mails = (await mailsOfScreen(on, screenId)).filter(({ kind }) => kind === 'screen_decided');
    return mails.find(({ state }) => state !== 'dead') ?? mails.at(-1);
}

/** Whether the candidate was notified of a decision, so that no email reports another one. */
export const isEmailed = ({ state }: Pick<MailRow, 'state'>) => state === 'sent' || state === 'kept';

/**
 * Queues the email about the decision on a candidate, unless it is off or an earlier decision was sent. Cancels the queued email
 * of an earlier decision. It is sent after `undoMs`, in which the decision can be undone.
 */
export async function tellOfDecision(tx: Tx, screen: ScreenRow, at: number, undoMs = 0) {
    const { id, decision } = screen;
    const before = await decisionMailOf(tx, id);
    if (before && !(await makesRoom(tx, before, { decision, at }))) return;
    if (decision === 'not_reviewed') return;
    const { sends, texts } = (await decisionMailsIn(tx))[decision];
    if (sends) await queueDecisionMail(tx, { ...screen, decision }, { texts, at, notBefore: at + undoMs });
}

/**
 * Cancels the email about a decision that is undone, and queues that about the decision before it again, where it had one. Refuses:
 * wrong_state if the email was sent or is being sent.
 */
export async function tellOfUndoing(tx: Tx, screen: ScreenRow, undone: Undone) {
    const { madeAt, at, undoMs } = undone;
    const mail = await decisionMailOf(tx, screen.id);
    if (mail && mail.createdAt >= madeAt && mail.state !== 'dead') {
        const job = (await deliveriesOf(tx, [mail.id])).get(mail.id);
        if (isEmailed(mail) || typeof job?.startedAt === 'number')
            throw new Refusal('wrong_state', 'The email about this decision was sent. You cannot undo it.');
        await markMail(tx, mail.id, 'dead', at);
    }
    const wasTold = (await mailsOfScreen(tx, screen.id)).some(
        ({ kind, about }) =>
            kind === 'screen_decided' && (about as Mails['screen_decided']).decision === screen.decision
    );
    if (wasTold) await tellOfDecision(tx, screen, at, undoMs);
}

interface Undone {
    /** When the decision was made that is undone. */
    madeAt: number;
    at: number;
    undoMs: number;
}

/** When the email about an earlier decision was cancelled, the candidate is notified of the decision in force. */
export async function tellOfLastDecision(tx: Tx, { screenId }: Mails['screen_decided'], { at, undoMs }: Now) {
    const screen = await findScreen(tx, screenId);
    if (screen && screen.erasedAt === null)
        await tellOfDecision(tx, screen, at, undoEnd(screen, undoMs) - at);
}

type Now = Pick<Undone, 'at' | 'undoMs'>;

/** Sends an email later that somehow came to be sent while its decision can be undone. Returns undefined where it cannot. */
export async function laterThanUndo(on: Reader, { id, kind, about }: MailRow, { at, undoMs }: Now) {
    const screen =
        kind === 'screen_decided' && (await findScreen(on, (about as Mails[typeof kind]).screenId));
    const until = screen ? undoEnd(screen, undoMs) : 0;
    if (until <= at) return undefined;
    return async (tx: Tx) => void (await enqueue(tx, 'send-mail', { mailId: id }, at, until));
}

const undoEnd = ({ decidedAt }: ScreenRow, undoMs: number) => (decidedAt ?? 0) + undoMs;

/**
 * Cancels a queued email about another decision. Returns false if no other email may follow: it was sent, is being sent, or
 * reports this decision. If sending fails, the next attempt finds that it is no longer needed.
 */
async function makesRoom(
    tx: Tx,
    mail: MailRow,
    { decision, at }: Pick<ScreenRow, 'decision'> & { at: number }
) {
    if (mail.state !== 'queued') return !isEmailed(mail);
    if ((mail.about as Mails['screen_decided']).decision === decision) return false;
    const job = (await deliveriesOf(tx, [mail.id])).get(mail.id);
    if (typeof job?.startedAt === 'number') return false;
    await markMail(tx, mail.id, 'dead', at);
    return true;
}

type Decided = ScreenRow & { decision: ToldDecision };

interface Telling extends Pick<Change, 'texts' | 'at'> {
    notBefore: number;
}

async function queueDecisionMail(tx: Tx, screen: Decided, { texts, at, notBefore }: Telling) {
    const { id, decision, sageId, linkIssue: issue } = screen;
    const sage = await findSage(tx, sageId);
    if (!sage) throw new Error('a decided screen has no sage');
    const { name: position, language } = sage;
    const about = { screenId: id, issue, position, language, decision };
    const to = { name: screen.candidateName, email: screen.candidateEmail };
    const ownText = textIn(texts, language);
    await queueMail(tx, { kind: 'screen_decided', to, about, ownText, at, notBefore });
}

/** Returns the text of a language, `de` for `de-AT` too; English where a language has no catalogue. */
function textIn(texts: DecisionMail['texts'], language: string) {
    const tag = language.toLowerCase();
    return (texts[tag] ?? texts[tag.split('-', 1)[0] ?? ''] ?? texts['en']) || undefined;
}
