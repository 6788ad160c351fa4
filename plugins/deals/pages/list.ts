// The list of deals, each with its reader's next step.
import type { ServerRoute } from '@hapi/hapi';
import { dealsPerCustomer, listDeals, sumsOfCustomer } from '../../../db/sales/deal-list.ts';
import { type DealRow, dealStatuses, isSalesAdmin } from '../../../db/sales/deals.ts';
import type { App } from '../../app.ts';
import { pageOf } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { dealStates } from '../../../words/states/sales.ts';
import { labelsOf } from '../../../words/states/state.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { priceOf } from '../../shared/money.ts';
import { type Address, addressIn } from '../../surfaces/pages/parts/address.ts';
import type { Filter } from '../../surfaces/pages/parts/filters.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { formatTotal } from '../../surfaces/pages/parts/pager.ts';
import type { Column } from '../../surfaces/pages/parts/table.ts';
import { sales, customerPath, listPath, newPath, pathOf } from '../rights.ts';
import { type AskedDeals, dealFilter } from '../routes.ts';
import { nextWord } from './acts.ts';
import { repFilter, repsOf } from './reps.ts';
import { listView } from '../../shared/list-view.ts';

export const listPage = (app: App): ServerRoute =>
    consolePage<AskedDeals>(app, {
        id: 'showDeals',
        path: listPath,
        description: 'Shows the deals.',
        scope: sales,
        navigation: { word: 'Deals' },
        query: dealFilter,
        show: showList
    });

async function showList(
    { page, per_page, rep_id: repId, customer, ...filter }: AskedDeals,
    visit: PageContext
): Promise<View> {
    const { app, actor, request } = visit;
    const { read } = app.store;
    const search = { seller: actor, repId, customer, ...filter, ...pageOf({ page, per_page }) };
    const found = await listDeals(read, search);
    const counts = await dealsPerCustomer(
        read,
        actor,
        found.items.map(({ id }) => id)
    );
    const sums = customer && (await sumsOfCustomer(read, search));
    const price = await priceOf(app);
    const repOf = isSalesAdmin(actor) ? await repsOf(read, found.items) : undefined;
    const clock = clockOf(app);
    const columns: Column<DealRow>[] = [
        { title: 'Customer', cell: ({ customerName }) => customerName, sort: 'customer' },
        { title: 'No.', cell: ({ id }) => id, number: true, minor: true },
        ...(found.items.some((deal) => theirs(deal, counts))
            ? [{ title: 'Same customer', cell: (deal: DealRow) => theirs(deal, counts), minor: true }]
            : []),
        { title: 'State', cell: ({ status }) => stateBadge(dealStates[status]) },
        { title: 'Next', cell: (deal) => nextWord(actor, deal) },
        { title: 'Price', cell: ({ revenue }) => price(revenue), number: true, sort: 'revenue', minor: true },
        ...(repOf ? [{ title: 'Rep', cell: ({ repId }: DealRow) => repOf(repId), minor: true }] : []),
        { title: 'Changed', cell: ({ updatedAt }) => moment(updatedAt, clock), sort: 'changed', minor: true }
    ];
    const list = listView(visit, {
        found,
        asked: { page, per_page },
        choices: [stateFilter, ...(await filtersFor(visit, repId))],
        none: nothing(addressIn(request)),
        caption: 'Deals',
        columns,
        href: ({ id }) => pathOf(id)
    });
    return {
        title: customer ? (found.items[0]?.customerName ?? customer) : 'Deals',
        ...(customer && { crumbs: [{ word: 'Deals', href: listPath }] }),
        actions: html`<a role="button" href="${newPath}">New deal</a>`,
        mark: found.total > 0 && html`<span class="count">${formatTotal(found)}</span>`,
        body: html`${sums && sums.count > 0 && html`<p>${pluralize(sums.count, 'deal')}: ${price(sums.open)} open, ${price(sums.closed)} closed.</p>`}${list}`
    };
}

const stateFilter: Filter = {
    name: 'status',
    label: 'State',
    options: labelsOf(dealStates, dealStatuses)
};

/** A rep sees only their own. */
async function filtersFor({ app, actor }: PageContext, repId: number | undefined): Promise<Filter[]> {
    const text: Filter = { name: 'q', label: 'Find', placeholder: 'Customer or deal number' };
    return isSalesAdmin(actor) ? [await repFilter(app.store.read, repId), text] : [text];
}

function nothing({ query }: Address) {
    if (!['status', 'rep_id', 'q', 'customer', 'page'].some((name) => query[name] !== undefined))
        return {
            says: 'No deals yet. Create one here or from an intake item.',
            action: html`<a href="${newPath}">Create the first deal</a>`
        };
    return {
        says: "No deals match these filters. To find older deals, search by the start of the customer's name or the deal number."
    };
}

/** The way to all deals of a customer who has several. */
export function theirs({ id, customerName }: DealRow, counts: ReadonlyMap<number, number>) {
    const count = counts.get(id) ?? 1;
    return count > 1 && html`<a href="${customerPath(customerName)}">${count} deals</a>`;
}
