// The customer's enquiry of a deal that was created from an intake item: shown next to the deal, also while editing it.
import type { DealRow } from '../../../db/sales/deals.ts';
import { itemOfDeal } from '../../../db/sales/intake.ts';
import { pageAt } from '../../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';

export async function enquiry({ app, request }: PageContext, { id }: DealRow): Promise<Html | undefined> {
    const item = await itemOfDeal(app.store.read, id);
    if (!item) return undefined;
    const href = pageAt(request.server, '/intake/{id}', { id: item.id });
    return html`<section><h2>Message</h2>
        <p>From the intake: ${href === undefined ? item.title : html`<a href="${href}">${item.title}</a>`}</p>
        ${item.message !== '' && html`<p class="answer box">${item.message}</p>`}</section>`;
}
