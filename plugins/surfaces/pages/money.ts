import Joi from 'joi';
import { fromCents } from '../../../db/sales/commissions.ts';

const most = 1_000_000_000;

/** An amount of money with two decimals at most, as a number. */
export const money = Joi.number()
    .min(0)
    .max(most)
    .custom((amount: number, helpers) =>
        fromCents(Math.round(amount * 100)) === amount
            ? amount
            : helpers.message({ custom: '{#label} may have two decimals' })
    );

/** Writes cents as people read a price: in this currency, or as a plain number where none is set. */
export function priceIn(currency: string | undefined) {
    const form = currency ? ({ style: 'currency', currency } as const) : { minimumFractionDigits: 2 };
    const format = new Intl.NumberFormat('en-US', form);
    return (cents: number) => format.format(fromCents(cents));
}
