// The confirmation of an action, once, at the edge of the next page. It closes without JavaScript and never automatically.
import { type Html, html } from '../layout.ts';
import { postForm } from '../parts/post-form.ts';
import type { PageContext } from './visit.ts';

export function toast(visit: PageContext): Html | undefined {
    const { flash } = visit;
    if (!flash?.done || flash.message === '') return undefined;
    const undo = flash.undo && {
        ...flash.undo,
        body: html`<button type="submit" class="quiet">Undo</button>`
    };
    return html`<dialog open class="toast" aria-label="What was done">
        <p role="status">${flash.message}</p>${undo && postForm(visit, undo)}
        <form method="dialog"><button type="submit" class="quiet" aria-label="Close this message">×</button></form>
    </dialog>`;
}
