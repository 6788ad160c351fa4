// The profile: a page for each of its parts, with one thing to do on it.
import type { ServerRoute } from '@hapi/hapi';
import { listWaiting } from '../../../../db/accounts/pending-changes.ts';
import { listSessionsOf } from '../../../../db/accounts/sessions.ts';
import { getUserById, type UserRow } from '../../../../db/accounts/users.ts';
import type { App } from '../../../app.ts';
import { policyWith } from '../../../surfaces/http/security-headers.ts';
import { consolePage } from '../../../surfaces/pages/console/page.ts';
import type { View } from '../../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../../surfaces/pages/console/visit.ts';
import { hidden, problem } from '../../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../../surfaces/pages/form-posts.ts';
import { html, type Part } from '../../../surfaces/pages/layout.ts';
import { avatarUrl, gravatarHost, isGravatar } from '../avatar.ts';
import { aboutForm, emailForm, type Form, passwordForm, pictureForm, words, wordsByCode } from './forms.ts';
import { sessionList } from './sessions.ts';
import { profileTabs, type Tab, tabs } from './tabs.ts';
import { waitingNotice } from './waiting.ts';

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
