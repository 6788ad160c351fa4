// The frame of every page for logged-in users: header, navigation, breadcrumbs, title, tabs, toast.
import type { Request } from '@hapi/hapi';
import { hidden, problem } from '../form-controls.ts';
import { documentOf, type Html, html, type Part } from '../layout.ts';
import { type Dialog, dialogElement, dialogPage } from '../parts/dialog.ts';
import { icon } from '../parts/icon.ts';
import { type Tab, tabs } from '../parts/tabs.ts';
import { postForm } from '../parts/post-form.ts';
import { textsOf } from '../unkept-form.ts';
import { headOf, type Live } from './live.ts';
import { entriesFor, entryList, roomsOf } from './navigation.ts';
import { themeOf, themeSwitch } from './theme.ts';
import { addressOf, type PageContext } from './visit.ts';

/** What a page shows inside the frame. */
export interface View {
    /** The title of the page and its only h1. */
    title: string;
    /** Shown next to the title: a badge. */
    mark?: Part;
    /** Links and buttons of the page, at the end of the line of the title. */
    actions?: Part;
    /** The pages above this one, the topmost first. */
    crumbs?: readonly Crumb[];
    tabs?: readonly Tab[];
    body: Html;
    /** The dialogs that the page's buttons open. */
    dialogs?: readonly Dialog[];
    live?: readonly Live[];
    /** In place of the message of a refused form that led here: with words of its own, linked to the field. */
    problem?: Part;
    /** Files of public/. */
    scripts?: readonly string[];
    styles?: readonly string[];
    /** One column of a readable width, for text and forms. */
    narrow?: boolean;
    /** Work that fills the screen: this bar is in place of the rooms. */
    bar?: Html | undefined;
    /** Of the page in answer to a form, where it is not that of the form's route. */
    address?: string;
    /** A policy that is wider than ours. */
    policy?: string | undefined;
}

interface Crumb {
    word: string;
    href: string;
}

/** The whole page as text. `?ask=` names a dialog, which is then all that the page shows. */
export function framed(view: View, visit: PageContext, banner?: Html) {
    const { request } = visit;
    const asked = view.dialogs?.find(({ id }) => id === request.query['ask']);
    const { live = [], scripts = [], styles = [], dialogs = [], narrow = false, bar } = view;
    return documentOf({
        title: view.title,
        look: bar ? 'console focus' : 'console',
        theme: themeOf(request),
        styles: ['styles/shell.css', ...styles],
        scripts: ['shell.js', ...scripts],
        head: html`${headOf(live)}${view.address && html`<link rel="canonical" href="${view.address}" />`}`,
        body: html`<a class="skip" href="#main">Skip to the content</a>
            ${bar ? html`<header class="bar">${bar}</header>` : roomsOf('Main', rooms(visit))}
            <main id="main" ${(narrow || asked !== undefined) && { html: 'class="narrow"' }}>
                ${!asked && !bar && banner} ${asked ? question(asked, view, visit) : content(view, visit)}</main>
            ${!asked && dialogs.map(dialogElement)}
            ${toast(visit)}`
    });
}

/** Where it was refused because the page had changed, the page as it is now is below it. */
function question(asked: Dialog, view: View, visit: PageContext) {
    const isChanged = visit.flash?.code === 'version_conflict';
    return html`${problemOf(view, visit)} ${dialogPage(asked)} ${isChanged && view.body}`;
}

function problemOf({ problem: own }: Pick<View, 'problem'>, { flash }: PageContext) {
    return own ?? (flash && !flash.done ? problem(flash.message, '') : undefined);
}

/** What was typed into a question that the page asks no more. */
const unasked = ({ request, flash }: PageContext) =>
    request.query['ask'] !== undefined && flash && !flash.done && textsOf(flash.typed);

function content({ title, mark, actions, crumbs = [], tabs: some = [], ...view }: View, visit: PageContext) {
    return html`${crumbs.length > 0 && breadcrumbs(crumbs, title)}
        <div class="title"><h1>${title}</h1>${mark}${actions && html`<div class="acts">${actions}</div>`}</div>
        ${some.length > 0 && tabs(some)} ${problemOf(view, visit)} ${unasked(visit)} ${view.body}`;
}

function breadcrumbs(crumbs: readonly Crumb[], title: string) {
    const items = crumbs.map(({ word, href }) => html`<li><a href="${href}">${word}</a></li>`);
    return html`<nav class="crumbs" aria-label="Breadcrumbs"><ol>${items}
        <li aria-current="page">${title}</li></ol></nav>`;
}

function rooms(visit: PageContext) {
    const { request, actor } = visit;
    return html`${request.server.lookup('showSearch') !== null && searchForm(request)}
        ${entryList(entriesFor(request.server, actor), request.path)}
        ${menu(visit)}`;
}

function searchForm({ path, query }: Request) {
    const typed: unknown = path === '/search' ? query['q'] : '';
    return html`<form role="search" method="get" action="/search">
        <input type="search" name="q" value="${typeof typed === 'string' ? typed : ''}" maxlength="200" aria-label="Search"
            placeholder="Search" aria-keyshortcuts="/" autocomplete="off" /></form>`;
}

function menu({ app, actor, request, nonces }: PageContext) {
    const { displayName, email } = actor;
    return html`<details class="menu me"><summary>${icon('People')}<span class="name">${displayName}</span></summary>
        <div>
            <p><strong>${displayName}</strong><br /><small>${email}</small></p>
            <a href="/profile">Your profile</a>
            ${request.server.lookup('showDocs') !== null && html`<a href="/docs">API documentation</a>`}
            ${themeSwitch(themeOf(request) ?? 'auto', addressOf(request))}
            <form method="post" action="${app.config.paths.rest}/logout">
                ${hidden({ nonce: nonces['svc_rest'] ?? '' })}<button type="submit" >Sign out</button></form>
            <p><small>Version ${app.config.program.version}</small></p>
        </div></details>`;
}

/** The confirmation of an action, once, at the edge of the next page. It closes without JavaScript and never automatically. */
function toast(visit: PageContext): Html | undefined {
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
