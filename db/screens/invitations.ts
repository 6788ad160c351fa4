// Screens of candidates: creating and paying, inviting, reminding, cancelling with a refund, and expiring.
import crypto from 'node:crypto';
import { domainToASCII } from 'node:url';
import { type Done, record } from '../record/audit.ts';
import { spendCredits } from '../accounts/credits.ts';
import { and, desc, eq, inArray, isNotNull, notInArray, or, type SQL, sql } from '../store/drizzle.ts';
import { canonical } from '../store/folding.ts';
import { linkToken, tokenAgain, sha256 } from '../accounts/tokens.ts';
import { queueMail, type ScreenMail } from '../jobs/mails.ts';
import { insertOne, listRows, type Rows } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import { assertMayMeet } from '../sages/obstacles.ts';
import { getSage, type SageRow } from '../sages/sages.ts';
import { findScreen, getScreen, moveScreen, type ScreenRow, screens } from './screens.ts';
import type { Reader, Tx } from '../store/index.ts';
import { day } from '../store/time.ts';

/** Returns the ledger reference of a candidate's screen: charged once, refunded at most once. */
export const screenReference = (id: string) => `screen:${id}`;

export interface Candidate {
    name: string;
    email: string;
}

interface NewScreen {
    candidate: Candidate;
    /** What the invitation says in its author's words; empty for nothing. */
    line?: string;
    cost: number;
    by: number;
    at: number;
    /** A repeated invitation under it returns the first screen of the same candidate. */
    key?: string | undefined;
    /** Whether somebody may be invited whom this sage has invited before. */
    again?: boolean | undefined;
}

/**
 * Creates a draft screen and charges its credits; under a key, once. Refuses: wrong_state unless the sage is active and
 * its build is current, and where it is not to invite somebody again; insufficient_credits.
 */
export async function createScreen(tx: Tx, sage: SageRow, asked: NewScreen) {
    const { candidate, line, cost, by, at, key, again = true } = asked;
    const id =
        key === undefined ? crypto.randomUUID() : idUnder('one', { key, by, sageId: sage.id }, candidate);
    const earlier = key !== undefined && (await findScreen(tx, id));
    if (earlier) return earlier;
    assertMayMeet(sage);
    if (!again && (await askedBefore(tx, sage.id, [candidate])).size > 0) throw invitedBefore();
    const draft = { ...draftOf(sage, candidate, { id, line, at }), status: 'ss_draft' } as const;
    const screen = await insertOne(tx, screens, draft);
    if (cost > 0) await spendCredits(tx, screenReference(id), cost, { by, at });
    return screen;
}

const invitedBefore = () => new Refusal('wrong_state', 'This person is already invited.', { field: 'again' });

/** Returns those of the addresses, by `addressOf`, that this sage has invited at any time. */
export async function askedBefore(on: Reader, sageId: number, candidates: readonly Candidate[]) {
    const found = await screensAt(on, candidates, isOfCandidate(sageId));
    return new Set(found.map(addressOf));
}

/** Returns the screens with one of these addresses, however it is written. The databases ignore the case of ASCII alone. */
export async function screensAt(
    on: Reader,
    candidates: readonly { email: string }[],
    where: SQL | undefined
) {
    const wanted = new Set(candidates.map(addressOf));
    const { id, candidateEmail: email } = screens;
    const at = (isAmong: SQL) => on.select({ id, email }).from(screens).where(and(isAmong, where));
    const found = [
        ...(await at(inArray(sql`lower(${email})`, [...wanted]))),
        ...(await at(sql`octet_length(${email}) <> length(${email})`))
    ];
    return found.filter((one) => wanted.has(addressOf(one)));
}

const isOfCandidate = (sageId: number) =>
    and(
        eq(screens.sageId, sageId),
        eq(screens.kind, 'real'),
        or(notInArray(screens.status, ['ss_cancelled', 'ss_expired']), isNotNull(screens.startedAt)) // also who has withdrawn
    );

/** An address as it is compared with others, its domain as mail servers write it. */
export function addressOf({ email }: { email: string }) {
    const address = canonical(email.trim());
    const [, local = '', domain = ''] = /^(.*)@(.*)$/s.exec(address) ?? [];
    return domain === '' ? address : `${local}@${domainToASCII(domain) || domain}`;
}

interface Key {
    key: string;
    /** Whose key it is. */
    by: number;
    sageId: number;
}

/** The id of a screen is derived from the key, its sender and the address, so that a repeated request finds it. */
export function idUnder(of: 'one' | 'list', { key, by, sageId }: Key, candidate: { email: string }) {
    const hex = sha256([of, by, sageId, key, addressOf(candidate)].join('\n'));
    const [a, b, c, d, e] = [
        hex.slice(0, 8),
        hex.slice(8, 12),
        hex.slice(13, 16),
        hex.slice(17, 20),
        hex.slice(20, 32)
    ];
    return `${a}-${b}-8${c}-8${d}-${e}`; // a UUID of version 8
}

