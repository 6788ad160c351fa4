// Preparing a sage: a model is asked what a build would ask it, while the author goes on working. It costs no credits.
import { enqueue } from '../jobs/ledger.ts';
import { assertLeft, type Share, spend } from '../accounts/short-lived/budgets.ts';
import { users } from '../accounts/users.ts';
import { code, enumText, externalId, flag, integer, nullable, plain, time } from '../store/columns.ts';
import { and, desc, eq, gt, inArray, isNotNull, sqliteTable } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';
import { findBy } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import { day, hour, second } from '../store/time.ts';
import { getSage, type SageRow, sages } from '../sages/sages.ts';

/** The latest of each sage. `idle`: nobody asked for it, and a build has time enough without. */
export const preparations = sqliteTable('preparations', {
    sageId: externalId().references(() => sages.id),
    state: enumText('waiting', 'running', 'done', 'failed', 'idle'),
    isAsked: flag(), // by a person; otherwise after a save
    askedBy: integer().references(() => users.id),
    revision: integer(), // of the sage
    judged: integer(),
    planned: integer(),
    failure: nullable.text(plain),
    version: code(), // of the evaluator whose pace it is
    pace: nullable.integer(), // milliseconds for one call
    pacedAt: nullable.time(),
    askedAt: time(),
    endedAt: nullable.time()
});

export type Preparation = typeof preparations.$inferSelect;

export const findPreparation = findBy(preparations, preparations.sageId);

/** Calls of one author in a day: three or four whole preparations. */
export const callsADay = 2000;

const shareOf = (userId: number): Share => ({
    budget: {
        name: 'prepare',
        points: callsADay,
        seconds: day / second,
        message: `Preparing may ask a model ${callsADay} times a day for each author. What is judged is kept: go on when a day has passed.`
    },
    who: String(userId)
});

interface Wish {
    by: number;
    isAsked: boolean;
    at: number;
}

export const isOpen = ({ state }: Pick<Preparation, 'state'>) => state === 'waiting' || state === 'running';

/** Begins to prepare a sage, unless that is under way. Refuses: too_many_requests. */
export async function askPreparation(tx: Tx, sage: SageRow, { by, isAsked, at }: Wish) {
    if (isAsked) await assertLeft(tx, [shareOf(by)], at);
    const before = await findPreparation(tx, sage.id);
    if (before && isOpen(before) && (before.isAsked || !isAsked)) return;
    const wish = { isAsked, askedBy: by, askedAt: at };
    const fresh = { state: 'waiting', judged: 0, planned: 0, failure: null, endedAt: null } as const;
    const { id: sageId, revision } = sage;
    const set = before && isOpen(before) ? wish : { ...wish, ...fresh, revision };
    await tx
        .insert(preparations)
        .values({ sageId, revision, version: '', ...fresh, ...wish })
        .onConflictDoUpdate({ target: preparations.sageId, set });
    if (!before || !isOpen(before)) await enqueue(tx, 'prepare-sage', { sageId }, at);
}

const isOpenOf = (sageId: number) =>
    and(eq(preparations.sageId, sageId), inArray(preparations.state, ['waiting', 'running']));

/** Begins, or goes on after a restart, with the sage as it is now. Returns undefined where it has ended. */
export async function beginPreparation(tx: Tx, sageId: number) {
    const { revision } = await getSage(tx, sageId);
    const set = { state: 'running' as const, revision };
    const [begun] = await tx.update(preparations).set(set).where(isOpenOf(sageId)).returning();
    return begun;
}

/** Takes one call of whoever asked. Refuses: too_many_requests; version_conflict once the sage was changed. */
export async function spendCall(tx: Tx, { sageId, revision, askedBy }: Preparation, at: number) {
    if ((await getSage(tx, sageId)).revision !== revision)
        throw new Refusal('version_conflict', 'The sage was changed.');
    await spend(tx, [shareOf(askedBy)], at);
}

/** Records how far it is, and how fast its model. */
export async function showPreparation(
    tx: Tx,
    sageId: number,
    shown: Partial<Pick<Preparation, 'judged' | 'planned' | 'version' | 'pace' | 'pacedAt'>>
) {
    await tx.update(preparations).set(shown).where(isOpenOf(sageId));
}

export type PreparationEnd = Partial<Pick<Preparation, 'failure' | 'judged' | 'planned'>> &
    Pick<Preparation, 'state'>;

/** Ends it; or begins it again where the sage was changed meanwhile. */
export async function endPreparation(tx: Tx, sageId: number, end: PreparationEnd, at: number) {
    const [before] = await tx.select().from(preparations).where(isOpenOf(sageId));
    if (!before) return;
    const isChanged = (await getSage(tx, sageId)).revision !== before.revision;
    const again = isChanged && end.state !== 'failed';
    const set = again ? { state: 'waiting' as const } : { ...end, endedAt: at };
    await tx.update(preparations).set(set).where(isOpenOf(sageId));
    if (again) await enqueue(tx, 'prepare-sage', { sageId }, at);
}

/** How long one call of this evaluator took when it was last measured; undefined where that is an hour ago. */
export async function lastPace(on: Reader, version: string, at: number) {
    const isRecent = gt(preparations.pacedAt, at - hour);
    const isKnown = and(eq(preparations.version, version), isNotNull(preparations.pace), isRecent);
    const [row] = await on
        .select({ pace: preparations.pace })
        .from(preparations)
        .where(isKnown)
        .orderBy(desc(preparations.pacedAt))
        .limit(1);
    return row?.pace ?? undefined;
}
