// The builds of a sage, and those of all.
import { sages } from '../sages/sages.ts';
import { desc, eq, inArray } from '../store/drizzle.ts';
import { listRows, type Rows } from '../store/query.ts';
import type { Reader } from '../store/index.ts';
import { type RunRow, runs } from './runs.ts';

/** The latest runs of a sage, newest first. */
export function listRuns(on: Reader, sageId: number, limit: number) {
    return on
        .select()
        .from(runs)
        .where(eq(runs.sageId, sageId))
        .orderBy(desc(runs.startedAt), desc(runs.runId))
        .limit(limit);
}

interface Search extends Rows {
    state?: RunRow['state'] | undefined;
}

/** The runs of all sages, newest first, and how many there are. */
export async function listAllRuns(on: Reader, { state, ...rows }: Search) {
    const where = state === undefined ? undefined : eq(runs.state, state);
    return listRows(on, runs, { where, order: [desc(runs.startedAt), desc(runs.runId)], ...rows });
}

/** Returns the names of the sages of these runs, by the number of the sage. */
export async function sageNamesOf(on: Reader, some: readonly RunRow[]) {
    const { id, name } = sages;
    const ids = [...new Set(some.map(({ sageId }) => sageId))];
    const found = await on.select({ id, name }).from(sages).where(inArray(id, ids));
    return new Map(found.map((sage) => [sage.id, sage.name]));
}
