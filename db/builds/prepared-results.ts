// What a model gave to the cases of a sage. The first result of a question stays while everything that it depends on does.
import { code, integer, json, plain, time } from '../store/columns.ts';
import { and, eq, index, primaryKey, sqliteTable } from '../store/drizzle.ts';
import { purgeOf } from '../store/query.ts';
import type { Reader, Tx } from '../store/index.ts';
import { day } from '../store/time.ts';
import { sages } from '../sages/sages.ts';
import type { Finding } from '../sages/verdicts.ts';

/** A finding on a test answer, never on what a candidate wrote. */
export const preparedResults = sqliteTable(
    'judged_ahead',
    {
        sageId: integer().references(() => sages.id),
        digest: code(), // of the question, and of how often it was asked before in its step
        finding: json<Finding>(plain),
        judgedAt: time()
    },
    (t) => [primaryKey({ columns: [t.sageId, t.digest] }), index('judged_ahead_by_age').on(t.judgedAt)]
);

type Row = typeof preparedResults.$inferSelect;

/** Returns the result of this question; undefined where it was not asked yet. */
export async function findJudged(on: Reader, { sageId, digest }: Pick<Row, 'sageId' | 'digest'>) {
    const isThis = and(eq(preparedResults.sageId, sageId), eq(preparedResults.digest, digest));
    const [row] = await on.select().from(preparedResults).where(isThis);
    return row;
}

/** Stores a result, and returns the one that counts: the first. */
export async function keepJudged(tx: Tx, row: Row): Promise<Row> {
    await tx.insert(preparedResults).values(row).onConflictDoNothing();
    return (await findJudged(tx, row)) ?? row;
}

/** The longest that an answer is reused: a server may change weights under the same name without notice. */
export const longestKept = 30 * day;

/** Deletes results that are too old. */
export const purgeJudged = purgeOf(preparedResults.judgedAt, longestKept);
