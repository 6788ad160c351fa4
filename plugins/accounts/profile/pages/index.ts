// The profile: a page for each of its parts, with one thing to do on it.
import type { ServerRoute } from '@hapi/hapi';
import { listWaiting } from '../../../../db/accounts/pending-changes.ts';
import { listSessionsOf } from '../../../../db/accounts/sessions.ts';
import { getUserById, type UserRow } from '../../../../db/accounts/users.ts';
import type { Config } from '../../../../config/index.ts';
import type { App } from '../../../app.ts';
import { policyWith } from '../../../surfaces/http/security-headers.ts';
import { consolePage } from '../../../surfaces/pages/console/page.ts';
import type { View } from '../../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../../surfaces/pages/console/visit.ts';
import { hidden, problem } from '../../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../../surfaces/pages/form-posts.ts';
import { html, type Part, type Html } from '../../../surfaces/pages/layout.ts';
import { dateIn } from '../../../surfaces/pages/dates.ts';
import { avatarUrl, gravatarHost, isGravatar } from '../avatar.ts';
import { aboutForm, emailForm, type Form, passwordForm, pictureForm, words, wordsByCode } from './forms.ts';
import { profileTabs, type Tab, tabs } from './tabs.ts';

export const profilePages = (app: App): ServerRoute[] =>
    tabs.map((tab) =>
        consolePage(app, {
            id: tab.id,
            path: tab.path,
            description: tab.description,
            show: async (_, visit) => {
                const user = await getUserById(app.store.read, visit.actor.id);
                return profileView(visit, { tab, user, body: await parts[tab.name](visit, user) });
            }
        })
    );

/** The sections of each page. */
const parts: Record<Tab['name'], (visit: PageContext, user: UserRow) => Part | Promise<Part>> = {
    about: (visit, user) => aboutForm(formOf(visit, user)),
    picture: (visit, user) => pictureForm(formOf(visit, user)),
    email: async (visit, user) => [await waitingOf(visit, user, 'email'), emailForm(formOf(visit, user))],
    password: async (visit, user) => [
        await waitingOf(visit, user, 'password'),
        passwordForm(formOf(visit, user))
    ],
    sessions: async (visit) => {
        const { store, now, config } = visit.app;
        const open = await listSessionsOf(store.read, visit.actor, now());
        return sessionList(open, visit.nonces['svc_rest'] ?? '', config);
    }
};

interface Shown {
    tab: Tab;
    user: UserRow;
    body: Part;
}

function profileView({ app, flash }: PageContext, { tab, user, body }: Shown): View {
    const wrong = fieldErrorsIn(flash, words, wordsByCode);
    return {
        title: 'Your profile',
        narrow: true,
        tabs: profileTabs(tab),
        problem: problem(wrong?.message, anchorOf(wrong?.field)),
        body: html`${body}`,
        policy: isGravatar(user, app.config) ? policyWith({ 'img-src': gravatarHost }) : undefined
    };
}

function formOf({ app: { config }, flash, nonces }: PageContext, user: UserRow): Form {
    const wrong = fieldErrorsIn(flash, words, wordsByCode);
    // Several people may share a browser: a user must not see the values that another one has typed.
    const typed = flash?.typed['user_id'] === String(user.id) ? flash.typed : {};
    const nonce = nonces['svc_frontend_nonce'] ?? '';
    const start = html`<form method="post" action="${config.paths.ajax}?action=svc_update_profile" enctype="multipart/form-data">
        ${hidden({ action: 'svc_update_profile', nonce, user_id: user.id })}`;
    return { user, typed, wrong, start, avatarUrl: avatarUrl(user, config), gravatar: config.gravatar };
}

/** The visible field that the problem links to; an empty text for a hidden one. */
const anchorOf = (field = '') => (field in words || field.startsWith('password') ? field : '');

/** The pending changes of this kind, whose link was not followed yet. */
async function waitingOf({ app: { store, config, now }, actor }: PageContext, user: UserRow, kind: string) {
    const waiting = await listWaiting(store.read, actor.id, now());
    return waiting
        .filter((change) => change.kind === kind)
        .map((change) => waitingNotice(change, user, config.timeZone));
}

type Session = Awaited<ReturnType<typeof listSessionsOf>>[number];

/** Where a user is logged in, and the way out of each. */
const sessionList = (sessions: readonly Session[], nonce: string, config: Config) =>
    html`<p>Devices where you are signed in. Sign out any you do not recognise.</p>
        <ul class="rows">${sessions.map((session) => sessionRow(session, nonce, config))}</ul>`;

function sessionRow({ id, agent, createdAt, isCurrent }: Session, nonce: string, config: Config): Html {
    const name = deviceName(agent);
    const end = html`<form method="post" action="${config.paths.rest}/sessions/${id}/revoke">
        ${hidden({ nonce })}<button type="submit" class="quiet" aria-label="Sign out ${name}">Sign out</button></form>`;
    return html`<li>
        <p><strong>${name}</strong> ${isCurrent && html`<span class="badge">this browser</span>`}<br />
            <small>since ${dateIn(config.timeZone, createdAt)}</small></p>
        ${!isCurrent && end}
    </li>`;
}

const programs: [sign: RegExp, name: string][] = [
    [/\bEdgA?\//, 'Edge'],
    [/\bOPR\//, 'Opera'],
    [/\bSamsungBrowser\//, 'Samsung Internet'],
    [/\b(Firefox|FxiOS)\//, 'Firefox'],
    [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
    [/\bSafari\//, 'Safari']
];

const systems: [sign: RegExp, name: string][] = [
    [/\biPhone\b/, 'an iPhone'],
    [/\biPad\b/, 'an iPad'],
    [/\bAndroid\b/, 'Android'],
    [/\bWindows\b/, 'Windows'],
    [/\bMac OS X\b/, 'a Mac'],
    [/\bLinux\b/, 'Linux']
];

/** The browser and its system, or the start of the User-Agent of an unknown program. */
export function deviceName(agent: string) {
    const named = (list: typeof programs) => list.find(([sign]) => sign.test(agent))?.[1];
    const program = named(programs) ?? (agent.slice(0, 40).trim() || 'An unknown program');
    const system = named(systems);
    return system ? `${program} on ${system}` : program;
}

type Waiting = Awaited<ReturnType<typeof listWaiting>>[number];

/** A pending change of address or password, whose emailed link was not followed yet. */
function waitingNotice({ kind, newEmail, expiresAt }: Waiting, { email }: UserRow, timeZone: string) {
    const until = dateIn(timeZone, expiresAt);
    const text =
        kind === 'email'
            ? html`Confirm your new email address <strong>${newEmail ?? ''}</strong> with the link we sent to it, by ${until}.
                Until then we use <strong>${email}</strong>.`
            : html`Confirm your new password with the link we sent to <strong>${email}</strong>, by ${until}.
                Until then your old password works.`;
    return html`<p class="notice">${text}</p>`;
}
