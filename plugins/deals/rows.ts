// A deal as it stands outside: money as numbers with two decimals, times in words.
import type { Config } from '../../config.ts';
import { type DealMoney, earningsOf, effectiveRate, fromCents } from '../../db/commissions.ts';
import type { DealRow, EarnedDeal } from '../../db/deals.ts';
import { humanTime, monthOf } from '../surfaces/times.ts';

const iso = (at: number) => new Date(at).toISOString();

const amountsOf = (deal: DealMoney) => ({
    revenue: fromCents(deal.revenue),
    commission: fromCents(deal.commission),
    earnings: fromCents(earningsOf(deal)),
    eff_rate: effectiveRate(deal)
});

/** A row of the commissions grid. */
export function gridRow({ timeZone }: Pick<Config, 'timeZone'>) {
    const human = humanTime(timeZone);
    const month = monthOf(timeZone);
    return (deal: EarnedDeal) => ({
        id: deal.id,
        customer_name: deal.customerName,
        contact_name: deal.contactName,
        ...amountsOf(deal),
        closed_month: deal.closedAt === null ? '' : month(deal.closedAt),
        closed_at: deal.closedAt === null ? '' : human(deal.closedAt),
        status: deal.status
    });
}

/** A deal as its seller sees it. */
export const dealOf = (deal: DealRow) => ({
    id: deal.id,
    rep_id: deal.repId,
    customer_name: deal.customerName,
    contact_name: deal.contactName,
    contact_email: deal.contactEmail,
    ...amountsOf(deal),
    margin_deduction: fromCents(deal.marginDeduction),
    referral_fee: fromCents(deal.referralFee),
    status: deal.status,
    version: deal.version,
    closed_at: deal.closedAt && iso(deal.closedAt),
    created_at: iso(deal.createdAt),
    updated_at: iso(deal.updatedAt)
});

/** A row of its history. */
export const moveOf = <Move extends { at: number }>({ at, ...move }: Move) => ({ ...move, at: iso(at) });
