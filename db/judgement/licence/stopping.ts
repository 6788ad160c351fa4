// A licence that is stopped because its judge has changed, and given back when it is as before.
import { eq } from '../../store/drizzle.ts';
import type { Tx } from '../../store/index.ts';
import { findLicence, type LicenceRow, licences, recordLicence, type Refused, refusal } from '../licence.ts';
import { putAside } from './drift.ts';
import { putTrialsAside } from './changes.ts';

/**
 * Stops a licence because its judge has changed. What it gave is put aside: nights compare it with that. It is tried anew
 * before a look, and by night once it may advise again.
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