/** The columns of a new screen but its status. */
export const draftOf = (
    sage: SageRow,
    candidate: NewScreen['candidate'],
    { id, line = '', at }: { id: string; line?: string | undefined; at: number }
) =>
    ({
        id,
        sageId: sage.id,
        releaseRunId: sage.releaseRunId,
        kind: 'real',
        candidateName: candidate.name,
        candidateEmail: candidate.email,
        personalLine: line === '' ? null : line,
        createdAt: at
    }) as const;

/** The issue number of the link: a higher one invalidates the earlier links. */
const firstIssue = 1;

interface Invitation {
    /** The key from which links are derived. */
    secret: string;
    days: number;
    at: number;
    /** Whether we email the link; by default we do. */
    isMailed?: boolean;
}

/** The columns of a screen to which its candidate is invited, and the token of their link, which is not stored. */
export function invitedTo(sage: SageRow, id: string, { secret, days, at }: Invitation) {
    const token = linkToken(secret, 'screen', id, firstIssue);
    const columns = {
        status: 'ss_invited',
        invitedAt: at,
        expiresAt: at + days * day,
        linkDigest: sha256(token),
        releaseRunId: sage.releaseRunId // the release of now, not of when the draft was created
    } as const;
    return { columns, token };
}

/** Invites the candidate of a draft with a private link. Returns the link's token, which is not stored. */
export async function inviteCandidate(tx: Tx, id: string, invitation: Invitation) {
    const { at, isMailed = true } = invitation;
    const sage = await getSage(tx, (await getScreen(tx, id)).sageId);
    assertMayMeet(sage);
    const { columns, token } = invitedTo(sage, id, invitation);
    const screen = await moveScreen(tx, id, ['ss_draft'], columns);
    if (!screen)
        throw new Refusal('wrong_state', 'You can invite only candidates who have not been invited yet.');
    if (isMailed) await queueScreenMail(tx, 'screen_invitation', { screen, sage, at });
    return { screen, token };
}

/** Returns the token of a candidate's link and records who saw it. Refuses: wrong_state unless they are invited and may start. */
export async function showLink(
    tx: Tx,
    screen: ScreenRow,
    { keys, by, at }: Done & { keys: readonly string[] }
) {
    const { id, kind, status, linkDigest, linkIssue } = screen;
    const isOpen = kind === 'real' && status === 'ss_invited' && mayStillAnswer(screen, at);
    const token = isOpen ? tokenAgain(keys, linkDigest, 'screen', id, linkIssue) : undefined;
    if (token === undefined)
        throw new Refusal('wrong_state', 'You can see the link only until the candidate starts.');
    await record(tx, { by, act: 'screen.show-link', target: `screen:${id}`, at });
    return token;
}

/** Returns the token of a candidate's link; undefined where it is no longer valid. */
export const openTokenOf = (screen: ScreenRow, { secret, at }: Pick<Invitation, 'secret' | 'at'>) =>
    mayStillAnswer(screen, at) ? linkToken(secret, 'screen', screen.id, screen.linkIssue) : undefined;

/** Sends the same link again, at most once a day. Refuses: wrong_state unless the candidate may still answer. */
export async function remindCandidate(tx: Tx, id: string, { by, at }: Done) {
    const screen = await getScreen(tx, id);
    if (screen.kind !== 'real' || !mayStillAnswer(screen, at))
        throw new Refusal('wrong_state', 'You can remind only candidates who have not submitted yet.');
    if (screen.remindedAt !== null && screen.remindedAt > at - day)
        throw new Refusal(
            'wrong_state',
            'This candidate was reminded in the last 24 hours. Try again later.'
        );
    await moveScreen(tx, id, [screen.status], { remindedAt: at });
    await record(tx, { by, act: 'screen.remind', target: `screen:${id}`, at });
    await queueScreenMail(tx, 'screen_reminder', { screen, sage: await getSage(tx, screen.sageId), at });
    return screen;
}

/** Whether the candidate may start or continue. */
export function mayStillAnswer({ status, expiresAt, deadlineAt }: ScreenRow, at: number) {
    if (status === 'ss_invited') return expiresAt === null || expiresAt > at;
    return status === 'ss_started' && (deadlineAt === null || deadlineAt > at);
}

interface ScreenNews {
    screen: ScreenRow;
    sage: Pick<SageRow, 'name' | 'language'>;
    at: number;
}

/** Queues an email to a candidate, in the language of the questions. */
export async function queueScreenMail(tx: Tx, kind: ScreenMail, { screen, sage, at }: ScreenNews) {
    const to = { name: screen.candidateName, email: screen.candidateEmail };
    const { name: position, language } = sage;
    await queueMail(tx, {
        kind,
        to,
        about: { screenId: screen.id, issue: screen.linkIssue, position, language },
        at
    });
}

interface Page extends Rows {
    /** Limits the result to screens of these sages. */
    sageIds: readonly number[] | undefined;
}

/** Returns the screens of some sages or of all, newest first. */
export async function listScreens(on: Reader, { sageIds, limit, offset }: Page) {
    const where = sageIds && inArray(screens.sageId, [...sageIds]);
    return listRows(on, screens, {
        where,
        order: [desc(screens.createdAt), desc(screens.id)],
        limit,
        offset
    });
}
