// The parts of one thing, each a page of its own.
import { html } from '../layout.ts';

export interface Tab {
    word: string;
    href: string;
    isHere: boolean;
    count?: number | undefined;
}

export function tabs(some: readonly Tab[]) {
    const items = some.map(
        ({ word, href, isHere, count }) =>
            html`<li><a href="${href}" ${isHere && { html: 'aria-current="page"' }}>${word}${count !== undefined && html` <small>${count}</small>`}</a></li>`
    );
    return html`<nav class="tabs" aria-label="Parts"><ul>${items}</ul></nav>`;
}
