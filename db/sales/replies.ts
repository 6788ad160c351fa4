// Recent customer replies to offers that no rep has followed up.
import { and, desc, eq, inArray, sql } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import { dealHistory } from './deal-history.ts';
import { deals, isSalesAdmin, type SalesUser } from './deals.ts';

/** Among the newest of these moves of all deals: to look through all of years takes too long for a page. */
const newest = 2000;

/** The newest replies first, the last of each deal, with the customer's words. A seller sees those to their own offers. */
export async function listReplies(on: Reader, seller: SalesUser, limit: number) {
    const { id, dealId, at, by, reason } = dealHistory;
    const moves = isSalesAdmin(seller)
        ? on.select({ id, dealId, at, by, reason }).from(dealHistory).orderBy(desc(id)).limit(newest)
        : on
              .select({ id, dealId, at, by, reason })
              .from(dealHistory)
              .innerJoin(deals, eq(deals.id, dealId))
              .where(and(eq(deals.repId, seller.id), inArray(deals.status, [...replied])));
    const recent = moves.as('recent');
    // The state of the deal shows what its last reply was; an earlier one was to an earlier offer.
    const last = sql`(select max(later.id) from ${dealHistory} later
        where later.deal_id = ${recent.dealId} and later."by" = 'customer')`;
    return on
        .select({
            moveId: recent.id,
            dealId: deals.id,
            customerName: deals.customerName,
            status: deals.status,
            reason: recent.reason,
            at: recent.at
        })
        .from(recent)
        .innerJoin(deals, eq(deals.id, recent.dealId))
        .where(and(eq(recent.by, 'customer'), eq(recent.id, last), inArray(deals.status, [...replied])))
        .orderBy(desc(recent.id))
        .limit(limit);
}

const replied = ['ss_customer_approved', 'ss_customer_declined'] as const;
