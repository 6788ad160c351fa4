// Parts of a page that fetch themselves again while something is at work. Without JavaScript the page reloads.
import { type Html, html } from '../layout.ts';

/** A part of a page with an id, which is sent alone when the browser asks for it alone. */
export interface Live {
    id: string;
    isRunning: boolean;
    html: Html;
}

interface Part {
    /** Of its element; no other on the page has it. */
    id: string;
    /** The address of the page that it stands on. */
    path: string;
    /** Whether there is anything to wait for; otherwise it is as still as the rest of the page. */
    isRunning: boolean;
    /** Seconds. */
    every?: number;
    body: Html;
}

/** Its html stands in the body of the view, and itself in `live`. */
export function live({ id, path, isRunning, every = 3, body }: Part): Live {
    const again = html`data-hx-get="${path}" data-hx-trigger="every ${every}s" data-hx-swap="outerHTML"`;
    return { id, isRunning, html: html`<div id="${id}" ${isRunning && again}>${body}</div>` };
}

/** No evaluation of text, no styles made by a script, no scripts in what is fetched, no page kept in the browser. */
const htmxConfig = JSON.stringify({
    allowEval: false,
    allowScriptTags: false,
    includeIndicatorStyles: false,
    selfRequestsOnly: true,
    historyEnabled: false,
    historyCacheSize: 0
});

/** What the head of a page with such parts needs. */
export function headOf(parts: readonly Live[]) {
    if (!parts.some(({ isRunning }) => isRunning)) return undefined;
    return html`<meta name="htmx-config" content="${htmxConfig}" />
        <noscript><meta http-equiv="refresh" content="10" /></noscript>
        <script src="/public/vendor/htmx.min.js" defer></script>`;
}
