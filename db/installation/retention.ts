// Automatic deletion: candidates some days after their decision or, without one, after the last event; demo visitors sooner.
import { type Done, record } from '../record/audit.ts';
import { installation } from './installation.ts';
import { screenReviews } from '../judgement/levels.ts';
import { Refusal } from '../store/refusal.ts';
import { and, asc, eq, gt, isNull, lte, notExists, or, sql } from '../store/drizzle.ts';
import { countRows } from '../store/query.ts';
import type { Reader, Store, Tx } from '../store/index.ts';
import { eraseScreen } from '../erasing/erase.ts';
import { byAge } from '../erasing/erasures.ts';
import { type ScreenRow, screens } from '../screens/screens.ts';
import { day } from '../store/time.ts';

/** Upcoming automatic deletions are announced so long before, in milliseconds. */
export const retentionNoticePeriod = 7 * day;

/** The visitor of a demo reads the verdict immediately, and no one else needs it. */
export const demoDays = 7;

interface RetentionPolicy {
    /** For so many days candidates are stored; 0 means without limit. */
    days: number;
    at: number;
}

/** Whether automatic deletion is on: for a store of an earlier version an administrator has to turn it on. */
export async function isRetentionEnabled(on: Reader) {
    const [row] = await on.select({ since: installation.retainsSince }).from(installation);
    return row !== undefined && row.since !== null;
}

/** From now on this installation erases by age. Refuses: wrong_state where it does already. */
export async function enableRetention(tx: Tx, { by, at }: Done) {
    const confirmed = await tx
        .update(installation)
        .set({ retainsSince: at })
        .where(isNull(installation.retainsSince))
        .returning({ id: installation.id });
    if (confirmed.length === 0) throw new Refusal('wrong_state', 'Automatic deletion is already on.');
    await record(tx, { by, act: 'retention.confirm', target: 'installation', at });
}

/** What happens to a screen, the last first. */
const events = [
    'decidedAt',
    'endedAt',
    'evaluatedAt',
    'submittedAt',
    'startedAt',
    'remindedAt',
    'invitedAt',
    'createdAt'
] as const satisfies (keyof ScreenRow)[];
const { createdAt } = screens;
const lastEvent = sql`coalesce(${sql.join(
    events.map((event) => screens[event]),
    sql`, `
)})`;

/** When a candidate without further reviews is erased; for a page. */
export function deletionDate(screen: ScreenRow, { days }: Pick<RetentionPolicy, 'days'>) {
    const last = events.map((event) => screen[event]).find((at) => at !== null) ?? screen.createdAt;
    return last + (screen.kind === 'demo' ? demoDays : days) * day;
}

/** The condition that nothing has happened to a screen of this kind for so many days; an index has its first three parts. */
const isOld = (kind: 'real' | 'demo', before: number) =>
    and(sql`erased_at is null`, eq(screens.kind, kind), lte(createdAt, before), lte(lastEvent, before));

/** The condition that a candidate's screen is old enough. Excludes candidates who may still answer, and those reviewed since. */
function isDue(on: Reader, { days, at }: RetentionPolicy) {
    const before = at - days * day;
    const judgedSince = on
        .select({ id: screenReviews.screenId })
        .from(screenReviews)
        .where(and(eq(screenReviews.screenId, screens.id), gt(screenReviews.at, before)));
    const mayAnswer = or(
        and(eq(screens.status, 'ss_invited'), gt(screens.expiresAt, at)),
        and(eq(screens.status, 'ss_started'), gt(screens.deadlineAt, at))
    );
    return and(isOld('real', before), sql`not coalesce(${mayAnswer}, false)`, notExists(judgedSince));
}

/** Returns the screens of candidates that are due at this time, the oldest first. */
export async function listDue(on: Reader, keeping: RetentionPolicy, most: number): Promise<ScreenRow[]> {
    if (keeping.days === 0) return [];
    return on.select().from(screens).where(isDue(on, keeping)).orderBy(asc(createdAt)).limit(most);
}

/** How many candidates are due at this time, up to `most`. */
export async function countDue(on: Reader, keeping: RetentionPolicy, most: number) {
    if (keeping.days === 0) return 0;
    return (await countRows(on, screens, isDue(on, keeping), most)).total;
}

async function idsDue(on: Reader, keeping: RetentionPolicy, most: number) {
    if (keeping.days === 0) return [];
    const candidates = await listDue(on, keeping, most);
    const visitors = await on
        .select({ id: screens.id })
        .from(screens)
        .where(isOld('demo', keeping.at - demoDays * day))
        .limit(most);
    return [...candidates, ...visitors].map(({ id }) => id);
}

const atOnce = 20;

interface Chore {
    /** Read again for each part and each candidate: an administrator may change it meanwhile. */
    daysIn: (on: Reader) => Promise<number>;
    now: () => number;
    yieldNow: () => Promise<void>;
}

/** Erases all candidates who are due, each in a separate transaction. Returns how many. */
export async function eraseDue(store: Store, { daysIn, now, yieldNow }: Chore) {
    if (!(await isRetentionEnabled(store.read))) return 0;
    let erased = 0;
    for (;;) {
        const ids = await idsDue(store.read, { days: await daysIn(store.read), at: now() }, atOnce);
        const before = erased;
        for (const id of ids) {
            if (await store.write(async (tx) => eraseIfDue(tx, id, { days: await daysIn(tx), at: now() })))
                erased += 1;
            await yieldNow();
        }
        if (erased === before) return erased;
    }
}

/** It may have been decided since it was found, or the days may have changed. */
async function eraseIfDue(tx: Tx, id: string, { days, at }: RetentionPolicy) {
    if (days === 0) return false;
    const isThis = eq(screens.id, id);
    const dueStill = or(isDue(tx, { days, at }), isOld('demo', at - demoDays * day));
    const [screen] = await tx.select().from(screens).where(and(isThis, dueStill));
    if (screen) await eraseScreen(tx, screen, { by: { name: byAge }, why: 'age', at });
    return screen !== undefined;
}
