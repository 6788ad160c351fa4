// What a deal earns: pure arithmetic on integer cents.

/** The money of a deal, in cents. */
export interface DealMoney {
    revenue: number;
    commission: number;
    marginDeduction: number;
    referralFee: number;
}

/** In cents: the commission minus the margin deduction minus the referral fee. May be negative. */
export const earningsOf = ({ commission, marginDeduction, referralFee }: DealMoney) =>
    commission - marginDeduction - referralFee;

/**
 * The earnings as a share of the revenue, in percent with two decimals; 0 where there is no revenue.
 * Multiplied before it is divided: whole numbers until then, so that a half is a half and is rounded up.
 */
export function effectiveRate(deal: DealMoney) {
    if (deal.revenue === 0) return 0;
    return Math.round((earningsOf(deal) * 10_000) / deal.revenue) / 100 || 0; // never -0
}

/** Cents as the number with two decimals that stands outside. */
export const fromCents = (cents: number) => cents / 100;

/** The number that stands outside as cents. It has two decimals at most: the schema sees to that. */
export const toCents = (amount: number) => Math.round(amount * 100);
