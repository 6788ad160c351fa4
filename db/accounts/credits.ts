// One account of credits for the installation: an append-only ledger that never counts a reference twice.
import crypto from 'node:crypto';
import { type Done, record } from '../record/audit.ts';
import { code, enumText, integer, nullable, serial, time, words } from '../store/columns.ts';
import {
    and,
    desc,
    eq,
    getTableColumns,
    inArray,
    index,
    sql,
    sqliteTable,
    uniqueIndex
} from '../store/drizzle.ts';
import { listRows, placeholders, preparedWrite, query, type Rows } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';
import { users } from './users.ts';

export const credits = sqliteTable(
    'credits',
    {
        id: serial(),
        /** The place of the entry in the account, counted from 1: running totals follow it, for keys may come out of order. */
        ordinal: integer().default(0),
        kind: enumText('grant', 'hold', 'capture', 'release', 'spend', 'refund'),
        /** What it is for, e.g. `build:<run_id>`: at most one entry of a kind for each. */
        reference: code(),
        amount: integer(), // what it does to the balance
        hold: integer(), // what it does to what is held
        balanceAfter: integer(),
        heldAfter: integer(),
        reason: nullable.text(words),
        by: nullable.integer().references(() => users.id),
        at: time()
    },
    (t) => [
        uniqueIndex('credits_ordinal').on(t.ordinal),
        uniqueIndex('credits_once').on(t.reference, t.kind),
        index('credits_by_user')
            .on(t.by)
            .where(sql`"by" is not null`),
        uniqueIndex('credits_settled_once')
            .on(t.reference)
            .where(sql`kind in ('capture', 'release')`)
    ]
);

type Kind = (typeof credits.$inferSelect)['kind'];

interface Entry {
    kind: Kind;
    reference: string;
    amount: number;
    hold: number;
    at: number;
    by?: number | null;
    reason?: string;
}

const last = query((on) =>
    on
        .select({ ordinal: credits.ordinal, balance: credits.balanceAfter, held: credits.heldAfter })
        .from(credits)
        .orderBy(desc(credits.ordinal))
        .limit(1)
);

/** In credits. `available` is what may be spent: the balance less what is held. */
export async function account(on: Reader) {
    const { balance, held } = (await last.first(on)) ?? { balance: 0, held: 0 };
    return { balance, held, available: balance - held };
}

/** Adds credits. The same reference again adds nothing. `amount` is a positive whole number. */
export async function grantCredits(
    tx: Tx,
    { amount, ...entry }: Omit<Entry, 'kind' | 'hold'> & { reason: string }
) {
    if (!Number.isSafeInteger(amount) || amount < 1)
        throw new Refusal('invalid_field', 'amount must be a positive whole number.');
    await append(tx, { kind: 'grant', amount, hold: 0, ...entry });
}

/** Adds the credits of a new installation, unless it has some: the demo data bring theirs. */
export async function grantFirst(tx: Tx, amount: number, done: Done) {
    if (amount > 0 && (await account(tx)).balance === 0)
        await grantMore(tx, { amount, reason: 'First credits', ...done });
}

interface GrantByHand extends Done {
    amount: number;
    reason: string;
    /** The user who grants; the command line is none. */
    userId?: number;
}

/** Adds credits, at each call. `amount` is a positive whole number. */
export async function grantMore(tx: Tx, { amount, reason, by, userId, at }: GrantByHand) {
    const reference = `grant:${crypto.randomUUID()}`;
    await grantCredits(tx, { reference, amount, reason, by: userId ?? null, at });
    const granted = { target: reference, after: String(amount), note: reason };
    await record(tx, { by, act: 'credits.grant', ...granted, at });
}

async function assertAvailable(tx: Tx, amount: number) {
    const { available } = await account(tx);
    if (available < amount) throw new Refusal('insufficient_credits', 'Not enough credits.');
}

/** Sets credits aside. Refuses: insufficient_credits. */
export async function holdCredits(
    tx: Tx,
    reference: string,
    amount: number,
    { by, at }: { by: number | null; at: number }
) {
    await assertAvailable(tx, amount);
    await append(tx, { kind: 'hold', reference, amount: 0, hold: amount, by, at });
}

