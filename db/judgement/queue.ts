// The queue of candidates' screens: by state, by sage, by name, those with something odd. What waits longest comes first.
import { type ScreenRow, screens } from '../screens/screens.ts';
import {
    and,
    asc,
    desc,
    eq,
    exists,
    gt,
    inArray,
    lt,
    or,
    type SQL,
    sql,
    type SQLiteColumn
} from '../store/drizzle.ts';
import {
    beginsLike,
    countRows,
    folded,
    holdsText,
    isOneOf as isAnyOf,
    mostCounted,
    type Rows
} from '../store/query.ts';
import type { Reader } from '../store/index.ts';
import { licensedReleases } from './licence.ts';
import { screenShowings } from './showings.ts';

/** Evaluated screens differ by the decision: `waiting` ones have none. */
const conditions = {
    waiting: { status: 'ss_evaluated', decision: 'not_reviewed' },
    draft: { status: 'ss_draft' },
    invited: { status: 'ss_invited' },
    started: { status: 'ss_started' },
    submitted: { status: 'ss_submitted' },
    advanced: { status: 'ss_evaluated', decision: 'advanced', isOver: true },
    rejected: { status: 'ss_evaluated', decision: 'rejected', isOver: true },
    hired: { status: 'ss_evaluated', decision: 'hired', isOver: true },
    cancelled: { status: 'ss_cancelled', isOver: true },
    expired: { status: 'ss_expired', isOver: true }
} as const satisfies Record<string, Condition>;
export type QueueState = keyof typeof conditions;
export const queueStates = Object.keys(conditions) as QueueState[];

interface Condition extends Pick<ScreenRow, 'status'> {
    decision?: ScreenRow['decision'];
    /** Not waiting: sorted by the latest end first. */
    isOver?: boolean;
}

/** Returns the state of a screen, as the queue has it. */
export function queueStateOf({ status, decision }: Pick<ScreenRow, 'status' | 'decision'>) {
    const isOf = (state: QueueState) => {
        const of: Condition = conditions[state];
        return of.status === status && (of.decision === undefined || of.decision === decision);
    };
    return queueStates.find(isOf) ?? 'waiting';
}

interface Queue extends Rows {
    /** Undefined where the text may find candidates in any state. */
    state: QueueState | undefined;
    /** Limits the queue to screens of these sages. */
    sageIds: readonly number[] | undefined;
    /** Limits it to screens with something odd in an answer whose findings this user may see. */
    flaggedFor?: number | undefined;
    /** Limits it to those that this user is to review. */
    assignedTo?: number | undefined;
    /** Limits it to candidates whose name starts with this, or has it and is among the 1,000 that are looked through. */
    q?: string | undefined;
    sort?: QueueOrder | undefined;
}

export const queueOrders = ['oldest', 'newest', 'name'] as const;
export type QueueOrder = (typeof queueOrders)[number];

/** As many are put in order by name: those that their list has first. */
const mostSorted = 2000;

/** As many are looked through for a text, and as many taken that begin with it. */
const mostNamed = 1000;

