// The earnings of a deal, computed in integer cents.

/** The money of a deal, in cents. */
export interface DealMoney {
    revenue: number;
    commission: number;
    marginDeduction: number;
    referralFee: number;
}

/** Returns the commission minus the margin deduction and the referral fee, in cents. May be negative. */
export const earningsOf = ({ commission, marginDeduction, referralFee }: DealMoney) =>
    commission - marginDeduction - referralFee;

/**
 * Returns the earnings as a share of the revenue, in percent with two decimals; 0 without revenue.
 * It multiplies before it divides, so that the numbers are exact and a half is rounded up.
 */
export function effectiveRate(deal: DealMoney) {
    if (deal.revenue === 0) return 0;
    return Math.round((earningsOf(deal) * 10_000) / deal.revenue) / 100 || 0; // never -0
}

/** Rounds a fraction half up, once. In BigInt, because a product of three fields may pass the integers that a number holds. */
export const halfUp = (product: bigint, by: bigint) => Number((2n * product + by) / (2n * by));

/** Returns the commission on a price in cents at a rate in hundredths of a percent, rounded half up to a cent. */
export const commissionOf = (revenue: number, rate: number) =>
    halfUp(BigInt(revenue) * BigInt(rate), 10_000n);

/** Converts cents to the number with two decimals of requests and responses. */
export const fromCents = (cents: number) => cents / 100;

/** Converts cents to a decimal number as text, without division and so without rounding. */
export function decimalOf(cents: number) {
    const digits = String(Math.abs(cents)).padStart(3, '0');
    return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
}

/** Converts a number of a request to cents. The schema allows at most two decimals. */
export const toCents = (amount: number) => Math.round(amount * 100);
