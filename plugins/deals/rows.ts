// Deals as responses show them: money as numbers with two decimals, times as text.
import Joi from 'joi';
import { type DealMoney, earningsOf, effectiveRate, fromCents } from '../../db/sales/commissions.ts';
import type { Change } from '../../db/sales/deal-history.ts';
import { netOf } from '../../db/sales/deal-lines.ts';
import { type DealLine, type DealRow, dealStatuses } from '../../db/sales/deals.ts';
import { iso } from '../../db/store/time.ts';
import type { EarnedDeal } from '../../db/sales/earned.ts';
import {
    amount,
    anyText,
    maybeId,
    maybeMoment,
    maybeText,
    moment,
    named,
    oneOf,
    several,
    wholeId
} from '../surfaces/http/response-fields.ts';
import { monthOf } from '../surfaces/pages/calendar.ts';
import { humanTime } from '../surfaces/pages/dates.ts';
import { onWire, wireName } from '../shared/wire.ts';

const amountsOf = (deal: DealMoney) => ({
    revenue: fromCents(deal.revenue),
    commission: fromCents(deal.commission),
    earnings: fromCents(earningsOf(deal)),
    eff_rate: effectiveRate(deal)
});

const amounts = {
    revenue: amount,
    commission: amount,
    earnings: amount,
    eff_rate: Joi.number().required().description('Percent, with up to two decimals.')
};

const status = oneOf(...dealStatuses).id('DealStatus');

export const earnedDeal = Joi.object({
    id: wholeId,
    customer_name: anyText,
    contact_name: anyText,
    ...amounts,
    closed_month: Joi.string()
        .allow('')
        .pattern(/^\d{4}-\d\d$/)
        .required(),
    closed_at: anyText.description('A date and time for people to read.'),
    status
});

/** Returns a function that builds a row of the commissions grid or, with times for programs, of the commissions file. */
export function commissionRow(timeZone: string, writeTime: (at: number) => string = humanTime(timeZone)) {
    const month = monthOf(timeZone);
    return (deal: EarnedDeal) => ({
        id: deal.id,
        customer_name: deal.customerName,
        contact_name: deal.contactName,
        ...amountsOf(deal),
        closed_month: deal.closedAt === null ? '' : month(deal.closedAt),
        closed_at: deal.closedAt === null ? '' : writeTime(deal.closedAt),
        status: deal.status
    });
}

export const deal = named('Deal', {
    id: wholeId,
    rep_id: maybeId,
    customer_name: anyText,
    contact_name: anyText,
    contact_email: anyText,
    contact_phone: anyText,
    contact_address: anyText,
    ...amounts,
    margin_deduction: amount,
    referral_fee: amount,
    scope: anyText,
    terms: anyText,
    valid_until: maybeText,
    follow_up_on: maybeText,
    follow_up: anyText,
    status,
    version: wholeId,
    opened_at: maybeMoment.description('When the customer first opened the offer. It changes no version.'),
    closed_at: maybeMoment,
    created_at: moment,
    updated_at: moment
});

export const dealLine = named('DealLine', {
    text: anyText,
    quantity: Joi.number().required(),
    unit_price: amount,
    discount: Joi.number().required().description('In percent.'),
    tax: Joi.number().required().description('In percent.'),
    net: amount
});

/** A line of a deal, with what it comes to. */
export const lineOf = (line: DealLine) => ({
    text: line.text,
    quantity: fromCents(line.quantity),
    unit_price: fromCents(line.unitPrice),
    discount: fromCents(line.discount),
    tax: fromCents(line.tax),
    net: fromCents(netOf(line))
});

/** The data of a response that holds one deal. */
export interface OneDeal {
    deal: ReturnType<typeof dealOf>;
}

export const versionOf = ({ deal }: OneDeal) => deal.version;

/** The texts that a seller enters. */
export const textColumns = [
    'customerName',
    'contactName',
    'contactEmail',
    'contactPhone',
    'contactAddress',
    'scope',
    'terms'
] as const;

/** A deal as its seller sees it. */
export const dealOf = (deal: DealRow) => ({
    ...onWire(deal, 'id', 'repId', ...textColumns, 'validUntil', 'followUpOn', 'followUp'),
    ...onWire(deal, 'status', 'version', 'openedAt', 'closedAt', 'createdAt', 'updatedAt'),
    ...amountsOf(deal),
    margin_deduction: fromCents(deal.marginDeduction),
    referral_fee: fromCents(deal.referralFee)
});

const value = Joi.alternatives(Joi.number(), Joi.string().allow('')).allow(null).required();
const change = named('DealChange', { field: anyText, before: value, after: value });

export const dealMove = Joi.object({
    id: wholeId,
    at: moment,
    by: Joi.string().required(),
    move: Joi.string().required(),
    from: maybeText,
    to: status,
    reason: anyText,
    changes: several(change)
});

/** A move in the history of a deal. */
export const moveOf = <Move extends { at: number; changes: readonly Change[] | null }>({
    at,
    changes,
    ...move
}: Move) => ({ ...move, at: iso(at), changes: (changes ?? []).map(changeOf) });

const sent = (value: Change['before']) => (typeof value === 'number' ? fromCents(value) : value);

const changeOf = ({ field, before, after }: Change) => ({
    field: wireName(field),
    before: sent(before),
    after: sent(after)
});
