// Deleting a draft: all rows of the deal go, and the audit log has that it went.
import { type AuditActor, record } from '../record/audit.ts';
import { and, eq } from '../store/drizzle.ts';
import type { Tx } from '../store/index.ts';
import { dealHistory } from './deal-history.ts';
import { writeLines } from './deal-lines.ts';
import { deals, isStill, type SalesUser, type Seen, visibleDeal, whyNot } from './deals.ts';
import { intakeItems, intakeTarget, itemOfDeal } from './intake.ts';

interface Deleting {
    seller: SalesUser;
    by: AuditActor;
    seen?: Seen;
    at: number;
}

/**
 * Deletes a draft; the intake item that it was made from is open again. Refuses: not_found, version_conflict; wrong_state for
 * another state, and for a deal whose offer a customer has had.
 */
export async function deleteDraft(tx: Tx, id: number, { seller, by, seen, at }: Deleting) {
    const before = await visibleDeal(tx, id, seller);
    const item = await itemOfDeal(tx, id);
    await tx
        .update(intakeItems)
        .set({ dealId: null, status: 'intake_open', updatedAt: at })
        .where(eq(intakeItems.dealId, id));
    await writeLines(tx, id, []);
    await tx.delete(dealHistory).where(eq(dealHistory.dealId, id));
    const isDraft = and(isStill(before, seen), eq(deals.status, 'ss_draft'), eq(deals.customerIssue, 0));
    const gone = await tx.delete(deals).where(isDraft).returning({ id: deals.id });
    if (gone.length === 0)
        throw whyNot(before, seen, 'You can delete only drafts that were never sent to a customer.');
    await record(tx, { by, act: 'deal.delete', target: `deal:${id}`, before: 'ss_draft', at });
    if (item)
        await record(tx, {
            by,
            act: 'intake.reopen',
            target: intakeTarget(item.id),
            before: `deal:${id}`,
            at
        });
}
