// A preview of user-written html: sanitised again although it was sanitised when stored, and without htmx.
import { type Html, html } from '../layout.ts';
import { harmless } from './harmless.ts';

export const preview = (written: string): Html =>
    html`<div class="preview" hx-disable data-hx-disable>${{ html: harmless(written) }}</div>`;
