// The profile page: it gathers the data that the forms show.
import type { Config } from '../../../config.ts';
import { listWaiting } from '../../../db/accounts/pending-changes.ts';
import { type Actor, listSessionsOf } from '../../../db/accounts/sessions.ts';
import { getUserById, type UserRow } from '../../../db/accounts/users.ts';
import type { App } from '../../app.ts';
import { dateIn } from '../../surfaces/pages/dates.ts';
import { hidden, notice, problem } from '../../surfaces/pages/form-controls.ts';
import { policyWith } from '../../surfaces/http/security-headers.ts';
import { may } from '../../surfaces/auth/requester.ts';
import { noncesOf } from '../../surfaces/auth/nonces.ts';
import { type Html, html, page } from '../../surfaces/pages/layout.ts';
import { personPage } from '../../surfaces/pages/signed-in-page.ts';
import { type Flash, takeFlash, wrongIn } from '../../surfaces/pages/form-posts.ts';
import { avatarUrl, gravatarHost, isGravatar } from './avatar.ts';
import { deviceName } from './device.ts';
import { aboutForm, emailForm, type Form, passwordForm, pictureForm, words, wordsByCode } from './forms.ts';

export function profilePage(app: App) {
    const { store, config, now } = app;
    return personPage({
        id: 'showProfile',
        path: '/profile',
        description: 'Shows your profile.',
        show: async (actor, request, h) => {
            const user = await getUserById(store.read, actor.id);
            const sessions = await listSessionsOf(store.read, actor, now());
            const waiting = await listWaiting(store.read, actor.id, now());
            const view = { app, actor, user, sessions, waiting, flash: takeFlash(request, h) };
            const response = h.response(profileText(view));
            if (!isGravatar(user, config)) return response;
            return response.header('content-security-policy', policyWith({ 'img-src': gravatarHost }));
        }
    });
}

interface View {
    app: App;
    actor: Actor;
    user: UserRow;
    sessions: Awaited<ReturnType<typeof listSessionsOf>>;
    waiting: Awaited<ReturnType<typeof listWaiting>>;
    flash: Flash | undefined;
}

function profileText({ app, actor, user, sessions, waiting, flash }: View) {
    const { config, secrets, now } = app;
    const { svc_frontend_nonce = '', svc_rest = '' } = noncesOf(secrets.nonce, actor, now());
    const form = formOf(config, user, svc_frontend_nonce, flash);
    const logout = html`<form method="post" action="${config.paths.rest}/logout">
        ${hidden({ nonce: svc_rest })}<button type="submit" class="quiet">Log out</button></form>`;
    return page({
        title: 'Your profile',
        corner: logout,
        body: html`<h1>Your profile</h1>
            ${may(actor, 'council_screen') && html`<p><a href="/screens">Answers that wait for a person</a></p>`}
            ${notice(flash?.done && flash.message)} ${problem(form.wrong?.message, anchorOf(form.wrong?.field))}
            ${waiting.map((change) => waitingNotice(change, user, config.timeZone))}
            ${pictureForm(form)} ${aboutForm(form)} ${emailForm(form)} ${passwordForm(form)}
            ${sessionList(sessions, svc_rest, config)}`
    });
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
