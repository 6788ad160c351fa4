import Joi from 'joi';
import { fromCents } from '../../db/commissions.ts';

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
