// What a list of sages shows of each in addition to its row, in a few queries for all of them.
import { runs } from '../builds/runs.ts';
import { licences } from '../judgement/licence.ts';
import { countOutstanding } from '../screens/cancellations.ts';
import { and, inArray, isNotNull, max } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import type { SageRow } from '../sages/sages.ts';

/** Returns when each of these sages was last built, the latest agreement of its evaluator, and its open screens. */
export async function sageFigures(on: Reader, sages: readonly SageRow[]) {
    const ids = sages.map(({ id }) => id);
    const releases = sages.flatMap(({ releaseRunId }) => releaseRunId ?? []);
    const built = await endedAt(on, releases);
    const measured = await lastMeasured(on, ids);
    const open = await countOutstanding(on, ids);
    return ({ id, releaseRunId }: SageRow) => ({
        releasedAt: built.get(releaseRunId ?? '') ?? null,
        licence: measured.get(id),
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

async function lastMeasured(on: Reader, sageIds: readonly number[]) {
    const last = on
        .select({ id: max(licences.id) })
        .from(licences)
        .where(and(inArray(licences.sageId, [...sageIds]), isNotNull(licences.figures)))
        .groupBy(licences.sageId);
    const { sageId, licensed, rule, figures } = licences;
    const rows = await on
        .select({ sageId, licensed, rule, figures })
        .from(licences)
        .where(inArray(licences.id, last));
    return new Map(rows.map((row) => [row.sageId, row]));
}
