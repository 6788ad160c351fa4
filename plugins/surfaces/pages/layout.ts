// Pages: html through an escaping tag, one layout, no inline script or style.
import { entities } from '../../../words/entities.ts';

/** Text that is html already. */
export interface Html {
    readonly html: string;
}
export type Part = string | number | Html | readonly Part[] | undefined | false;

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
    ...entities,
    '\0': '' // no page may hold it: a browser would send another character back
};
const escape = (text: string) =>
    text.length > long
        ? escapedLong(text)
        : text.replace(/[&<>"'\0]/g, (character) => escapes[character] ?? '');

const long = 32 * 1024;
const escapedBytes = Array.from({ length: 256 }, (_, code) => {
    const escaped = escapes[String.fromCharCode(code)];
    return escaped === undefined ? undefined : Buffer.from(escaped);
});

/** The same in a tenth of the time, where a form of a megabyte holds nothing else. */
function escapedLong(text: string) {
    if (!/[&<>"'\0]/.test(text)) return text;
    const bytes = Buffer.from(text);
    const made = Buffer.allocUnsafe(6 * bytes.length);
    let end = 0;
    for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] ?? 0;
        const escaped = escapedBytes[byte];
        if (!escaped) made[end++] = byte;
        else for (let n = 0; n < escaped.length; n += 1) made[end++] = escaped[n] ?? 0;
    }
    return made.toString('utf8', 0, end);
}

interface Document {
    title: string;
    body: Html;
    /** The class of the body. */
    look: string;
    /** For people who were invited, not for staff: it names no product and leads nowhere else. */
    outside?: boolean;
    /** The language of its words; English by default. */
    language?: string | undefined;
    /** Files of public/; every page works without them. */
    scripts?: readonly string[];
    styles?: readonly string[];
    /** The reader's choice in this browser; undefined leaves it to the browser. */
    theme?: Theme | undefined;
    head?: Part;
}

export interface Page extends Omit<Document, 'look' | 'head'> {
    /** Who asks those from outside. */
    sender?: Html | undefined;
    /** The end of the header. */
    corner?: Html | undefined;
}

type Theme = 'light' | 'dark';

/** A page of a single purpose as text: one column in the middle. Pages for logged-in users are a consolePage. */
export function page({ body, sender, corner, ...view }: Page) {
    const head = view.outside ? sender : html`${brand} ${corner}`;
    return documentOf({
        ...view,
        look: view.outside ? 'outside' : 'card',
        body: html`${head && html`<header>${head}</header>`}
            <main>${body}</main>`
    });
}

/** The skeleton of every page: its head, and any body. */
export function documentOf({ title, body, look, outside = false, scripts = [], ...more }: Document) {
    const { styles = [], language = 'en', theme, head } = more;
    return html`<!doctype html>
        <html lang="${language}" ${theme && html`data-theme="${theme}"`}>
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <title>${title}${outside ? '' : ' · Sage Council'}</title>
                <link rel="icon" href="/public/icon.svg" type="image/svg+xml" />
                <link rel="stylesheet" href="/public/vendor/pico.classless.css" />
                ${['styles/tokens.css', 'styles/base.css', 'styles/parts.css', ...styles].map((file) => html`<link rel="stylesheet" href="/public/${file}" />`)}
                ${head}
                ${scripts.map((file) => html`<script type="module" src="/public/${file}"></script>`)}
            </head>
            <body class="${look}">${body}</body>
        </html> `.html;
}

const brand = html`<a href="/"><img src="/public/icon.svg" alt="" width="20" height="20" /> <strong>Sage Council</strong></a>`;

/** The corner of a public page. */
export const wayIn = (isLoggedIn: boolean) =>
    isLoggedIn ? html`<a href="/profile">Your profile</a>` : html`<a href="/login">Sign in</a>`;

interface ErrorPage {
    /** The next step, where it is not the start page. */
    next?: Html;
    theme?: Theme | undefined;
}

const errorTitles: Readonly<Record<number, string>> = { 403: 'No access', 404: 'Page not found' };

export const errorTitle = (status: number) => errorTitles[status] ?? 'Something went wrong';

/** Shows what went wrong and what to do next. */
export function errorPage(status: number, message: string, { next = toStart, theme }: ErrorPage = {}) {
    const title = errorTitle(status);
    return page({
        title,
        theme,
        body: html`<h1>${title}</h1>
            <p>${message}</p>
            <p>${next}</p>`
    });
}

const toStart = html`<a href="/">Go to the start page</a>`;

/** For a reader who followed an invalid link of an email. */
export const afterDeadLink = html`Links work once and for a limited time. You can request a new one in
    <a href="/profile">your profile</a>, or <a href="/reset-password">for a forgotten password</a>.`;
