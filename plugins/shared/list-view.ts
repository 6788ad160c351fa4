// A list on a page: its filters, its rows or why there are none, and the way to its other pages.
import type { Paging } from '../surfaces/http/fields.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html, type Html } from '../surfaces/pages/layout.ts';
import { addressIn } from '../surfaces/pages/parts/address.ts';
import { emptyState } from '../surfaces/pages/parts/empty.ts';
import { type Filter, filters } from '../surfaces/pages/parts/filters.ts';
import { pager } from '../surfaces/pages/parts/pager.ts';
import { table } from '../surfaces/pages/parts/table.ts';

interface ListView<Row> extends Omit<Parameters<typeof table<Row>>[0], 'rows' | 'address'> {
    found: { items: readonly Row[]; total: number; more?: true | undefined };
    asked: Paging;
    /** None where the filters are elsewhere on the page. */
    choices?: readonly Filter[];
    /** Why there are no rows. */
    none: string | Parameters<typeof emptyState>[0];
    /** The form around the table, where its rows can be selected. */
    around?: (table: Html) => Html;
}

/** The rows that this request asked for, under the filters of its address. */
export function listView<Row>(
    { request }: PageContext,
    { found, asked, choices, none, around = (table) => table, ...view }: ListView<Row>
) {
    const { items } = found;
    const { page, per_page } = asked;
    const address = addressIn(request);
    const empty = emptyState(typeof none === 'string' ? { says: none } : none);
    return html`${choices && filters(address, choices)}
        ${items.length === 0 ? empty : around(table({ ...view, rows: items, address }))}
        ${pager({ ...found, page, per_page, address, shown: items.length })}`;
}
