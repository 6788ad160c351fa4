// The way through the pages of a list.
import { html } from '../layout.ts';
import { type Address, addressWith } from './address.ts';

interface Pager {
    address: Address;
    page: number;
    per_page: number;
    /** Rows on this page. */
    shown: number;
    total: number;
    /** Whether there are more than were counted. */
    more?: true | undefined;
}

/** Which rows of how many these are, with links to those before and after. Nothing where one page holds all. */
export function pager({ address, page, per_page, shown, total, more }: Pager) {
    const before = (page - 1) * per_page;
    const isLast = shown < per_page || (!more && before + shown >= total);
    if (page === 1 && isLast) return undefined;
    const range = shown === 0 ? '0' : `${inThousands(before + 1)}–${inThousands(before + shown)}`;
    const to = (number: number) => addressWith(address, { page: number === 1 ? undefined : number });
    return html`<nav class="pager" aria-label="Pages"><p>${range} of ${formatTotal({ total, more })}</p>
        <ul>${page > 1 && html`<li><a rel="prev" href="${to(page - 1)}">Previous</a></li>`}
            ${!isLast && html`<li><a rel="next" href="${to(page + 1)}">Next</a></li>`}</ul></nav>`;
}

const inThousands = (count: number) => count.toLocaleString('en-US');

/** How many there are, in words: `more than 10,000` where counting stopped. */
export const formatTotal = ({ total, more }: Pick<Pager, 'total' | 'more'>) =>
    `${more ? 'more than ' : ''}${inThousands(total)}`;
