import Joi from 'joi';
import { currencyOf } from '../../db/installation/installation.ts';
import { decimalOf, fromCents } from '../../db/sales/commissions.ts';
import type { Earned } from '../../db/sales/earned.ts';
import { wordsIn } from '../../words/index.ts';
import type { App } from '../app.ts';
import { meets } from '../surfaces/http/fields.ts';
import { pluralize } from '../surfaces/pages/parts/count.ts';

const most = 1_000_000_000;

/** A schema for an amount of money: a number with at most two decimals. */
export const money = Joi.number()
    .strict() // joi would accept the text 1e3 as a thousand: the forms have converted amounts to numbers already
    .min(0)
    .max(most)
    .custom((amount: number, helpers) =>
        fromCents(Math.round(amount * 100)) === amount
            ? amount
            : helpers.message({ custom: '{#label} must have two decimals or fewer' })
    )
    .messages({ 'number.base': '{#label} must be an amount like 12500 or 12500.50' });

/** A currency of ISO 4217 with two decimals, as amounts are kept, in a form. */
export const currencyCode = Joi.string()
    .trim()
    .uppercase()
    .custom(meets((code) => (isUsable(code) ? undefined : 'must be three letters of ISO 4217, like EUR')));

function isUsable(currency: string) {
    if (!Intl.supportedValuesOf('currency').includes(currency)) return false;
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits === 2;
}

/** Returns a function that formats cents in the currency of the installation, or as plain numbers if none is set. */
export async function priceOf({ config, store }: Place, language = 'en') {
    const currency = (await currencyOf(store.read, config.currency)) ?? '';
    const { price } = wordsIn([language]);
    return (cents: number) => price(decimalOf(cents), currency);
}

interface Place {
    config: Pick<App['config'], 'currency'>;
    store: Pick<App['store'], 'read'>;
}

/** What a sum of earnings is of. */
export const countedIn = ({ count, deals }: Pick<Earned, 'count' | 'deals'>) =>
    count === deals ? `from ${pluralize(count, 'closed deal')}` : 'less what was reversed';
