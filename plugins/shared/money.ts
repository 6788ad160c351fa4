import Joi from 'joi';
import { currencyOf } from '../../db/installation/installation.ts';
import { decimalOf, fromCents } from '../../db/sales/commissions.ts';
import type { App } from '../app.ts';

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
    .custom((code: string, helpers) =>
        isUsable(code)
            ? code
            : helpers.message({ custom: '{#label} must be three letters of ISO 4217, like EUR' })
    );

function isUsable(currency: string) {
    if (!Intl.supportedValuesOf('currency').includes(currency)) return false;
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits === 2;
}

/** Returns a function that formats cents as a price in this currency, or as a plain number if none is set. */
function priceIn(currency: string | undefined, language: string) {
    const form = currency ? ({ style: 'currency', currency } as const) : { minimumFractionDigits: 2 };
    const format = new Intl.NumberFormat(language === 'en' ? 'en-US' : language, form);
    return (cents: number) => format.format(decimalOf(cents));
}

/** Returns a function that formats cents in the currency of the installation. */
export const priceOf = async ({ config, store }: Pick<App, 'config' | 'store'>, language = 'en') =>
    priceIn(await currencyIn({ config, store }), language);

/** The currency of the installation: the setting wins over what was chosen at setup. Undefined where none is set. */
export const currencyIn = async ({ config, store }: Pick<App, 'config' | 'store'>) =>
    config.currency ?? (await currencyOf(store.read));