/** Returns one page of the candidates' screens in a state. Only the ids are put in order, not the rows. */
export async function listQueue(on: Reader, { limit, offset, most = mostCounted, sort, ...queue }: Queue) {
    const { status, isOver }: Partial<Condition> = queue.state ? conditions[queue.state] : { isOver: true };
    const where = await conditionOf(on, queue);
    const since = status === 'ss_evaluated' ? screens.evaluatedAt : screens.createdAt;
    const inOrder = (sort === undefined ? isOver : sort === 'newest') ? desc : asc;
    const byTime = [inOrder(since), inOrder(screens.id)];
    const isByName = sort === 'name';
    const order = isByName ? [asc(folded(screens.candidateName)), asc(screens.id)] : byTime;
    const ids = () => on.select({ id: screens.id }).from(screens);
    const first = ids()
        .where(where)
        .orderBy(...byTime)
        .limit(mostSorted);
    const part = ids()
        .where(isByName ? inArray(screens.id, first) : where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
    const items = await on
        .select()
        .from(screens)
        .where(inArray(screens.id, part))
        .orderBy(...order);
    return { items, ...(await countRows(on, screens, where, isByName ? Math.min(most, mostSorted) : most)) };
}

/** How many candidates are in each state, up to `most`. */
export async function countStates(
    on: Reader,
    { most, ...of }: Pick<Queue, 'sageIds' | 'assignedTo'> & { most: number }
) {
    const counted = queueStates.map(async (state) => {
        const where = await conditionOf(on, { ...of, state, isCounted: true });
        return [state, await countRows(on, screens, where, most)] as const;
    });
    return Object.fromEntries(await Promise.all(counted)) as Record<QueueState, Counted>;
}

type Counted = Awaited<ReturnType<typeof countRows>>;

/** The place of a screen among those that wait, and those next to it; `next` is the one to review after it. */
export async function neighboursOf(on: Reader, screen: ScreenRow, sageIds: Queue['sageIds']) {
    const { evaluatedAt, id } = screens;
    const at = screen.evaluatedAt ?? 0;
    const waits = await conditionOf(on, { state: 'waiting', sageIds });
    const isEarlier = or(lt(evaluatedAt, at), and(eq(evaluatedAt, at), lt(id, screen.id)));
    const isLater = or(gt(evaluatedAt, at), and(eq(evaluatedAt, at), gt(id, screen.id)));
    const first = async (condition: typeof isEarlier, inOrder: typeof asc) => {
        const where = and(waits, condition);
        const found = on.select({ id }).from(screens).where(where);
        return (await found.orderBy(inOrder(evaluatedAt), inOrder(id)).limit(1))[0]?.id;
    };
    const after = await first(isLater, asc);
    return {
        before: await first(isEarlier, desc),
        after,
        next: after ?? (await first(isEarlier, asc)),
        earlier: await countRows(on, screens, and(waits, isEarlier)),
        all: await countRows(on, screens, waits)
    };
}

interface Narrowing extends Omit<Queue, keyof Rows | 'sort'> {
    /** Without an order no index is taken for its sake. */
    isCounted?: true;
}

async function conditionOf(on: Reader, { state, sageIds, flaggedFor, assignedTo, q, isCounted }: Narrowing) {
    const { status, decision }: Partial<Condition> = state ? conditions[state] : {};
    const is = q !== undefined || (isAFew(sageIds) && !isCounted) ? isByNoIndex : eq;
    const isKind = assignedTo === undefined ? is : isByNoIndex; // so that the index of the assigned is taken
    return and(
        status && is(screens.status, status),
        isKind(screens.kind, 'real'),
        decision && is(screens.decision, decision),
        sageIds && isOneOf(sageIds, q === undefined ? screens.sageId : sql`${screens.sageId} + 0`),
        assignedTo === undefined ? undefined : eq(screens.assignedTo, assignedTo),
        q === undefined ? undefined : isAnyOf(screens.id, await idsNamed(on, q, sageIds)),
        flaggedFor === undefined ? undefined : await isFlaggedFor(on, flaggedFor)
    );
}

/** Each part is a query of its own: one with an `or` would read the whole table. */
async function idsNamed(on: Reader, text: string, sageIds: Queue['sageIds']) {
    const { id, candidateName, createdAt, kind } = screens;
    const recent = on
        .select({ id, candidateName })
        .from(screens)
        .where(and(eq(kind, 'real'), sageIds && isOneOf(sageIds)))
        .orderBy(...(sageIds ? [] : [desc(createdAt), desc(id)])) // to sort those of a sage takes too long
        .limit(mostNamed)
        .as('recent');
    const holding = on.select({ id: recent.id }).from(recent).where(holdsText(recent.candidateName, text));
    const isOfThese = sageIds && isOneOf(sageIds, sql`${screens.sageId} + 0`);
    const isNamed = and(beginsLike(candidateName, text), isByNoIndex(kind, 'real'), isOfThese);
    const beginning = on.select({ id }).from(screens).where(isNamed).limit(mostNamed);
    return [...(await holding), ...(await beginning)].map((one) => one.id);
}

/** So many sages are a part of the store; of more the screens are rather found among all. */
const aFew = 100;

const isAFew = (sageIds: readonly number[] = []) => sageIds.length > 1 && sageIds.length <= aFew;

/** Written so that SQLite does not read the screens of all sages in this state: the sages narrow the search. */
const isByNoIndex = (column: SQLiteColumn, value: string) => sql`${column} || '' = ${value}`;

function isOneOf([only, ...others]: readonly number[], sageId: SQLiteColumn | SQL = screens.sageId) {
    if (only === undefined) return sql`false`;
    return others.length === 0 ? sql`${sageId} = ${only}` : sql`${sageId} in ${[only, ...others]}`;
}

/** Flags of an answer are withheld with the findings, because they would reveal them. */
async function isFlaggedFor(on: Reader, userId: number) {
    const isShown = exists(
        on
            .select({ one: sql`1`.as('one') })
            .from(screenShowings)
            .where(and(eq(screenShowings.screenId, screens.id), eq(screenShowings.userId, userId)))
    );
    const licensed = await licensedReleases(on);
    return and(eq(screens.flagged, true), or(isShown, inArray(screens.releaseRunId, licensed)));
}
