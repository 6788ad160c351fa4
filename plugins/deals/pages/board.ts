// The deals by state: the newest of each, and their totals.
import type { BoardColumn } from '../../../db/sales/deal-list.ts';
import type { DealRow } from '../../../db/sales/deals.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { dealStates } from '../../../words/states/sales.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Address, addressWith } from '../../surfaces/pages/parts/address.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { formatTotal } from '../../surfaces/pages/parts/pager.ts';
import { pathOf } from './paths.ts';

interface Shown {
    address: Address;
    price: (cents: number) => string;
    /** For users who see the deals of several reps. */
    repOf: ((repId: number | null) => string) | undefined;
    clock: Clock;
}

export const board = (columns: readonly BoardColumn[], shown: Shown) =>
    html`<div class="board">${columns.map((one) => column(one, shown))}</div>`;

function column(one: BoardColumn, shown: Shown) {
    const { status, items, total, more, revenue } = one;
    const all = addressWith(shown.address, { view: undefined, status });
    const sum = `${more ? 'more than ' : ''}${shown.price(revenue)}`;
    return html`<section><h2>${stateBadge(dealStates[status])} <small>${formatTotal(one)}</small></h2>
        ${total > 0 && html`<p class="sum">${sum}</p><ol>${items.map((deal) => card(deal, shown))}</ol>`}
        ${total > items.length && html`<p><a href="${all}">All ${formatTotal(one)}</a></p>`}</section>`;
}

const card = ({ id, customerName, revenue, repId, updatedAt }: DealRow, { price, repOf, clock }: Shown) =>
    html`<li><a href="${pathOf(id)}">${customerName}</a><span class="price">${price(revenue)}</span>
        <small>${repOf && `${repOf(repId)}, `}${moment(updatedAt, clock)}</small></li>`;
