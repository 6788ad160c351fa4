// Two texts next to each other, with the differences marked.
import { diffWordsWithSpace } from 'diff';
import { html } from '../../surfaces/pages/layout.ts';

interface Pair {
    label: string;
    before: string;
    after: string;
}

/** What was taken out is marked on the left, what came in on the right. */
export function sideBySide(
    caption: string,
    [left, right]: readonly [before: string, after: string],
    pairs: readonly Pair[]
) {
    return html`<div class="list" tabindex="0" role="region" aria-label="${caption}">
        <table class="changes"><caption>${caption}</caption>
        <thead><tr><th scope="col">Part</th><th scope="col">${left}</th><th scope="col">${right}</th></tr></thead>
        <tbody>${pairs.map(rowOf)}</tbody></table></div>`;
}

function rowOf({ label, before, after }: Pair) {
    const parts = diffWordsWithSpace(before, after);
    const old = parts.filter(({ added }) => !added);
    const one = parts.filter(({ removed }) => !removed);
    return html`<tr><th scope="row">${label}</th>
        <td>${old.map(({ value, removed }) => (removed ? html`<del>${value}</del>` : value))}</td>
        <td>${one.map(({ value, added }) => (added ? html`<ins>${value}</ins>` : value))}</td></tr>`;
}
