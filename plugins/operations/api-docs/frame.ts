// The frame of the API documentation: that of the console, with the surfaces in the place of its navigation.
import type { Request } from '@hapi/hapi';
import { roomsOf } from '../../surfaces/pages/console/navigation.ts';
import { themeOf } from '../../surfaces/pages/console/theme.ts';
import { documentOf, type Html, html, wayIn } from '../../surfaces/pages/layout.ts';
import type { Surface } from './reference.ts';
import type { aboutSurfaces } from './surfaces.ts';

interface Shown {
    title: string;
    /** The surface that is marked in the navigation. */
    surface?: Surface;
    /** The page above this one. */
    crumb?: Html;
    /** What was searched for. */
    q: string;
    body: Html;
    about: ReturnType<typeof aboutSurfaces>;
    isLoggedIn: boolean;
}

export function docsPage(request: Request, { title, surface, crumb, q, body, about, isLoggedIn }: Shown) {
    return documentOf({
        title,
        look: 'console',
        theme: themeOf(request),
        styles: ['look/shell.css'],
        scripts: ['shell.js'],
        body: html`<a class="skip" href="#main">Skip to the content</a>
            ${roomsOf('Surfaces', html`${search(q)}${navigation(about, surface)}<p>${wayIn(isLoggedIn)}</p>`)}
            <main id="main">${crumb && breadcrumbs(crumb, title)}<div class="title"><h1>${title}</h1></div>${body}</main>`
    });
}

const search = (q: string) => html`<form role="search" method="get" action="/docs">
    <input type="search" name="q" value="${q}" maxlength="200" aria-label="Search the API" placeholder="Search the API"
        aria-keyshortcuts="/" autocomplete="off" /></form>`;

function navigation(about: Shown['about'], here: Surface | undefined) {
    const items = Object.entries(about).map(
        ([surface, { title }]) =>
            html`<li><a href="/docs#${surface}" ${surface === here && { html: 'aria-current="true"' }}>${title}</a></li>`
    );
    return html`<ul>
        <li><a href="/docs" ${here === undefined && { html: 'aria-current="page"' }}>API</a></li>${items}</ul>`;
}

const breadcrumbs = (crumb: Html, title: string) => html`<nav class="crumbs" aria-label="Breadcrumbs"><ol>
    <li><a href="/docs">API</a></li><li>${crumb}</li><li aria-current="page">${title}</li></ol></nav>`;
