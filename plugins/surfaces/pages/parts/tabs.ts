// The parts of one thing, each a page of its own.
import { html } from '../layout.ts';

export interface Tab {
    word: string;
    href: string;
    isHere: boolean;
}

export function tabs(some: readonly Tab[]) {
    const items = some.map(
        ({ word, href, isHere }) =>
            html`<li><a href="${href}" ${isHere && { html: 'aria-current="page"' }}>${word}</a></li>`
    );
    return html`<nav class="tabs" aria-label="Parts"><ul>${items}</ul></nav>`;
}
