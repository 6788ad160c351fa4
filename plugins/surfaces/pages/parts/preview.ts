// How html that somebody wrote will look: sanitised, whoever stored it, and htmx is kept out of it once more.
import { type Html, html } from '../layout.ts';
import { harmless } from './harmless.ts';

export const preview = (written: string): Html =>
    html`<div class="preview" hx-disable data-hx-disable>${{ html: harmless(written) }}</div>`;
