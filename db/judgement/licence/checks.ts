// The schedule of licence decisions: for each new release, and every night where a decision is due.
import { releaseIfThere } from '../../builds/releases.ts';
import { runs } from '../../builds/runs.ts';
import { enqueue } from '../../jobs/ledger.ts';
import { givesLevels, sages } from '../../sages/sages.ts';
import { code, time } from '../../store/columns.ts';
import { and, eq, gt, lte, ne, sql, sqliteTable } from '../../store/drizzle.ts';
import { query } from '../../store/query.ts';
import type { Tx } from '../../store/index.ts';
import { goldAnswers, goldLabels } from '../gold.ts';
import { endIfStale, endLicence, findLicence, isByOldRule, lastLicence } from '../licence.ts';
import { day } from '../../store/time.ts';
import { driftOf } from './drift.ts';
import { fairnessOf } from './changes.ts';

declare module '../../jobs/ledger.ts' {
    interface Tasks {
        'check-licence': { runId: string };
    }
}

/** When the decision on a release's licence was last enqueued, whatever its result. */
export const licenceChecks = sqliteTable('licence_checks', {
    runId: code()
        .primaryKey()
        .references(() => runs.runId),
    askedAt: time()
});

/** Enqueues the decision on the licence of a release. */
export async function askLicenceCheck(tx: Tx, runId: string, at: number) {
    await tx
        .insert(licenceChecks)
        .values({ runId, askedAt: at })
        .onConflictDoUpdate({ target: licenceChecks.runId, set: { askedAt: at } });
    await enqueue(tx, 'check-licence', { runId }, at);
}

/** Does so for a new release if its evaluator gives levels or it replaces a licensed release. */
export async function askOfNewRelease(
    tx: Tx,
    { runId, sageId, at }: { runId: string; sageId: number; at: number }
) {
    const release = await releaseIfThere(tx, runId);
    const wasLicensed = (await lastLicence(tx, sageId))?.licensed === true;
    if (wasLicensed || (release && givesLevels(release.snapshot.sage.evaluator)))
        await askLicenceCheck(tx, runId, at);
}

/**
 * Enqueues all decisions that are due, a day after the last one: for licensed sages, for sages with new labels, and where a
 * licence is stopped or an unavailable evaluator prevented a decision. A licence whose sage was changed ends.
 */
export async function askDueChecks(tx: Tx, at: number) {
    for (const { runId } of await stale.all(tx, {})) await endIfStale(tx, runId, at);
    for (const { sageId, runId, askedAt } of await askedBefore.all(tx, { before: at - day })) {
        const licence = await findLicence(tx, runId);
        if (licence && isByOldRule(licence) && licence.at < at - oldRuleFor)
            await endLicence(tx, licence, { why: oldRuleEnded, at });
        const isDue =
            !licence ||
            licence.licensed ||
            (await driftOf(tx, runId))?.stopped !== undefined ||
            (await fairnessOf(tx, runId))?.goesOn === true ||
            (await newLabel.first(tx, { sageId, askedAt })) !== undefined;
        if (isDue) await askLicenceCheck(tx, runId, at);
    }
}

/** A licence of the old rule was decided again every night: its date is that of the upgrade. */
const oldRuleFor = 30 * day;
const oldRuleEnded = 'Recommendations by the old rule ended after 30 days.';

/** An edited sage must be built again before anything can be decided. */
const proved = sql`coalesce(${sages.releaseRevision}, ${sages.revision})`;
const isCurrent = eq(sages.revision, proved);

const askedBefore = query((on) =>
    on
        .select({ sageId: sages.id, runId: licenceChecks.runId, askedAt: licenceChecks.askedAt })
        .from(sages)
        .innerJoin(licenceChecks, eq(licenceChecks.runId, sages.releaseRunId))
        .where(and(lte(licenceChecks.askedAt, sql.placeholder('before')), isCurrent))
);

const stale = query((on) =>
    on
        .select({ runId: licenceChecks.runId })
        .from(sages)
        .innerJoin(licenceChecks, eq(licenceChecks.runId, sages.releaseRunId))
        .where(ne(sages.revision, proved))
);

const newLabel = query((on) =>
    on
        .select({ id: goldLabels.id })
        .from(goldLabels)
        .innerJoin(goldAnswers, eq(goldAnswers.id, goldLabels.answerId))
        .where(
            and(
                eq(goldAnswers.sageId, sql.placeholder('sageId')),
                gt(goldLabels.at, sql.placeholder('askedAt'))
            )
        )
        .limit(1)
);
