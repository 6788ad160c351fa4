// The profile page: it gathers the data that the forms show.
import type { Config } from '../../../config.ts';
import { listWaiting } from '../../../db/accounts/pending-changes.ts';
import { listSessionsOf } from '../../../db/accounts/sessions.ts';
import { getUserById, type UserRow } from '../../../db/accounts/users.ts';
import type { App } from '../../app.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { View as PageView } from '../../surfaces/pages/console/frame.ts';
import type { Visit } from '../../surfaces/pages/console/visit.ts';
import { dateIn } from '../../surfaces/pages/dates.ts';
import { hidden, problem } from '../../surfaces/pages/form-controls.ts';
import { policyWith } from '../../surfaces/http/security-headers.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { type Flash, wrongIn } from '../../surfaces/pages/form-posts.ts';
import { avatarUrl, gravatarHost, isGravatar } from './avatar.ts';
import { deviceName } from './device.ts';
import { aboutForm, emailForm, type Form, passwordForm, pictureForm, words, wordsByCode } from './forms.ts';

export function profilePage(app: App) {
    const { store, now } = app;
    return consolePage(app, {
        id: 'showProfile',
        path: '/profile',
        description: 'Shows your profile.',
        show: async (_, visit) => {
            const { actor } = visit;
            const user = await getUserById(store.read, actor.id);
            const sessions = await listSessionsOf(store.read, actor, now());
            const waiting = await listWaiting(store.read, actor.id, now());
            return profileView({ visit, user, sessions, waiting });
        }
    });
}

interface View {
    visit: Visit;
    user: UserRow;
    sessions: Awaited<ReturnType<typeof listSessionsOf>>;
    waiting: Awaited<ReturnType<typeof listWaiting>>;
}

function profileView({ visit, user, sessions, waiting }: View): PageView {
    const { app, flash, nonces } = visit;
    const { config } = app;
    const { svc_frontend_nonce = '', svc_rest = '' } = nonces;
    const form = formOf(config, user, svc_frontend_nonce, flash);
    return {
        title: 'Your profile',
        narrow: true,
        problem: problem(form.wrong?.message, anchorOf(form.wrong?.field)),
        body: html`${waiting.map((change) => waitingNotice(change, user, config.timeZone))}
            ${pictureForm(form)} ${aboutForm(form)} ${emailForm(form)} ${passwordForm(form)}
            ${sessionList(sessions, svc_rest, config)}`,
        policy: isGravatar(user, config) ? policyWith({ 'img-src': gravatarHost }) : undefined
    };
}

function formOf(config: Config, user: UserRow, nonce: string, flash: Flash | undefined): Form {
    const wrong = wrongIn(flash, words, wordsByCode);
    // Several people may share a browser: nobody sees the values that another user has typed.
    const typed = flash?.typed['user_id'] === String(user.id) ? flash.typed : {};
    const start = html`<form method="post" action="${config.paths.ajax}?action=svc_update_profile" enctype="multipart/form-data">
        ${hidden({ action: 'svc_update_profile', nonce, user_id: user.id })}`;
    return { user, typed, wrong, start, avatarUrl: avatarUrl(user, config), gravatar: config.gravatar };
}

/** The visible field that the problem links to; an empty text for a hidden one. */
const anchorOf = (field = '') => (field in words || field.startsWith('password') ? field : '');

type Waiting = View['waiting'][number];

function waitingNotice({ kind, newEmail, expiresAt }: Waiting, { email }: UserRow, timeZone: string) {
    const until = dateIn(timeZone, expiresAt);
    const text =
        kind === 'email'
            ? html`Your new email address <strong>${newEmail ?? ''}</strong> waits: follow the link in the mail to it
                until ${until}. Until then <strong>${email}</strong> counts.`
            : html`Your new password waits: follow the link in the mail to <strong>${email}</strong> until ${until}.
                Until then the old password counts.`;
    return html`<p class="notice">${text}</p>`;
}

function sessionList(sessions: View['sessions'], nonce: string, config: Config) {
    return html`<section><h2>Where you are logged in</h2>
        <ul class="rows">${sessions.map((session) => sessionRow(session, nonce, config))}</ul></section>`;
}

function sessionRow(
    { id, agent, createdAt, isCurrent }: View['sessions'][number],
    nonce: string,
    config: Config
): Html {
    const name = deviceName(agent);
    const end = html`<form method="post" action="${config.paths.rest}/sessions/${id}/revoke">
        ${hidden({ nonce })}<button type="submit" class="quiet" aria-label="Log out ${name}">Log out</button></form>`;
    return html`<li>
        <p><strong>${name}</strong> ${isCurrent && html`<span class="badge">this browser</span>`}<br />
            <small>since ${dateIn(config.timeZone, createdAt)}</small></p>
        ${!isCurrent && end}
    </li>`;
}
