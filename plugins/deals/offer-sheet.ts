// What an offer comes to, for its customer and in the console.
import type { ShownOffer } from '../../db/sales/acceptances.ts';
import { decimalOf } from '../../db/sales/commissions.ts';
import { historyOf } from '../../db/sales/deal-history.ts';
import type { DealRow } from '../../db/sales/deals.ts';
import { settingsOf } from '../../db/record/settings.ts';
import type { Reader } from '../../db/store/index.ts';
import type { Words } from '../../words/index.ts';
import type { App } from '../app.ts';
import { currencyIn } from '../shared/money.ts';
import { calendarDay } from '../surfaces/pages/dates.ts';
import { type Html, html, type Part } from '../surfaces/pages/layout.ts';

/** The offer of a deal as it is now. */
export async function shownOffer({ config, zone, now }: App, on: Reader, deal: DealRow): Promise<ShownOffer> {
    const place = { config, store: { read: on } };
    const { organisation } = await settingsOf(place);
    const sentAt = (await historyOf(on, deal.id)).findLast(({ move }) => move === 'send')?.at ?? now();
    return {
        organisation: organisation.name ?? '',
        customer: deal.customerName,
        contact: deal.contactName,
        date: calendarDay(zone.name(), sentAt),
        scope: deal.scope,
        price: decimalOf(deal.revenue),
        currency: (await currencyIn(place)) ?? '',
        validUntil: deal.validUntil
    };
}

/** The offer as its customer reads it; in the console it follows other headings. */
export function offerSheet(offer: ShownOffer, words: Words, sender?: Part): Html {
    const title = words.say('offer.heading', { customer: offer.customer });
    const inConsole = sender !== undefined;
    return html`<article class="offer">${sender && html`<p class="sender">${sender}</p>`}
        ${inConsole ? html`<h3>${title}</h3>` : html`<h1>${title}</h1>`}
        <p>${words.say('offer.greeting', { name: offer.contact })}</p>
        ${offerTerms(offer, words, inConsole)}</article>`;
}

/** What the customer accepts. */
export function offerTerms(offer: ShownOffer, words: Words, inConsole = false): Html {
    const { organisation, customer, contact, date, scope, validUntil, currency } = offer;
    const { say, day, price } = words;
    const heading = inConsole ? html`<h4>${say('offer.scope')}</h4>` : html`<h2>${say('offer.scope')}</h2>`;
    return html`${scope !== '' && html`${heading}<p class="scope">${scope}</p>`}
        <dl class="summary sums">${organisation !== '' && html`<div><dt>${say('offer.from')}</dt><dd>${organisation}</dd></div>`}
            <div><dt>${say('offer.customer')}</dt><dd>${customer}<br />${contact}</dd></div>
            <div><dt>${say('offer.date')}</dt><dd>${day(Date.parse(date), 'UTC')}</dd></div>
            ${validUntil !== null && html`<div><dt>${say('offer.valid-until')}</dt><dd>${day(Date.parse(validUntil), 'UTC')}</dd></div>`}
            <div class="total"><dt>${say('offer.price')}</dt><dd class="amount">${price(offer.price, currency)}</dd></div></dl>`;
}
