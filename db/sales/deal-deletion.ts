// Deleting a draft: all rows of the deal go, and the audit log has that it went.
import { type Done, record } from '../record/audit.ts';
import { and, eq } from '../store/drizzle.ts';
import type { Tx } from '../store/index.ts';
import { Refusal } from '../store/refusal.ts';
import { dealHistory, historyOf, isNote } from './deal-history.ts';
import { writeLines } from './deal-lines.ts';
import { deals, isStill, type SalesUser, type Seen, visibleDeal, whyNot } from './deals.ts';
import { intakeItems, intakeTarget, itemOfDeal } from './intake.ts';

interface Deleting extends Done {
    seller: SalesUser;
    seen?: Seen;
}

/** What a draft may have behind it, beside notes. */
const own: readonly string[] = ['create', 'edit', 'readdress'];
/** Whether nobody but its seller has had to do with a deal: a note is theirs if who created the deal wrote it. */
export const isUnseen = (history: readonly { move: string; by: string }[]) =>
    history.every((one) => (isNote(one) ? one.by === history[0]?.by : own.includes(one.move)));
const otherwise = 'You can delete only drafts that were never submitted.';

/**
 * Deletes a draft; the intake item that it was made from is open again. Refuses: not_found, version_conflict; wrong_state for
 * another state, and for a deal that was ever submitted.
 */
export async function deleteDraft(tx: Tx, id: number, { seller, by, seen, at }: Deleting) {
    const before = await visibleDeal(tx, id, seller);
    if (!isUnseen(await historyOf(tx, id))) throw new Refusal('wrong_state', otherwise);
    const item = await itemOfDeal(tx, id);
    await tx
        .update(intakeItems)
        .set({ dealId: null, status: 'intake_open', updatedAt: at })
        .where(eq(intakeItems.dealId, id));
    await writeLines(tx, id, []);
    await tx.delete(dealHistory).where(eq(dealHistory.dealId, id));
    const isDraft = and(isStill(before, seen), eq(deals.status, 'ss_draft'));
    const gone = await tx.delete(deals).where(isDraft).returning({ id: deals.id });
    if (gone.length === 0) throw whyNot(before, seen, otherwise);
    await record(tx, { by, act: 'deal.delete', target: `deal:${id}`, before: 'ss_draft', at });
    const from = item && { target: intakeTarget(item.id), before: `deal:${id}` };
    if (from) await record(tx, { by, act: 'intake.reopen', ...from, at });
}
