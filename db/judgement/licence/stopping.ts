// A licence is stopped when its evaluator has changed, and restored when it gives its old results.
import { eq } from '../../store/drizzle.ts';
import type { Tx } from '../../store/index.ts';
import { findLicence, type LicenceRow, licences, recordLicence, type Refused, refusal } from '../licence.ts';
import { putAside } from './drift.ts';
import { putTrialsAside } from './changes.ts';

/**
 * Stops a licence because its evaluator has changed. The former results are put aside: nights compare the evaluator with them. It
 * is tested again before a check, and by night once recommendations are on again.
 */
export async function stopLicence(tx: Tx, licence: LicenceRow, { why, at }: Refused) {
    await recordLicence(tx, refusal(licence.runId, licence, { why, at }));
    await putAside(tx, licence.runId);
    await putTrialsAside(tx, licence.runId);
}

/** Gives back a licence that was stopped. Returns the new decision; undefined where its sage was changed since. */
export async function liftStop(tx: Tx, id: number, at: number) {
    const [stopped] = await tx.select().from(licences).where(eq(licences.id, id));
    if (!stopped) return undefined;
    const { id: _id, sageId: _sageId, rule: _rule, ...decision } = stopped;
    await recordLicence(tx, { ...decision, measured: false, at });
    const now = await findLicence(tx, stopped.runId);
    return now?.licensed ? now : undefined;
}
