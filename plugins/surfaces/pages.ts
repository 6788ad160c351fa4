// Pages: html through an escaping tag, one layout, no inline script or style.

/** Text that is html already. */
export interface Html {
    readonly html: string;
}
type Part = string | number | Html | readonly Part[] | undefined | false;

/** A template whose values are escaped, unless they are Html themselves. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
    return { html: texts.reduce((whole, text, i) => whole + render(parts[i - 1]) + text) };
}

function render(part: Part): string {
    if (part === undefined || part === false) return '';
    if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
    return 'html' in part ? part.html : part.map(render).join('');
}

const escapes: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;'
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** A whole page as text. */
export function page({ title, body }: { title: string; body: Html }) {
    return html`<!doctype html>
        <html lang="en">
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <title>${title} · Sage Council</title>
                <link rel="icon" href="/public/icon.svg" type="image/svg+xml" />
                <link rel="stylesheet" href="/public/vendor/pico.classless.css" />
                <link rel="stylesheet" href="/public/look.css" />
            </head>
            <body>
                <header>
                    <a href="/"><strong>Sage Council</strong></a>
                </header>
                <main>${body}</main>
            </body>
        </html> `.html;
}

interface Field {
    name: string;
    label: string;
    help?: string;
    type?: 'text' | 'email' | 'password';
    autocomplete: string;
    value?: string | undefined;
    error?: string | undefined;
    maxlength?: number;
}

/** A labelled input with its help and its error beside it; a password's value is never shown again. */
export function field({
    name,
    label,
    help,
    type = 'text',
    autocomplete,
    value = '',
    error,
    maxlength = 200
}: Field) {
    const kept = type === 'password' ? '' : value;
    return html`<label for="${name}">${label}</label>
        <input
            id="${name}"
            name="${name}"
            type="${type}"
            autocomplete="${autocomplete}"
            value="${kept}"
            required
            maxlength="${maxlength}"
            aria-describedby="${name}-note"
            ${error ? { html: ' aria-invalid="true"' } : ''}
        />
        <small id="${name}-note">${error ?? help}</small>`;
}

/** What is wrong with a form, at its top, linked to the field. */
export function problem(message: string | undefined, at: string) {
    if (!message) return undefined;
    return html`<p role="alert" class="problem"><a href="#${at}">${message}</a></p>`;
}

export function errorPage(status: number, message: string) {
    const title = status === 404 ? 'This page is not here' : 'That did not work';
    return page({
        title,
        body: html`<h1>${title}</h1>
            <p>${message}</p>
            <p><a href="/">Go to the start page</a></p>`
    });
}
