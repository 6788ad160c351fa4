// The deals, as a list or as a board by state.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { dealBoard, listDeals, type BoardColumn } from '../../../db/sales/deal-list.ts';
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
import { type Address, addressIn, addressWith } from '../../surfaces/pages/parts/address.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { type Filter, filters } from '../../surfaces/pages/parts/filters.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { formatTotal } from '../../surfaces/pages/parts/pager.ts';
import type { Column } from '../../surfaces/pages/parts/table.ts';
import { sales, listPath, newPath, pathOf } from '../rights.ts';
import { type AskedDeals, dealFilter } from '../routes.ts';
import { repFilter, repsOf } from './reps.ts';
import { listView } from '../../shared/list-view.ts';

interface Query extends AskedDeals {
    view?: 'board';
}

export const listPage = (app: App): ServerRoute =>
    consolePage<Query>(app, {
        id: 'showDeals',
        path: listPath,
        description: 'Shows the deals, as a list or by state.',
        scope: sales,
        navigation: { word: 'Deals' },
        query: { ...dealFilter, view: Joi.valid('board') },
        show: (asked, visit) => (asked.view ? showBoard(asked, visit) : showList(asked, visit))
    });

async function showList(
    { page, per_page, rep_id: repId, ...filter }: Query,
    visit: PageContext
): Promise<View> {
    const { app, actor, request } = visit;
    const { read } = app.store;
    const search = { seller: actor, repId, ...filter, ...pageOf({ page, per_page }) };
    const found = await listDeals(read, search);
    const address = addressIn(request);
    const shown = {
        price: await priceOf(app),
        repOf: isSalesAdmin(actor) ? await repsOf(read, found.items) : undefined,
        clock: clockOf(app)
    };
    return {
        ...frameOf(visit, address),
        mark: found.total > 0 && html`<span class="count">${formatTotal(found)}</span>`,
        body: listView(visit, {
            found,
            asked: { page, per_page },
            choices: [stateFilter, ...(await filtersFor(visit, repId))],
            none: nothing(address),
            caption: 'Deals',
            columns: columnsOf(shown),
            href: ({ id }) => pathOf(id)
        })
    };
}

async function showBoard({ rep_id: repId, q }: Query, visit: PageContext): Promise<View> {
    const { app, actor, request } = visit;
    const { read } = app.store;
    const columns = await dealBoard(read, { seller: actor, repId, q, limit: 6 });
    const shown = columns.flatMap(({ items }) => items);
    const address = addressIn(request);
    return {
        ...frameOf(visit, address),
        body: html`${filters(address, await filtersFor(visit, repId))}
            ${
                shown.length === 0
                    ? emptyState(nothing(address))
                    : board(columns, {
                          address,
                          price: await priceOf(app),
                          repOf: isSalesAdmin(actor) ? await repsOf(read, shown) : undefined,
                          clock: clockOf(app)
                      })
            }`
    };
}

const frameOf = ({ request }: PageContext, address: Address) => ({
    title: 'Deals',
    styles: ['deals.css'],
    actions: html`<a role="button" href="${newPath}">New deal</a>`,
    tabs: [
        {
            word: 'List',
            href: addressWith(address, { view: undefined }),
            isHere: request.query['view'] !== 'board'
        },
        {
            word: 'Board',
            href: addressWith(address, {
                view: 'board',
                status: undefined,
                sort: undefined,
                page: undefined
            }),
            isHere: request.query['view'] === 'board'
        }
    ]
});

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
    const isFiltered = ['status', 'rep_id', 'q', 'page'].some((name) => query[name] !== undefined);
    if (!isFiltered)
        return {
            says: 'No deals yet. Create one here or from an intake item.',
            action: html`<a href="${newPath}">Create the first deal</a>`
        };
    return {
        says: "No deals match these filters. To find older deals, search by the start of the customer's name or the deal number."
    };
}

interface Shown {
    price: (cents: number) => string;
    repOf: ((repId: number | null) => string) | undefined;
    clock: Clock;
}

const columnsOf = ({ price, repOf, clock }: Shown): Column<DealRow>[] => [
    { title: 'Customer', cell: ({ customerName }) => customerName, sort: 'customer' },
    { title: 'No.', cell: ({ id }) => id, number: true, minor: true },
    { title: 'State', cell: ({ status }) => stateBadge(dealStates[status]) },
    { title: 'Price', cell: ({ revenue }) => price(revenue), number: true, sort: 'revenue', minor: true },
    ...(repOf ? [{ title: 'Rep', cell: ({ repId }: DealRow) => repOf(repId), minor: true }] : []),
    { title: 'Changed', cell: ({ updatedAt }) => moment(updatedAt, clock), sort: 'changed', minor: true }
];

interface OnBoard {
    address: Address;
    price: (cents: number) => string;
    /** For users who see the deals of several reps. */
    repOf: ((repId: number | null) => string) | undefined;
    clock: Clock;
}

/** The deals by state: the newest of each, and their totals. */
const board = (columns: readonly BoardColumn[], shown: OnBoard) =>
    html`<div class="board">${columns.map((one) => column(one, shown))}</div>`;

function column(one: BoardColumn, shown: OnBoard) {
    const { status, items, total, more, revenue } = one;
    const all = addressWith(shown.address, { view: undefined, status });
    const sum = `${more ? 'more than ' : ''}${shown.price(revenue)}`;
    return html`<section><h2>${stateBadge(dealStates[status])} <small>${formatTotal(one)}</small></h2>
        ${total > 0 && html`<p class="sum">${sum}</p><ol>${items.map((deal) => card(deal, shown))}</ol>`}
        ${total > items.length && html`<p><a href="${all}">All ${formatTotal(one)}</a></p>`}</section>`;
}

const card = ({ id, customerName, revenue, repId, updatedAt }: DealRow, { price, repOf, clock }: OnBoard) =>
    html`<li><a href="${pathOf(id)}">${customerName}</a><span class="price">${price(revenue)}</span>
        <small>${repOf && `${repOf(repId)}, `}${moment(updatedAt, clock)}</small></li>`;
