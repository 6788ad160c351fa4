// A list as a table: each row is opened by the link in its first column, by mouse anywhere on the row, by Enter on the link.
import type { Form } from '../../http/bodies/typed.ts';
import { type Html, html, type Part } from '../layout.ts';
import { type Address, addressWith } from './address.ts';

export interface Column<Row> {
    title: string;
    cell: (row: Row) => Part;
    /** Numbers and amounts, in columns of digits, at the end of the cell. */
    number?: boolean;
    /** The value of `sort` that orders by this column, where the list can be ordered by it; `-` before it turns the order. */
    sort?: string;
    /** Left out on a narrow screen, where a row has no room for everything. */
    minor?: boolean;
}

export interface Picking<Row> {
    /** Of the link that selects all: a box that does needs a script. */
    address: Address;
    isAll: boolean;
    /** What was selected in a form that was refused. */
    form: Form;
    /** The name of the field of a row, and what it selects in words. */
    boxOf: (row: Row) => { name: string; label: string };
}

interface Table<Row> {
    /** The content of the table, for readers who do not see its place. */
    caption: string;
    columns: readonly Column<Row>[];
    rows: readonly Row[];
    /** The page of a row; without it rows do not open. */
    href?: (row: Row) => string | undefined;
    /** Where the form around the table can select rows. */
    pick?: Picking<Row> | undefined;
    address?: Address;
    /** The value of `sort` that holds where the address names none. */
    sorted?: string;
}

export function table<Row>(view: Table<Row>): Html {
    const { caption, columns, rows, href, pick, address, sorted } = view;
    const order = address?.query['sort'] ?? sorted;
    const heads = columns.map((column) => head(column, address, order));
    const body = rows.map(
        (row) => html`<tr>${pick && pickBox(pick, row)}${line(row, columns, href?.(row))}</tr>`
    );
    // A table wider than the display must scroll by keyboard too: by its links, or as a focusable region.
    const reach = !href && html`tabindex="0" role="region" aria-label="${caption}"`;
    return html`<div class="list" ${reach}><table><caption>${caption}</caption>
        <thead><tr>${pick && pickHead(pick)}${heads}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function head<Row>(column: Column<Row>, address: Address | undefined, order: string | undefined) {
    const { title, sort } = column;
    const classes = classesOf(column);
    if (sort === undefined || !address) return html`<th scope="col" ${classes}>${title}</th>`;
    const up = order === sort;
    const down = order === `-${sort}`;
    const next = addressWith(address, { sort: up ? `-${sort}` : sort, page: undefined });
    const state = up ? 'ascending' : down ? 'descending' : 'none';
    return html`<th scope="col" aria-sort="${state}" ${classes}><a href="${next}">${title}</a></th>`;
}

function line<Row>(row: Row, columns: readonly Column<Row>[], href: string | undefined) {
    return columns.map((column, place) => {
        const shown = column.cell(row);
        const isLink = place === 0 && href !== undefined;
        return html`<td ${classesOf(column)}>${isLink ? html`<a class="opens" href="${href}">${shown}</a>` : shown}</td>`;
    });
}

const pickHead = ({ address, isAll }: Pick<Picking<never>, 'address' | 'isAll'>) =>
    html`<th class="pick" scope="col"><a href="${addressWith(address, { pick: isAll ? undefined : 'all' })}">${isAll ? 'None' : 'All'}</a></th>`;

function pickBox<Row>({ isAll, form, boxOf }: Picking<Row>, row: Row) {
    const { name, label } = boxOf(row);
    const isOn = isAll || name in form;
    return html`<td class="pick"><input type="checkbox" name="${name}" value="1" aria-label="Select ${label}" ${isOn && { html: 'checked' }} /></td>`;
}

function classesOf<Row>({ number = false, minor = false }: Column<Row>) {
    const names = [...(number ? ['number'] : []), ...(minor ? ['minor'] : [])];
    return names.length > 0 && html`class="${names.join(' ')}"`;
}
