// The tokens used by language model calls, by month. They are stored so that the limit survives a restart.
import { integer, key } from '../store/columns.ts';
import { eq, sql, sqliteTable } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';

export const modelUsage = sqliteTable('model_usage', {
    month: key(), // `2026-11`, in UTC
    calls: integer().default(0),
    promptTokens: integer().default(0),
    completionTokens: integer().default(0),
    /** The input and output tokens of demos, which have a separate budget and are included in the others. */
    demoTokens: integer().default(0)
});

export interface Tokens {
    prompt: number;
    completion: number;
}

const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);

/** Returns the tokens used in the month of this time. */
export async function usedInMonth(on: Reader, at: number) {
    const [row] = await on
        .select()
        .from(modelUsage)
        .where(eq(modelUsage.month, monthOf(at)));
    const { calls = 0, promptTokens = 0, completionTokens = 0, demoTokens = 0 } = row ?? {};
    return { calls, promptTokens, completionTokens, tokens: promptTokens + completionTokens, demoTokens };
}

/** Adds the tokens of one call. */
export async function countCall(
    tx: Tx,
    { prompt, completion }: Tokens,
    { at, demo }: { at: number; demo: boolean }
) {
    const demoTokens = demo ? prompt + completion : 0;
    await tx
        .insert(modelUsage)
        .values({
            month: monthOf(at),
            calls: 1,
            promptTokens: prompt,
            completionTokens: completion,
            demoTokens
        })
        .onConflictDoUpdate({
            target: modelUsage.month,
            set: {
                calls: sql`${modelUsage.calls} + 1`,
                promptTokens: sql`${modelUsage.promptTokens} + ${prompt}`,
                completionTokens: sql`${modelUsage.completionTokens} + ${completion}`,
                demoTokens: sql`${modelUsage.demoTokens} + ${demoTokens}`
            }
        });
}
