// The offer as a sheet: seller, customer, content, date and price. It never shows a commission.
import { settingsOf } from '../../db/record/settings.ts';
import type { historyOf } from '../../db/sales/deal-history.ts';
import type { DealRow } from '../../db/sales/deals.ts';
import type { Words } from '../../words/index.ts';
import type { App } from '../app.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import { priceOf } from '../shared/money.ts';
import { senderOf } from '../surfaces/public-pages/sender.ts';

interface Sheet {
    history: readonly Pick<Awaited<ReturnType<typeof historyOf>>[number], 'move' | 'at'>[];
    words: Words;
    /** In the console the sheet follows other headings, and shows the sender at the top. */
    inConsole?: boolean;
}

export async function offerSheet(
    app: App,
    deal: DealRow,
    { history, words, inConsole = false }: Sheet
): Promise<Html> {
    const sender = inConsole && senderOf(app.config, await settingsOf(app));
    const title = words.say('offer.heading', { customer: deal.customerName });
    return html`<article class="offer">${sender && html`<p class="sender">${sender}</p>`}
        ${inConsole ? html`<h3>${title}</h3>` : html`<h1>${title}</h1>`}
        <p>${words.say('offer.greeting', { name: deal.contactName })}</p>
        ${await offerTerms(app, deal, { history, words, inConsole })}</article>`;
}

/** What the offer comes to: before the reply, and after it. */
export async function offerTerms(
    app: App,
    deal: DealRow,
    { history, words, inConsole = false }: Sheet
): Promise<Html> {
    const { timeZone } = app.config;
    const sentAt = history.findLast(({ move }) => move === 'send')?.at ?? app.now();
    const { customerName, revenue, scope, validUntil } = deal;
    const { say, day, language } = words;
    const price = await priceOf(app, language);
    const heading = inConsole ? html`<h4>${say('offer.scope')}</h4>` : html`<h2>${say('offer.scope')}</h2>`;
    return html`${scope !== '' && html`${heading}<p class="scope">${scope}</p>`}
        <dl class="summary sums"><div><dt>${say('offer.customer')}</dt><dd>${customerName}</dd></div>
            <div><dt>${say('offer.date')}</dt><dd>${day(sentAt, timeZone)}</dd></div>
            ${validUntil !== null && html`<div><dt>${say('offer.valid-until')}</dt><dd>${day(Date.parse(validUntil), 'UTC')}</dd></div>`}
            <div class="total"><dt>${say('offer.price')}</dt><dd class="amount">${price(revenue)}</dd></div></dl>`;
}
