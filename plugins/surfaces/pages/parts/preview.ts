// How html that somebody wrote will look. It was sanitised when it was stored, and htmx is kept out of it once more.
import { type Html, html } from '../layout.ts';

export const preview = (sanitised: string): Html =>
    html`<div class="preview" hx-disable data-hx-disable>${{ html: sanitised }}</div>`;