/** Turns a hold into a deduction, once; not after its release. */
export async function captureHold(tx: Tx, reference: string, at: number) {
    const held = await openHold(tx, reference);
    if (held > 0) await append(tx, { kind: 'capture', reference, amount: -held, hold: -held, at });
}

/** Releases a hold, once; not after its capture. */
export async function releaseHold(tx: Tx, reference: string, at: number) {
    const held = await openHold(tx, reference);
    if (held > 0) await append(tx, { kind: 'release', reference, amount: 0, hold: -held, at });
}

/** Takes credits, once for a reference. Refuses: insufficient_credits. */
export async function spendCredits(
    tx: Tx,
    reference: string,
    amount: number,
    { by, at }: { by: number; at: number }
) {
    await assertAvailable(tx, amount);
    await append(tx, { kind: 'spend', reference, amount: -amount, hold: 0, by, at });
}

/** Gives back what was spent under a reference, once. Nothing was spent: nothing comes back. */
export async function refundSpend(tx: Tx, reference: string, at: number) {
    const [spent] = await tx
        .select({ amount: credits.amount })
        .from(credits)
        .where(and(eq(credits.reference, reference), eq(credits.kind, 'spend')));
    if (spent) await append(tx, { kind: 'refund', reference, amount: -spent.amount, hold: 0, at });
}

/** What is still held for a reference; 0 once it is settled. */
export async function openHold(on: Reader, reference: string) {
    return (await heldFor.first(on, { reference }))?.held ?? 0;
}

const heldFor = query((on) =>
    on
        .select({ held: sql<number | null>`sum(${credits.hold})` })
        .from(credits)
        .where(eq(credits.reference, sql.placeholder('reference')))
);

/** Whether anything was ever held for a reference, settled or not. */
export async function wasHeld(on: Reader, reference: string) {
    const holds = await on
        .select({ id: credits.id })
        .from(credits)
        .where(and(eq(credits.reference, reference), eq(credits.kind, 'hold')));
    return holds.length > 0;
}

async function append(tx: Tx, { amount, hold, ...entry }: Entry) {
    const { ordinal, balance, held } = (await last.first(tx)) ?? { ordinal: 0, balance: 0, held: 0 };
    const after = { ordinal: ordinal + 1, balanceAfter: balance + amount, heldAfter: held + hold };
    await insertOnce(tx, { by: null, reason: null, ...entry, amount, hold, ...after });
}

const insertOnce = preparedWrite((tx) => {
    const { id: _, ...columns } = getTableColumns(credits);
    return tx
        .insert(credits)
        .values(placeholders(columns))
        .onConflictDoNothing({ target: [credits.reference, credits.kind] });
});

interface Entries extends Rows {
    /** This user's actions and their results: a build is reserved in their name, but charged to no user. */
    by?: number | undefined;
    kind?: Kind | undefined;
}

/** The newest entries first, and how many there are. */
export async function listCredits(on: Reader, { by, kind, ...rows }: Entries) {
    const where = and(
        by === undefined ? undefined : cameOf(on, by),
        kind === undefined ? undefined : eq(credits.kind, kind)
    );
    return listRows(on, credits, { where, order: [desc(credits.ordinal)], ...rows });
}

/** The condition that an entry results from this user's action. */
function cameOf(on: Reader, by: number) {
    const { reference } = credits;
    return inArray(reference, on.select({ reference }).from(credits).where(eq(credits.by, by)));
}

/** Where the running totals disagree with the sums of the entries; empty when the books are right. */
export async function auditCredits(on: Reader) {
    const [sums] = await on
        .select({
            balance: sql<number | null>`sum(${credits.amount})`,
            held: sql<number | null>`sum(${credits.hold})`
        })
        .from(credits);
    const { balance, held } = await account(on);
    return [
        ...((sums?.balance ?? 0) === balance ? [] : [`balance ${balance}, entries ${sums?.balance}`]),
        ...((sums?.held ?? 0) === held ? [] : [`held ${held}, entries ${sums?.held}`]),
        ...(balance - held < 0 ? [`available ${balance - held} is below zero`] : [])
    ];
}
