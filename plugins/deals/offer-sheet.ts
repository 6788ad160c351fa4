// What an offer comes to, for its customer and in the console.
import { type ShownOffer, totalOf } from '../../db/sales/acceptances.ts';
import { decimalOf, fromCents } from '../../db/sales/commissions.ts';
import { linesOf, netOf, sumsOf } from '../../db/sales/deal-lines.ts';
import { currencyOf } from '../../db/installation/installation.ts';
import { historyOf } from '../../db/sales/deal-history.ts';
import type { DealLine, DealRow } from '../../db/sales/deals.ts';
import { settingsOf } from '../../db/record/settings.ts';
import type { Reader } from '../../db/store/index.ts';
import type { Words } from '../../words/index.ts';
import type { App } from '../app.ts';
import { calendarDay } from '../surfaces/pages/dates.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';

/** The offer of a deal as it is now. */
export async function shownOffer({ config, zone, now }: App, on: Reader, deal: DealRow): Promise<ShownOffer> {
    const lines = await linesOf(on, deal.id);
    const { organisation } = await settingsOf({ config, store: { read: on } });
    const sentAt = (await historyOf(on, deal.id)).findLast(({ move }) => move === 'send')?.at ?? now();
    return {
        organisation: organisation.name ?? '',
        customer: deal.customerName,
        contact: deal.contactName,
        date: calendarDay(zone.name(), sentAt),
        scope: deal.scope,
        price: decimalOf(deal.revenue),
        currency: (await currencyOf(on, config.currency)) ?? '',
        validUntil: deal.validUntil,
        ...(deal.terms !== '' && { terms: deal.terms }),
        ...(lines.length > 0 && offeredLines(lines))
    };
}

function offeredLines(lines: readonly DealLine[]): Pick<ShownOffer, 'lines' | 'taxes' | 'total'> {
    const { taxes, total } = sumsOf(lines);
    return {
        lines: lines.map((line) => ({
            text: line.text,
            quantity: fromCents(line.quantity),
            unitPrice: decimalOf(line.unitPrice),
            discount: fromCents(line.discount),
            tax: fromCents(line.tax),
            net: decimalOf(netOf(line))
        })),
        taxes: taxes.map(({ rate, amount }) => ({ rate: fromCents(rate), amount: decimalOf(amount) })),
        total: decimalOf(total)
    };
}

/** The offer as its customer reads it; in the console it follows other headings. */
export function offerSheet(offer: ShownOffer, words: Words, inConsole = false): Html {
    const title = words.say('offer.heading', { customer: offer.customer });
    return html`<article class="offer">${offeredBy(offer, words)}
        ${inConsole ? html`<h3>${title}</h3>` : html`<h1>${title}</h1>`}
        <p>${words.say('offer.greeting', { name: offer.contact })}</p>
        ${terms(offer, words, inConsole)}</article>`;
}

/** What the customer accepts. */
export const offerTerms = (offer: ShownOffer, words: Words): Html =>
    html`${offeredBy(offer, words)}${terms(offer, words)}`;

const offeredBy = ({ organisation }: ShownOffer, { say }: Words) =>
    organisation !== '' && html`<p class="from">${say('offer.from')} <strong>${organisation}</strong></p>`;

function terms(offer: ShownOffer, words: Words, inConsole = false): Html {
    const { customer, contact, date, scope, terms: text = '', validUntil, currency } = offer;
    const { lines = [], taxes = [] } = offer;
    const { say, day, price } = words;
    const heading = (title: string) => (inConsole ? html`<h4>${title}</h4>` : html`<h2>${title}</h2>`);
    return html`${scope !== '' && html`${heading(say('offer.scope'))}<p class="scope">${scope}</p>`}
        ${lines.length > 0 && lineTable(offer, words)}
        <dl class="summary sums">
            <div><dt>${say('offer.customer')}</dt><dd>${customer}<br />${contact}</dd></div>
            <div><dt>${say('offer.date')}</dt><dd>${day(Date.parse(date), 'UTC')}</dd></div>
            ${validUntil !== null && html`<div><dt>${say('offer.valid-until')}</dt><dd>${day(Date.parse(validUntil), 'UTC')}</dd></div>`}
            ${taxes.length > 0 && html`<div><dt>${say('offer.net')}</dt><dd>${price(offer.price, currency)}</dd></div>`}
            ${taxes.map(({ rate, amount }) => html`<div><dt>${say('offer.tax', { rate })}</dt><dd>${price(amount, currency)}</dd></div>`)}
            <div class="total"><dt>${say(taxes.length > 0 ? 'offer.total' : 'offer.price')}</dt><dd class="amount">${price(totalOf(offer), currency)}</dd></div></dl>
        ${text !== '' && html`${heading(say('offer.terms'))}<p class="scope">${text}</p>`}`;
}

function lineTable({ lines = [], currency }: ShownOffer, words: Words) {
    const { say, price } = words;
    return html`<table class="lines"><thead><tr><th scope="col">${say('offer.line')}</th><th scope="col" class="number">${say('offer.net')}</th></tr></thead>
        <tbody>${lines.map(
            (
                line
            ) => html`<tr><td>${line.text}<br /><small>${say('offer.line.says', { ...line, price: price(line.unitPrice, currency) })}</small></td>
                <td class="number">${price(line.net, currency)}</td></tr>`
        )}</tbody></table>`;
}
