// What the forms of the deals send, as the bodies of the JSON routes.
import type { Request } from '@hapi/hapi';
import { bodyOf, formType } from '../surfaces/http/bodies/index.ts';
import { type Form, typed } from '../surfaces/http/bodies/typed.ts';
import { wireName } from '../shared/wire.ts';
import { textColumns } from './rows.ts';
import { versionsSeen } from '../surfaces/http/versions.ts';

const texts = textColumns.map(wireName);
const deductions = ['margin_deduction', 'referral_fee'] as const;

export const mostLines = 50;
export const cells = ['text', 'quantity', 'unit_price', 'discount', 'tax'] as const;
export type Cells = Record<(typeof cells)[number], string>;

/** How many rows for lines a form has. */
export const rowCount = (form: Form) =>
    Array.from({ length: mostLines }, (_, n) => n).filter((n) => `lines.${n}.text` in form).length;

/** The rows of a form in which anything was typed, in their order: they are the lines. */
export const rowsIn = (form: Form): Cells[] =>
    Array.from({ length: mostLines }, (_, n) => {
        const row = cells.map((cell) => [cell, typed(form, `lines.${n}.${cell}`).trim()] as const);
        return Object.fromEntries(row) as Cells;
    }).filter((row) => cells.some((cell) => row[cell] !== ''));

const lineInForm = (currency: string) => (row: Cells) => ({
    text: row.text,
    quantity: quantityIn(row.quantity || '1'),
    unit_price: amountIn(row.unit_price, currency),
    discount: amountIn(row.discount || '0', '%'),
    tax: amountIn(row.tax || '0', '%')
});

export function dealInForm(form: Form) {
    const currency = typed(form, 'currency');
    const lines = rowsIn(form).map(lineInForm(currency));
    const revenue = typed(form, 'revenue');
    const commission = typed(form, 'commission').trim();
    return {
        ...Object.fromEntries(texts.map((name) => [name, typed(form, name).trim()])),
        commission: commission === '' ? null : amountIn(commission, currency),
        ...((lines.length === 0 || revenue.trim() !== '') && { revenue: amountIn(revenue, currency) }),
        lines,
        ...Object.fromEntries(deductions.map((name) => [name, amountIn(typed(form, name) || '0', currency)])),
        valid_until: typed(form, 'valid_until') || null
    };
}

export const noteInForm = (form: Form) =>
    'done' in form
        ? { follow_up_on: null }
        : { text: typed(form, 'text') || undefined, follow_up_on: typed(form, 'follow_up_on') || undefined };

/** What was not typed and not ticked is left out, as programs leave it out. */
export function moveInForm(form: Form) {
    const reason = typed(form, 'reason').trim();
    return { ...(reason !== '' && { reason }), ...('confirmed' in form && { confirmed: true }) };
}

const plain = /^(\d+)(?:[.,](?<decimals>\d{1,2}))?$/;

/**
 * With thousands separators; a number does not start with a group of zeros, and a thousands separator does not start the
 * decimals.
 */
const grouped =
    /^([1-9]\d{0,2}(?:([ ,.'’\u00a0\u202f])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](?<decimals>\d{1,2}))?$/;

/** `1.500` could be meant as 1.5 or as 1,500: it is left for the schema to refuse. */
const quantityIn = (text: string) => (/^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? text : amountIn(text));

/**
 * The amount in a text: `12500.5`, and with thousands apart in any way that people do it: `12,500.50`, `12.500,50`,
 * `12 500.50`, `12'500.50`; also with the sign or code of its currency, `€ 12.500,50`. What is none of these, as an amount in
 * another currency, is left for the schema to refuse.
 */
export function amountIn(text: string, currency = ''): number | string {
    const digits = withoutSign(text.trim(), currency);
    const found = plain.exec(digits) ?? grouped.exec(digits);
    if (!found) return text;
    const [, whole = ''] = found;
    return Number(`${whole.replaceAll(/\D/g, '')}.${found.groups?.['decimals'] ?? '0'}`);
}

function withoutSign(text: string, currency: string) {
    const signs = signsOf(currency);
    const first = signs.find((sign) => text.startsWith(sign));
    if (first !== undefined) return text.slice(first.length).trim();
    const last = signs.find((sign) => text.endsWith(sign));
    return last === undefined ? text : text.slice(0, -last.length).trim();
}

/** What a currency or a percentage is written with; nothing where it is neither. */
function signsOf(currency: string) {
    if (currency === '%') return ['%'];
    if (!Intl.supportedValuesOf('currency').includes(currency)) return [];
    return (['code', 'symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) => {
        const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay });
        const sign = format.formatToParts(0).find(({ type }) => type === 'currency');
        return sign ? [sign.value] : [];
    });
}

/** The version that the page of a form showed; undefined where it has none. */
export function shownIn(request: Request) {
    const { version } = request.mime === formType ? bodyOf(request) : {};
    const shown = typeof version === 'string' ? Number(version) : NaN;
    return Number.isSafeInteger(shown) ? [shown] : undefined;
}

/** The versions that were seen: the one of the form, or those of If-Match. */
export const seenIn = (request: Request) => shownIn(request) ?? versionsSeen(request);
