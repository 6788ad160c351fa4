// Preparing a sage: a model answers the questions of a build in advance, while the author continues to work. It costs no credits.
import { enqueue } from '../jobs/ledger.ts';
import { type Share, spend } from '../accounts/short-lived/budgets.ts';
import { users } from '../accounts/users.ts';
import { enumText, externalId, integer, nullable, plain } from '../store/columns.ts';
import { and, eq, inArray, sqliteTable } from '../store/drizzle.ts';
import type { Tx } from '../store/index.ts';
import { findBy } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import { day, second } from '../store/time.ts';
import { getSage, type SageRow, sages } from '../sages/sages.ts';

declare module '../jobs/ledger.ts' {
    interface Tasks {
        'prepare-sage': { sageId: number };
    }
}

/** The latest one of each sage. */
export const preparations = sqliteTable('preparations', {
    sageId: externalId().references(() => sages.id),
    state: enumText('waiting', 'running', 'done', 'failed'),
    askedBy: integer().references(() => users.id),
    revision: integer(), // of the sage
    judged: integer(),
    planned: integer(),
    failure: nullable.text(plain),
    judge: nullable.code(), // the evaluator of all of it
    endedAt: nullable.time()
});

export type Preparation = typeof preparations.$inferSelect;

export const findPreparation = findBy(preparations, preparations.sageId);

const open = ['waiting', 'running'] as const;
export const isOpen = ({ state }: Pick<Preparation, 'state'>) => open.some((one) => one === state);
const isOpenOf = (sageId: number) => and(eq(preparations.sageId, sageId), inArray(preparations.state, open));

/** Of one author in a day: two whole preparations of the largest sage, six of one with five criteria. */
export const callsADay = 2000;

export const shareOf = (userId: number): Share => ({
    budget: {
        name: 'prepare',
        points: callsADay,
        seconds: day / second,
        message: `Preparing can send ${callsADay} requests a day to a model for each author. All results are saved. Continue tomorrow.`
    },
    who: String(userId)
});

/** Starts to prepare a sage; a running preparation continues with the sage as it is now. */
export async function askPreparation(tx: Tx, { id: sageId, revision }: SageRow, by: number, at: number) {
    const before = await findPreparation(tx, sageId);
    if (before && isOpen(before)) return;
    const fresh = { state: 'waiting', judged: 0, planned: 0, failure: null, judge: null } as const;
    const set = { ...fresh, askedBy: by, revision, endedAt: null };
    const added = tx.insert(preparations).values({ sageId, ...set });
    await added.onConflictDoUpdate({ target: preparations.sageId, set });
    await enqueue(tx, 'prepare-sage', { sageId }, at);
}

/** Starts, or continues after a restart. Returns undefined where it has ended. */
export async function beginPreparation(tx: Tx, sageId: number) {
    const { revision } = await getSage(tx, sageId);
    const set = { state: 'running', revision } as const;
    const [begun] = await tx.update(preparations).set(set).where(isOpenOf(sageId)).returning();
    return begun;
}

const changed = 'The sage was changed.';

type Reached = Pick<Preparation, 'judged' | 'planned'>;

/**
 * Counts one call of this user, and records the progress. Refuses: too_many_requests; version_conflict once the sage was changed.
 */
export async function spendCall(tx: Tx, begun: Preparation, reached: Reached, at: number) {
    const { sageId, revision, askedBy } = begun;
    if ((await getSage(tx, sageId)).revision !== revision) throw new Refusal('version_conflict', changed);
    await spend(tx, [shareOf(askedBy)], at);
    const [row] = await tx.update(preparations).set(reached).where(isOpenOf(sageId)).returning();
    if (!row) throw new Refusal('wrong_state', 'Someone cancelled it.');
}

export type PreparationEnd = Partial<Preparation> & { state: 'done' | 'failed' };

/** Ends it; or restarts it where the sage was changed meanwhile, and nothing else ended it. */
export async function endPreparation(tx: Tx, sageId: number, end: PreparationEnd, at: number) {
    const ended = tx.update(preparations).set({ ...end, endedAt: at });
    const [row] = await ended.where(isOpenOf(sageId)).returning();
    const sage = await getSage(tx, sageId);
    const isCut = end.state === 'failed' && end.failure !== changed;
    if (row && !isCut && row.revision !== sage.revision) await askPreparation(tx, sage, row.askedBy, at);
}
