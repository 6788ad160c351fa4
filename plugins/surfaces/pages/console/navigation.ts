// The navigation: its labels, and the pages behind them. A route declares its own entry.
import type { Server } from '@hapi/hapi';
import { type Capability, holdsAny } from '../../../../db/accounts/capabilities.ts';
import type { Actor } from '../../../../db/accounts/sessions.ts';
import { oncePer } from '../../http/once.ts';
import { type Html, html } from '../layout.ts';
import { icon } from '../parts/icon.ts';
import type { Tab } from '../parts/tabs.ts';
import type { PageContext } from './visit.ts';

/** Groups of entries, in the order of the page. */
const rooms = {
    '': ['Start'],
    Hiring: ['Candidates', 'Sages'],
    Sales: ['Deals', 'Commissions', 'Intake'],
    Operations: ['Jobs', 'Audit', 'People', 'Settings']
} as const;

const words = Object.values(rooms).flat();

export interface NavigationEntry {
    word: (typeof words)[number];
}

interface Entry extends NavigationEntry {
    /** The capabilities of its route, of which one lets the user open it; none: any logged-in user. */
    scope?: readonly Capability[] | undefined;
}

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** The page is in the navigation. */
        navigation?: Entry | undefined;
    }
}

/** The pages of a server that this user may open, in the order of their words. */
export function entriesFor(server: Server, { capabilities }: Pick<Actor, 'capabilities'>) {
    return entriesOf(server).filter(({ scope }) => !scope || holdsAny(capabilities, scope));
}

/** Routes are added before the first request and never after it. */
const entriesOf = oncePer((server: Server) => {
    const entries = server.table().flatMap(({ path, settings }) => {
        const entry = settings.app?.navigation;
        return entry ? [{ ...entry, path }] : [];
    });
    return entries.toSorted((a, b) => words.indexOf(a.word) - words.indexOf(b.word));
});

/** The column at the left; on a phone it opens over the page, by its address and without a script. */
export const roomsOf = (label: string, body: Html): Html =>
    html`<header class="bar"><a class="menu-button" href="#rooms" aria-label="Open the menu">${icon('menu')}</a>
        <a class="brand" href="/"><img src="/public/icon.svg" alt="" width="20" height="20" /> <strong>Sage Council</strong></a></header>
        <nav class="rooms" id="rooms" aria-label="${label}">
            <a class="close" href="#main" aria-label="Close the menu">${icon('close')}</a>${body}</nav>`;

/** Marks the entry of `path`: Sages for everything below /sages. */
export function entryList(entries: ReturnType<typeof entriesFor>, path: string) {
    const isHere = (entry: string) => path === entry || (entry !== '/' && path.startsWith(`${entry}/`));
    const line = ({ path, word }: (typeof entries)[number]) =>
        html`<li><a href="${path}" ${isHere(path) && { html: 'aria-current="page"' }}>${icon(word)}<span>${word}</span></a></li>`;
    return Object.entries(rooms).map(([group, words]: [string, readonly string[]]) => {
        const lines = entries.filter(({ word }) => words.includes(word)).map(line);
        return (
            lines.length > 0 &&
            html`${group && html`<p id="room-${group}">${group}</p>`}
            <ul ${group && html`aria-labelledby="room-${group}"`}>${lines}</ul>`
        );
    });
}

const pathsOf = oncePer(
    (server: Server) =>
        new Set(server.table().flatMap(({ method, path }) => (method === 'get' ? [path] : [])))
);

/** The address of a page, if this server has it: `pageAt(server, '/sages/{id}', { id: 7 })`. */
export function pageAt(server: Server, path: string, params: Readonly<Record<string, string | number>> = {}) {
    if (!pathsOf(server).has(path)) return undefined;
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** Links to those of these pages that exist. */
export const tabsOf = (
    { request: { server, path } }: PageContext,
    parts: readonly Omit<Tab, 'isHere'>[]
): Tab[] =>
    parts.filter(({ href }) => pageAt(server, href)).map((part) => ({ ...part, isHere: part.href === path }));
