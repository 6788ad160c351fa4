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
import { type Html, html } from '../surfaces/pages/layout.ts';

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
        validUntil: deal.validUntil,
        ...(deal.terms !== '' && { terms: deal.terms })
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
    const { say, day, price } = words;
    const heading = (title: string) => (inConsole ? html`<h4>${title}</h4>` : html`<h2>${title}</h2>`);
    return html`${scope !== '' && html`${heading(say('offer.scope'))}<p class="scope">${scope}</p>`}
        <dl class="summary sums">
            <div><dt>${say('offer.customer')}</dt><dd>${customer}<br />${contact}</dd></div>
            <div><dt>${say('offer.date')}</dt><dd>${day(Date.parse(date), 'UTC')}</dd></div>
            ${validUntil !== null && html`<div><dt>${say('offer.valid-until')}</dt><dd>${day(Date.parse(validUntil), 'UTC')}</dd></div>`}
            <div class="total"><dt>${say('offer.price')}</dt><dd class="amount">${price(offer.price, currency)}</dd></div></dl>
        ${text !== '' && html`${heading(say('offer.terms'))}<p class="scope">${text}</p>`}`;
}
