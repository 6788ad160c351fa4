// What a list of sages shows of each in addition to its row, in a few queries for all of them.
import { runs } from '../builds/runs.ts';
import { countOutstanding } from '../screens/cancellations.ts';
import { inArray } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import type { SageRow } from '../sages/sages.ts';

/** Returns when each of these sages was last built, and its open screens. */
export async function sageFigures(on: Reader, sages: readonly SageRow[]) {
    const ids = sages.map(({ id }) => id);
    const releases = sages.flatMap(({ releaseRunId }) => releaseRunId ?? []);
    const built = await endedAt(on, releases);
    const open = await countOutstanding(on, ids);
    return ({ id, releaseRunId }: SageRow) => ({
        releasedAt: built.get(releaseRunId ?? '') ?? null,
        open: open.get(id) ?? 0
    });
}

async function endedAt(on: Reader, runIds: readonly string[]) {
    const { runId, endedAt } = runs;
    const rows = await on
        .select({ runId, endedAt })
        .from(runs)
        .where(inArray(runId, [...runIds]));
    return new Map(rows.map((row) => [row.runId, row.endedAt]));
}
