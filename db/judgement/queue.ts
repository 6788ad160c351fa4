// The queue of candidates' screens: by state, by sage, those with something odd. What waits longest comes first.
import { type ScreenRow, screens } from '../screens/screens.ts';
import { and, asc, desc, eq, exists, gt, inArray, lt, or, sql, type SQLiteColumn } from '../store/drizzle.ts';
import { countRows, type Rows } from '../store/query.ts';
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
    state: QueueState;
    /** Limits the queue to screens of these sages. */
    sageIds: readonly number[] | undefined;
    /** Limits it to screens with something odd in an answer whose findings this user may see. */
    flaggedFor?: number | undefined;
}

/** Returns one page of the candidates' screens in a state. Only the ids are put in order, not the rows. */
export async function listQueue(on: Reader, { limit, offset, most, ...queue }: Queue) {
    const { status, isOver = false }: Condition = conditions[queue.state];
    const where = await conditionOf(on, queue);
    const since = status === 'ss_evaluated' ? screens.evaluatedAt : screens.createdAt;
    const inOrder = isOver ? desc : asc;
    const order = [inOrder(since), inOrder(screens.id)];
    const part = on
        .select({ id: screens.id })
        .from(screens)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
    const items = await on
        .select()
        .from(screens)
        .where(inArray(screens.id, part))
        .orderBy(...order);
    return { items, ...(await countRows(on, screens, where, most)) };
}

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

async function conditionOf(on: Reader, { state, sageIds, flaggedFor }: Omit<Queue, keyof Rows>) {
    const { status, decision }: Condition = conditions[state];
    const is = isAFew(sageIds) ? isByNoIndex : eq;
    return and(
        is(screens.status, status),
        is(screens.kind, 'real'),
        decision && is(screens.decision, decision),
        sageIds && isOneOf(sageIds),
        flaggedFor === undefined ? undefined : await isFlaggedFor(on, flaggedFor)
    );
}

/** So many sages are a part of the store; of more the screens are rather found among all. */
const aFew = 100;

const isAFew = (sageIds: readonly number[] = []) => sageIds.length > 1 && sageIds.length <= aFew;

/** Written so that SQLite does not read the screens of all sages in this state: the sages narrow the search. */
const isByNoIndex = (column: SQLiteColumn, value: string) => sql`${column} || '' = ${value}`;

function isOneOf([only, ...others]: readonly number[]) {
    if (only === undefined) return inArray(screens.sageId, []);
    return others.length === 0 ? eq(screens.sageId, only) : inArray(screens.sageId, [only, ...others]);
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
