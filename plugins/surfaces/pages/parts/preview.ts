// A preview of user-written html: sanitised again although it was sanitised when stored, and without htmx.
import { type Html, html } from '../layout.ts';
import { droppedLinks, harmless } from './harmless.ts';

export const preview = (written: string): Html =>
    html`<div class="preview" hx-disable data-hx-disable>${{ html: harmless(written) }}</div>`;

/** What is not kept of what was typed, by name. */
export function leftOut(written: string) {
    const links = droppedLinks(written);
    return (
        links.length > 0 &&
        html`<p class="problem">Links that are left out, because only https:// and mailto: are kept: ${links.join(', ')}</p>`
    );
}
