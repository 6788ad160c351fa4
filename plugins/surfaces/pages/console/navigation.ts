// The navigation: its labels, and the pages behind them. A route declares its own entry.
import type { Server } from '@hapi/hapi';
import { type Capability, holdsAny } from '../../../../db/accounts/capabilities.ts';
import type { Actor } from '../../../../db/accounts/sessions.ts';
import { type Html, html } from '../layout.ts';

/** In their order on the page. */
const words = [
    'Start',
    'Sages',
    'Candidates',
    'Deals',
    'Commissions',
    'Intake',
    'Jobs',
    'Audit',
    'People',
    'Settings'
] as const;

export interface NavigationEntry {
    word: (typeof words)[number];
    /** The text of the tour on this page. */
    tour: string;
}

interface Entry extends NavigationEntry {
    /** The capabilities of its route, of which one lets the user open it; none: any logged-in user. */
    scope?: readonly Capability[];
}

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** The page is in the navigation. */
        navigation?: Entry;
    }
}

/** The pages of a server that this user may open, in the order of their words. */
export function entriesFor(server: Server, { capabilities }: Pick<Actor, 'capabilities'>) {
    return entriesOf(server).filter(({ scope }) => !scope || holdsAny(capabilities, scope));
}

const known = new WeakMap<Server, (Entry & { path: string })[]>();

/** Routes are added before the first request and never after it. */
function entriesOf(server: Server) {
    const before = known.get(server);
    if (before) return before;
    const entries = server.table().flatMap(({ path, settings }) => {
        const entry = settings.app?.navigation;
        return entry ? [{ ...entry, path }] : [];
    });
    const inOrder = entries.toSorted((a, b) => words.indexOf(a.word) - words.indexOf(b.word));
    known.set(server, inOrder);
    return inOrder;
}

/** Marks the entry of `path`: Sages for everything below /sages. */
export function navigation(entries: ReturnType<typeof entriesFor>, path: string): Html {
    const isHere = (entry: string) => path === entry || (entry !== '/' && path.startsWith(`${entry}/`));
    const items = entries.map(
        (entry) =>
            html`<li><a href="${entry.path}" ${isHere(entry.path) && { html: 'aria-current="page"' }}>${entry.word}</a></li>`
    );
    return html`<nav class="rooms" aria-label="Main"><ul>${items}</ul></nav>`;
}

const paths = new WeakMap<Server, ReadonlySet<string>>();

/** The address of a page, if this server has it: `pageAt(server, '/sages/{id}', { id: 7 })`. */
export function pageAt(server: Server, path: string, params: Readonly<Record<string, string | number>> = {}) {
    const gets = () => server.table().flatMap(({ method, path }) => (method === 'get' ? [path] : []));
    const there = paths.get(server) ?? new Set(gets());
    paths.set(server, there);
    if (!there.has(path)) return undefined;
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
