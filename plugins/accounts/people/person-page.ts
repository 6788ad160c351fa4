// One user: what they may do, where they are logged in, what they did with credits.
import type { ServerRoute } from '@hapi/hapi';
import { listCredits } from '../../../db/accounts/credits.ts';
import { listSessionsOf } from '../../../db/accounts/sessions.ts';
import { getUserById, type UserRow } from '../../../db/accounts/users.ts';
import { accountStates } from '../../../words/states/accounts.ts';
import type { App } from '../../app.ts';
import { administrators } from '../../surfaces/auth/requester.ts';
import { formInteger } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { creditColumns } from '../../shared/credits-view.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { formatTotal } from '../../surfaces/pages/parts/pager.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { accessFields } from './access-fields.ts';
import { accountBadge } from './list-page.ts';

export const personPage = (app: App): ServerRoute =>
    consolePage<{ id: number }>(app, {
        id: 'showPerson',
        path: '/people/{id}',
        description: 'Shows one user: permissions, sessions and credits.',
        scope: administrators,
        params: { id: formInteger.required() },
        show: async ({ id }, visit) => showPerson(visit, await getUserById(app.store.read, id))
    });

type Session = Awaited<ReturnType<typeof listSessionsOf>>[number];

async function showPerson(visit: PageContext, user: UserRow): Promise<View> {
    const { app, actor } = visit;
    const { read } = app.store;
    const clock = clockOf(app);
    const open = await listSessionsOf(read, { id: user.id, session: actor.session }, clock.now);
    const spent = await listCredits(read, { by: user.id, limit: 10, offset: 0, most: 99 });
    const asked = dialogsFor(visit, user, open.length);
    return {
        title: user.displayName,
        mark: accountBadge(user),
        crumbs: [{ word: 'People', href: '/people' }],
        actions: asked.map(dialogButton),
        dialogs: asked,
        body: html`<p>${user.login}, ${user.email}. Added ${moment(user.createdAt, clock)}.</p>
            <section><h2>Permissions</h2>${postForm(visit, {
                to: { rest: `/users/${user.id}`, method: 'PATCH' },
                body: html`${accessFields(user)}<button type="submit">Save permissions</button>`
            })}</section>
            <section><h2>Sessions</h2>${sessionsOf(visit, user, open)}</section>
            <section><h2>Credits</h2>${creditsOf(user, spent, clock)}</section>`
    };
}

function creditsOf({ id }: UserRow, spent: Awaited<ReturnType<typeof listCredits>>, clock: Clock) {
    if (spent.total === 0) return html`<p class="soft">They have not added or used any credits.</p>`;
    return html`${table({ caption: 'Credits', columns: creditColumns(clock), rows: spent.items })}
        <p><a href="/people/credits?by=${id}">All ${formatTotal(spent)}</a></p>`;
}

function sessionsOf(visit: PageContext, user: UserRow, open: readonly Session[]) {
    const { app } = visit;
    const clock = clockOf(app);
    if (open.length === 0) return html`<p class="soft">No active sessions.</p>`;
    return table({
        caption: 'Sessions',
        columns: [
            { title: 'Browser', cell: ({ agent }) => agent || 'Unknown' },
            { title: 'Since', cell: ({ createdAt }) => moment(createdAt, clock) },
            { title: 'Ends', cell: ({ expiresAt }) => moment(expiresAt, clock) },
            { title: 'Sign out', cell: (session) => endOne(visit, user, session) }
        ],
        rows: open
    });
}

/** Not of the session that looks: its menu logs it out. */
function endOne(visit: PageContext, user: UserRow, { id, agent, isCurrent }: Session) {
    if (isCurrent) return 'this browser';
    return postForm(visit, {
        to: { rest: `/users/${user.id}/sessions/${id}/end` },
        body: html`<button type="submit" class="quiet" aria-label="End the session of ${agent || 'a browser'}">End session</button>`
    });
}

const sessionsInWords = (count: number) => {
    if (count === 0) return 'They have no active sessions.';
    return count === 1 ? 'Their session ends immediately.' : `Their ${count} sessions end immediately.`;
};

function dialogsFor(visit: PageContext, user: UserRow, open: number): Dialog[] {
    if (user.disabledAt !== null) return [letInAgain(visit, user)];
    const ends = sessionsInWords(open);
    return [mailLink(visit, user), endSessions(visit, user, ends), lockOut(visit, user, ends)];
}

const letInAgain = (visit: PageContext, { id, displayName }: UserRow): Dialog =>
    dialog(visit, {
        id: 'enable',
        title: `Enable the account of ${displayName}?`,
        says: 'They can sign in with their previous password and have the permissions ticked on this page. Ended sessions and old links stay invalid.',
        to: { rest: `/users/${id}`, method: 'PATCH' },
        hidden: { disabled: 0 },
        button: 'Enable account'
    });

const mailLink = (visit: PageContext, { id, displayName, email }: UserRow): Dialog =>
    dialog(visit, {
        word: 'Send password link',
        id: 'link',
        title: `Send ${displayName} a password link?`,
        says: `We email a link to choose a password to ${email}. It is valid for three days and can be used once. Earlier links stop working. The old password works until they use the link.`,
        to: { rest: `/users/${id}/link` },
        button: 'Send link'
    });

const endSessions = (visit: PageContext, { id, displayName }: UserRow, ends: string): Dialog =>
    dialog(visit, {
        word: 'End sessions',
        id: 'sessions',
        title: `Sign out ${displayName} everywhere?`,
        says: `${ends} They can sign in again.`,
        to: { rest: `/users/${id}/sessions/end` },
        button: 'Sign out everywhere'
    });

const lockOut = (visit: PageContext, { id, displayName }: UserRow, ends: string): Dialog =>
    dialog(visit, {
        id: 'disable',
        title: `Disable the account of ${displayName}?`,
        says: `${ends} ${accountStates.disabled.en.sentence} Links we emailed them stop working. Everything they created is kept.`,
        to: { rest: `/users/${id}`, method: 'PATCH' },
        hidden: { disabled: 1 },
        button: 'Disable account',
        isDangerous: true
    });
