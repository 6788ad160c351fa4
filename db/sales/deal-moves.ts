// The moves of deals. Each is one conditional update, so that one of two simultaneous moves wins.
import {
    isSalesAdmin,
    type DealRow,
    deals,
    type DealStatus,
    findDeal,
    findSeller,
    isStill,
    type Seen,
    type SalesUser,
    visibleDeal,
    whyNot
} from './deals.ts';
import { historyOf, isNote, recordMove } from './deal-history.ts';
import { type MoveName, moves, type SellerMove, sellerMoves, whoseMove } from './moves.ts';
import { earningsOf } from './commissions.ts';
import { keepEarned } from './earned.ts';
import { digestOfOffer, findAcceptance, insertAcceptance, type ShownOffer } from './acceptances.ts';
import type { Done } from '../record/audit.ts';
import { sha256 } from '../accounts/tokens.ts';
import { and, desc, eq, inArray, isNull, sql, type SQLiteUpdateSetSource } from '../store/drizzle.ts';
import { linkToken } from '../accounts/tokens.ts';
import { type DealFacts, mails, type Mails, queueMail } from '../jobs/mails.ts';
import { tell, tellSalesAdmins } from '../accounts/news.ts';
import { findBy } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import { day, minute } from '../store/time.ts';
import type { Reader, Tx } from '../store/index.ts';

interface Acting extends Done {
    seller: SalesUser;
    reason?: string | undefined;
    /** That unusual numbers are meant. */
    confirmed?: boolean | undefined;
    /** The version that the user has read, so that they cannot approve other numbers. */
    seen?: Seen;
    /** The key from which links are derived. */
    secret: string;
    /** The present day in the time zone of the installation, like 2026-11-30; without it no offer is past. */
    today?: string;
    /** The first moment of the present month there: what was closed before counts in a month that is over. */
    monthStart: number;
}

/** After a reply the customer can still open the offer; only these moves close it. */
const closesLink: readonly MoveName[] = ['recall_from_customer', 'lose', 'reopen'];

/**
 * Moves a deal, records the move and queues its emails. Refuses: not_found, forbidden, version_conflict, wrong_state;
 * invalid_field for unusual numbers that were not confirmed, and for taking back without a reason what was not just done;
 * wrong_state for a move that is not timely.
 */
export async function moveDeal(
    tx: Tx,
    id: number,
    name: SellerMove,
    { seller, by, reason = '', confirmed = false, seen, secret, at, today = '', monthStart }: Acting
) {
    const before = await visibleDeal(tx, id, seller);
    if (!isTheirs(name, before, seller))
        throw new Refusal('forbidden', 'You do not have permission to perform this action.');
    const token =
        name === 'send' ? linkToken(secret, 'deal', String(id), before.customerIssue + 1) : undefined;
    const changes = {
        ...(token && {
            customerIssue: before.customerIssue + 1,
            customerDigest: sha256(token),
            openedAt: null
        }),
        ...(closesLink.includes(name) && { customerDigest: null }),
        ...(name === 'close' && { closedAt: at }),
        ...(name === 'undo_close' && { closedAt: null })
    };
    const history = name === 'remind' || undone[name] ? await historyOf(tx, id) : [];
    const deal = await applyMove(tx, before, name, { by, reason, seen, changes, at });
    if (!isTimely(name, before, { history, at, today, monthStart }))
        throw new Refusal('wrong_state', tooSoon);
    const isLate = isLateUndo(name, before, { history, at, monthStart });
    if (isLate && reason.trim() === '')
        throw new Refusal('invalid_field', 'A reason is required to undo this now.', { field: 'reason' });
    if (!confirmed) assertNoDoubt(name, deal);
    if (name === 'undo_close' && isOfEarlierMonth(before, monthStart)) await keepEarned(tx, before, at);
    if (isLate || !undone[name]) await queueMoveMails(tx, deal, name, { by: seller.id, reason, at });
    return { deal, token };
}

interface Moment {
    /** Of the deal, the oldest first. */
    history: readonly { move: string; at: number }[];
    at: number;
    today: string;
    /** The first moment of the present month. */
    monthStart: number;
}

/** Whether a move that this deal is open to is open at this moment too: a reminder once in a day, until the offer expires. */
export const isTimely = (name: MoveName, deal: DealRow, { history, at, today }: Moment) =>
    name !== 'remind' ||
    (!isPast(deal, today) && !history.some((one) => one.move === 'remind' && one.at > at - day));

const tooSoon = 'You can remind a customer once in 24 hours, until the offer expires.';

/** The moves that take another one back. */
const undone: { [Name in MoveName]?: MoveName } = { undo_close: 'close', undo_pay: 'pay' };

/** Whether a deal was closed in a month that is over, as its commissions count. */
export const isOfEarlierMonth = (deal: DealRow, monthStart: number): deal is DealRow & { closedAt: number } =>
    deal.closedAt !== null && deal.closedAt < monthStart;

