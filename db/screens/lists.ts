// Inviting a list of candidates: all or none, and once for each list however often it is sent.
import { setImmediate } from 'node:timers/promises';
import { type AuditActor, record } from '../record/audit.ts';
import { account, spendCredits } from '../accounts/credits.ts';
import { Refusal } from '../store/refusal.ts';
import { assertMayMeet } from '../sages/obstacles.ts';
import type { SageRow } from '../sages/sages.ts';
import { inArray } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';
import {
    addressOf,
    askedBefore,
    type Candidate,
    draftOf,
    idUnder,
    invitedTo,
    queueScreenMail,
    screenReference,
    showLink
} from './invitations.ts';
import { type ScreenRow, screens } from './screens.ts';

/** The candidates of one list at most. */
export const longestList = 500;

interface List {
    candidates: readonly Candidate[];
    /** Identifies the list: a resent list invites no candidate twice. */
    key: string;
    /** Whether it also invites people that this sage has invited before. */
    again: boolean;
    /** What each invitation says in its author's words; empty for nothing. */
    line?: string;
    /** Of one screen. */
    cost: number;
    /** The key from which links are derived. */
    secret: string;
    days: number;
    by: { id: number } & AuditActor;
    at: number;
}

/**
 * Emails an invitation to the candidates of a list that the same list has not invited yet. Returns the numbers of invited and of
 * skipped ones; where none is left, how many the list has invited in total. Refuses: wrong_state unless the sage can invite
 * candidates and at least one is left; insufficient_credits.
 */
export async function inviteList(tx: Tx, sage: SageRow, list: List) {
    const { by, at } = list;
    const sent = await sentBefore(tx, sage, list);
    const wanted = await wantedOf(tx, sage, list, sent);
    if (wanted.length === 0 && sent.size > 0) return countsOf(list, sent.size);
    assertMayMeet(sage);
    if (wanted.length === 0) throw new Refusal('wrong_state', 'Everyone on this list was already invited.');
    await assertCredits(tx, wanted.length * list.cost);
    for (let from = 0; from < wanted.length; from += partSize) {
        await setImmediate(); // other requests are answered meanwhile; a candidate takes a part of a millisecond
        await inviteThem(tx, sage, wanted.slice(from, from + partSize), list);
    }
    const after = `${wanted.length} candidates`;
    await record(tx, { by, act: 'sage.invite-list', target: `sage:${sage.id}`, after, at });
    return countsOf(list, wanted.length);
}

interface Shown {
    name: string;
    email: string;
    token: string;
}

/** The links of the candidates of a list who have not started, in its order. Each is recorded as shown, by who invites. */
export async function showLinksOf(tx: Tx, sage: SageRow, list: List, keys: readonly string[]) {
    const { by, at } = list;
    const ids = list.candidates.map((one) => idIn(list, sage, one));
    const rows = await tx.select().from(screens).where(inArray(screens.id, ids));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const shown: Shown[] = [];
    for (const [place, id] of ids.entries()) {
        if (place % partSize === 0) await setImmediate();
        const screen = byId.get(id);
        if (!screen) continue;
        const token = await showLink(tx, screen, { keys, by, at }).catch(unshown);
        if (token !== undefined)
            shown.push({ name: screen.candidateName, email: screen.candidateEmail, token });
    }
    return shown;
}

/** Who has started needs none, and the secret of a link may be gone. */
function unshown(error: unknown) {
    if (!(error instanceof Refusal)) throw error;
}

const countsOf = ({ candidates }: List, invited: number) => ({
    invited,
    leftOut: candidates.length - invited
});

/** The ids of the screens to which the same list has invited. */
async function sentBefore(on: Reader, sage: SageRow, list: List) {
    const ids = list.candidates.map((one) => idIn(list, sage, one));
    const rows = await on.select({ id: screens.id }).from(screens).where(inArray(screens.id, ids));
    return new Set(rows.map(({ id }) => id));
}

async function wantedOf(on: Reader, sage: SageRow, list: List, sent: ReadonlySet<string>) {
    const rest = list.candidates.filter((one) => !sent.has(idIn(list, sage, one)));
    const known = list.again ? new Set<string>() : await askedBefore(on, sage.id, rest);
    return rest.filter((one) => !known.has(addressOf(one)));
}

const idIn = ({ key, by }: List, { id: sageId }: SageRow, candidate: Candidate) =>
    idUnder('list', { key, by: by.id, sageId }, candidate);

async function assertCredits(on: Reader, needed: number) {
    const { available } = await account(on);
    if (available < needed)
        throw new Refusal(
            'insufficient_credits',
            `Not enough credits: ${needed} needed, ${available} available.`
        );
}

/** The candidates that are invited in one turn. */
const partSize = 20;

async function inviteThem(tx: Tx, sage: SageRow, some: readonly Candidate[], list: List) {
    const made = await tx
        .insert(screens)
        .values(some.map((one) => rowOf(one, sage, list)))
        .returning();
    for (const screen of made) await payAndWrite(tx, screen, sage, list);
}

function rowOf(candidate: Candidate, sage: SageRow, list: List) {
    const id = idIn(list, sage, candidate);
    const { line, at } = list;
    return { ...draftOf(sage, candidate, { id, line, at }), ...invitedTo(sage, id, list).columns };
}

async function payAndWrite(tx: Tx, screen: ScreenRow, sage: SageRow, { cost, by, at }: List) {
    if (cost > 0) await spendCredits(tx, screenReference(screen.id), cost, { by: by.id, at });
    await queueScreenMail(tx, 'screen_invitation', { screen, sage, at });
}
