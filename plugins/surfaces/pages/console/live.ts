// Parts of a page that poll while something is running. Without JavaScript the page reloads.
import { type Html, html } from '../layout.ts';

/** A part of a page with an id, which is sent alone when the browser asks for it alone. */
export interface Live {
    id: string;
    isRunning: boolean;
    /** It follows the user's input, and the page must not reload while they type. */
    isTyped?: true;
    html: Html;
    /** What is sent with it when it is sent alone. */
    also?: Html;
}

interface Part {
    /** Of its element; no other on the page has it. */
    id: string;
    /** The address of the page that contains it. */
    path: string;
    /** Whether there is anything to wait for; otherwise it is as still as the rest of the page. */
    isRunning: boolean;
    /** Seconds. */
    every?: number;
    body: Html;
}

/** Its html belongs in the body of the view, and itself in `live`. */
export function live({ id, path, isRunning, every = 3, body }: Part): Live {
    const again = html`data-hx-get="${path}" data-hx-trigger="every ${every}s" data-hx-swap="outerHTML"`;
    return { id, isRunning, html: html`<div id="${id}" ${isRunning && again}>${body}</div>` };
}

interface Typed extends Pick<Part, 'id' | 'path' | 'body'> {
    /** The id of the form, which is posted to `path` as it is. */
    form: string;
    /** The contents of `span`s elsewhere on the page that follow too, by their ids. */
    spans?: readonly (readonly [id: string, body: Part['body']])[];
}

/** A part that follows what is typed into a form. Without JavaScript it shows what was last sent. */
export function liveWhileTyping({ id, path, form, body, spans = [] }: Typed): Live {
    const again = html`data-hx-post="${path}" data-hx-include="#${form}" data-hx-swap="outerHTML"
        data-hx-trigger="input delay:600ms from:#${form}" data-hx-sync="this:replace"`;
    const also = html`${spans.map(([name, text]) => html`<span id="${name}" data-hx-swap-oob="true">${text}</span>`)}`;
    return { id, isRunning: true, isTyped: true, html: html`<div id="${id}" ${again}>${body}</div>`, also };
}

/** No evaluation of text, no styles set by a script, no scripts in responses, no page cached in the browser. */
const htmxConfig = JSON.stringify({
    allowEval: false,
    allowScriptTags: false,
    includeIndicatorStyles: false,
    selfRequestsOnly: true,
    historyEnabled: false,
    historyCacheSize: 0
});

const reload = html`<noscript><meta http-equiv="refresh" content="10" /></noscript>`;

/** What the head of a page with such parts needs. */
export function headOf(parts: readonly Live[]) {
    if (!parts.some(({ isRunning }) => isRunning)) return undefined;
    return html`<meta name="htmx-config" content="${htmxConfig}" />
        ${parts.some((part) => part.isRunning && !part.isTyped) && reload}
        <script src="/public/vendor/htmx.min.js" defer></script>`;
}