/** Whether a move takes back what was not the last one, more than five minutes ago, or the closing of a month that is over: that needs a reason. */
export function isLateUndo(name: MoveName, deal: DealRow, moment: Omit<Moment, 'today'>) {
    const { history, at, monthStart } = moment;
    if (undone[name] === undefined) return false;
    const last = history.findLast((one) => !isNote(one));
    const isJustDone = last?.move === undone[name] && last.at >= at - 5 * minute;
    return !isJustDone || (name === 'undo_close' && isOfEarlierMonth(deal, monthStart));
}

const doubtWords: Readonly<Record<DoubtName, string>> = {
    free: 'The price is 0.00.',
    commission_above_price: 'The commission is above the price.'
};

function assertNoDoubt(name: MoveName, deal: DealRow) {
    const doubts = doubtsOf(name, deal);
    if (doubts.length === 0) return;
    const says = doubts.map((doubt) => doubtWords[doubt]).join(' ');
    throw new Refusal('invalid_field', `${says} To continue, send confirmed: true.`, {
        field: 'confirmed'
    });
}

function isTheirs(name: SellerMove, { repId, status }: DealRow, seller: SalesUser) {
    const isAdmin = isSalesAdmin(seller);
    const isRep = repId === null ? isAdmin : repId === seller.id;
    return { rep: isRep, admin: isAdmin, either: isRep || isAdmin, customer: false }[whoseMove(name, status)];
}

/** The moves that this seller can make with the deal as it is. */
export const movesOpenTo = (seller: SalesUser, deal: DealRow) =>
    sellerMoves.filter((name) => {
        const from: readonly DealStatus[] = moves[name].from;
        return from.includes(deal.status) && isTheirs(name, deal, seller);
    });

interface Step extends Done {
    reason: string;
    seen?: Seen;
    changes: SQLiteUpdateSetSource<typeof deals>;
}

/** The condition that status, link and version are as they were read, so that the first of two moves wins. */
async function applyMove(tx: Tx, before: DealRow, name: MoveName, { by, reason, seen, changes, at }: Step) {
    const { from, to, otherwise } = moves[name];
    const { id, status, version } = before;
    const [deal] = await tx
        .update(deals)
        .set({ ...changes, status: to, version: version + 1, updatedAt: at })
        .where(and(isStill(before, seen), inArray(deals.status, [...from])))
        .returning();
    if (!deal) throw whyNot(before, seen, otherwise);
    await recordMove(tx, { dealId: id, at, by, move: name, from: status, to, reason });
    return deal;
}

/** After these the deal may be edited before its email is sent. After the others such an email is no longer true. */
const mayBeEdited: ReadonlySet<SellerMove> = new Set(['reject', 'reopen', 'undo_close']);

/** The emails about moves of others that a rep gets. */
const repMails = {
    approve: 'deal_approved',
    reject: 'deal_rejected',
    reopen: 'deal_reopened',
    pay: 'deal_paid',
    undo_close: 'deal_reversed'
} as const;

async function queueMoveMails(
    tx: Tx,
    deal: DealRow,
    name: SellerMove,
    { by, reason, at }: { by: number; reason: string; at: number }
) {
    const { contactName, contactEmail: email, customerIssue: issue, validUntil } = deal;
    const about = { dealId: deal.id, customer: deal.customerName, reason };
    const to = { name: contactName, email };
    if (name === 'submit') await tellSalesAdmins(tx, 'deal_submitted', about, at);
    if (name === 'send') await queueMail(tx, { kind: 'deal_offer', to, about: { ...about, issue }, at });
    if (name === 'remind')
        await queueMail(tx, {
            kind: 'deal_reminder',
            to,
            about: { ...about, reason: '', issue, validUntil },
            at
        });
    const kind = name in repMails && repMails[name as keyof typeof repMails];
    const rep = kind && (await repOf(tx, deal));
    const was = { revenue: deal.revenue, earnings: earningsOf(deal), validUntil };
    if (rep && rep.id !== by)
        await tell(tx, kind, rep, { ...about, by, ...(mayBeEdited.has(name) && { was }) }, at);
}

const repOf = async (tx: Tx, { repId }: DealRow) => (repId === null ? undefined : findSeller(tx, repId));

/** A customer's reply goes to the rep or, if they no longer sell, to the sales administrators. */
async function mailReply(tx: Tx, deal: DealRow, about: DealFacts, at: number) {
    const rep = await repOf(tx, deal);
    if (rep) await tell(tx, 'deal_answered', rep, about, at);
    else await tellSalesAdmins(tx, 'deal_answered', about, at);
}

const byLink = findBy(deals, deals.customerDigest);

/** Returns the deal of an offer link, with or without a reply. Refuses: not_found once it was recalled or lost. */
export async function openOffer(on: Reader, token: string) {
    const deal = await byLink(on, sha256(token));
    if (!deal) throw new Refusal('not_found', 'This offer is no longer available.');
    return deal;
}

/** Notes when the customer first opened the offer. That is no move: it changes no version, and no form of the seller is stale. */
export async function noteOpening(tx: Tx, { id, customerDigest }: DealRow, openedAt: number) {
    const isSame = and(
        eq(deals.id, id),
        eq(deals.customerDigest, customerDigest ?? ''),
        isNull(deals.openedAt)
    );
    await tx.update(deals).set({ openedAt }).where(isSame);
}

