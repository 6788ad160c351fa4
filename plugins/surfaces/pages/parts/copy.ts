// A link to copy: shell.js does it, and without a script its text can be selected.
import { html, type Part } from '../layout.ts';

interface Copied {
    id: string;
    label: string;
    value: string;
    /** For whom it is, and until when. */
    note: Part;
}

export const copyField = ({ id, label, value, note }: Copied) =>
    html`<div class="copy"><label for="${id}">${label}</label>
        <div><input id="${id}" type="url" readonly value="${value}" autocomplete="off" aria-describedby="${id}-note" />${copyButton(id, 'Copy link')}</div>
        <small id="${id}-note">${note}</small></div>`;

/** Copies what the field with this id holds. */
export const copyButton = (id: string, word: string) =>
    html`<button type="button" class="secondary" data-copy="${id}">${word}</button>`;