export type OfferReply = 'accept' | 'decline';

const replies: { [Status in DealStatus]?: OfferReply } = {
    ss_customer_approved: 'accept',
    ss_customer_declined: 'decline',
    ss_closed: 'accept',
    ss_paid: 'accept'
};

/** Returns the customer's reply to the offer; undefined while there is none. */
export const replyOf = ({ status }: DealRow) => replies[status];

interface Reply extends Done {
    reply: OfferReply;
    reason: string;
    /** The present day in the time zone of the installation, like 2026-11-30. */
    today: string;
    accepted: Accepting;
}

/** What accepting needs. */
interface Accepting {
    /** Of the person who accepts. */
    name: string;
    offer: ShownOffer;
    /** The digest of the offer that the person read; undefined accepts the present one. */
    seen: string | undefined;
    /** Of the page, and so of the copy. */
    language: string;
}

/** Whether an offer without a reply can no longer be accepted: days in this form sort as texts. */
export const isPast = ({ validUntil, status }: DealRow, today: string) =>
    status === 'ss_customer_sent' && validUntil !== null && validUntil < today;

/**
 * Records the customer's reply, once: the same reply again changes nothing and sends no email. Refuses: not_found;
 * wrong_state for a reply that differs from the first, and for accepting an offer after its last day; version_conflict for
 * accepting another offer than was read.
 */
export async function replyToOffer(tx: Tx, token: string, { reply, reason, by, at, today, accepted }: Reply) {
    const before = await openOffer(tx, token);
    if (replyOf(before) === reply) return before;
    if (reply === 'accept' && isPast(before, today))
        throw new Refusal('wrong_state', 'This offer has expired and can no longer be accepted.');
    const deal = await applyMove(tx, before, reply, { by, reason, changes: {}, at });
    if (reply === 'accept') await keepAcceptance(tx, deal, accepted, at);
    const words = reply === 'accept' ? 'accepted' : 'declined';
    const about = {
        dealId: deal.id,
        customer: deal.customerName,
        reason: reason ? `${words}: ${reason}` : words
    };
    await mailReply(tx, deal, about, at);
    return deal;
}

/** Keeps what was accepted, and sends the customer a copy. */
async function keepAcceptance(tx: Tx, deal: DealRow, { name, offer, seen, language }: Accepting, at: number) {
    const digest = digestOfOffer(offer);
    if (seen !== undefined && seen !== digest)
        throw new Refusal('version_conflict', 'This offer changed since you opened it. Read it again.');
    await insertAcceptance(tx, { dealId: deal.id, name, offer, digest, at });
    const { contactName, contactEmail: email, customerName: customer, customerIssue: issue } = deal;
    const about = { dealId: deal.id, customer, reason: '', issue, language };
    await queueMail(tx, { kind: 'deal_accepted', to: { name: contactName, email }, about, at });
}

/** Returns the email with the offer that the customer was sent last; undefined where there is none at their address. */
export async function offerMailOf(on: Reader, { id, customerIssue, contactEmail }: DealRow) {
    const theirs = await on
        .select({ about: mails.about, state: mails.state })
        .from(mails)
        .where(
            and(eq(sql`lower(${mails.toEmail})`, sql`lower(${contactEmail})`), eq(mails.kind, 'deal_offer'))
        )
        .orderBy(desc(mails.id));
    return theirs.find(({ about }) => {
        const { dealId, issue } = about as Mails['deal_offer'];
        return dealId === id && issue === customerIssue;
    });
}

/** Whether the link with this issue number still opens the offer. */
export async function isOfferOpen(on: Reader, id: number, issue: number) {
    const deal = await findDeal(on, id);
    return deal?.status === 'ss_customer_sent' && deal.customerIssue === issue;
}

/** Whether the offer with this issue number is accepted, and was not reopened since. */
export const isOfferAccepted = async (on: Reader, id: number, issue: number) =>
    (await findDeal(on, id))?.customerIssue === issue && (await findAcceptance(on, id)) !== undefined;

interface Doubt {
    /** The moves that ask. */
    at: readonly MoveName[];
    holds: (deal: Pick<DealRow, 'revenue' | 'commission'>) => boolean;
}

const doubts = {
    free: { at: ['submit', 'send'], holds: ({ revenue }) => revenue === 0 },
    commission_above_price: {
        at: ['submit'],
        holds: ({ revenue, commission }) => commission > revenue
    }
} as const satisfies Record<string, Doubt>;

/** Unusual numbers of a deal that are allowed: the user has to confirm them before these moves. */
export type DoubtName = keyof typeof doubts;

/** What this move asks about the deal. */
export function doubtsOf(move: MoveName, deal: Pick<DealRow, 'revenue' | 'commission'>) {
    const asked: [string, Doubt][] = Object.entries(doubts);
    return asked
        .filter(([, { at, holds }]) => at.includes(move) && holds(deal))
        .map(([name]) => name as DoubtName);
}
