// Users in a browser: the list, with which role may do what; inviting one; and one of them.
import type { ServerRoute } from '@hapi/hapi';
import {
    type Capability,
    capabilities,
    capabilitiesOf,
    roleNames
} from '../../../db/accounts/capabilities.ts';
import { isAddressConfirmed, listPeople, loginsOf } from '../../../db/accounts/people.ts';
import { findReset, resetAddress } from '../../../db/accounts/password-resets.ts';
import { tokenAgain } from '../../../db/accounts/tokens.ts';
import { keysOf } from '../../../db/installation/secrets.ts';
import { type UserRow, getUserById } from '../../../db/accounts/users.ts';
import { accountStates } from '../../../words/states/accounts.ts';
import { labelsOf } from '../../../words/states/state.ts';
import type { App } from '../../app.ts';
import { administrators } from '../../surfaces/auth/requester.ts';
import { pageOf, formInteger } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { dateIn } from '../../surfaces/pages/dates.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { copyField } from '../../surfaces/pages/parts/copy.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { type Column, table } from '../../surfaces/pages/parts/table.ts';
import { capabilityWords, peopleTabs, roleWords } from '../../shared/people-view.ts';
import { pathOf, type AskedPeople, peopleFilter } from './routes.ts';
import { listView } from '../../shared/list-view.ts';
import { field } from '../../surfaces/pages/form-controls.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { accessFields, ticked } from './access-fields.ts';
import { formView } from '../../shared/form-view.ts';
import { listCredits } from '../../../db/accounts/credits.ts';
import { listSessionsOf } from '../../../db/accounts/sessions.ts';
import { creditColumns } from '../../shared/credits-view.ts';
import { type Dialog, dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { formatTotal } from '../../surfaces/pages/parts/pager.ts';

export const peoplePage = (app: App): ServerRoute =>
    consolePage<AskedPeople>(app, {
        id: 'showPeople',
        path: '/people',
        description: 'Shows the users and the permissions of each role.',
        scope: administrators,
        navigation: { word: 'People' },
        query: peopleFilter,
        show: (asked, visit) => showPeople(asked, visit)
    });

async function showPeople({ page, per_page, ...filter }: AskedPeople, visit: PageContext): Promise<View> {
    const { app } = visit;
    const { read } = app.store;
    const clock = clockOf(app);
    const found = await listPeople(read, { ...filter, ...pageOf({ page, per_page }) });
    const ids = found.items.map(({ id }) => id);
    const since = await loginsOf(read, ids, clock.now);
    return {
        title: 'People',
        actions: html`<a role="button" href="/people/new">Invite a user</a>`,
        tabs: peopleTabs(visit),
        body: html`${listView(visit, {
            found,
            asked: { page, per_page },
            choices,
            none: 'No users match these filters. Clear the filters to see all users.',
            caption: 'People',
            columns: columnsOf(since, clock),
            href: ({ id }) => pathOf(id),
            sorted: 'name'
        })}
            <section><h2>Permissions by role</h2>${matrix}</section>`
    };
}

const accountBadge = ({ disabledAt }: UserRow) =>
    stateBadge(accountStates[disabledAt === null ? 'active' : 'disabled']);

const choices = [
    { name: 'q', label: 'Name' },
    { name: 'role', label: 'Role', options: roleWords },
    { name: 'state', label: 'State', options: labelsOf(accountStates) }
] as const;

const columnsOf = (since: ReadonlyMap<number, number>, clock: Clock): Column<UserRow>[] => [
    { title: 'Name', cell: ({ displayName }) => displayName, sort: 'name' },
    { title: 'Login', cell: ({ login }) => login, minor: true },
    { title: 'Address', cell: ({ email }) => email, minor: true },
    { title: 'Role', cell: roleOf, sort: 'role' },
    { title: 'State', cell: accountBadge },
    {
        title: 'Session started',
        cell: ({ id }) => {
            const at = since.get(id);
            return at === undefined ? 'no session' : moment(at, clock);
        },
        minor: true
    },
    { title: 'Added', cell: ({ createdAt }) => moment(createdAt, clock), sort: 'added', minor: true }
];

const roleOf = ({ role, grants }: UserRow) =>
    html`${roleWords[role]}${grants.length > 0 && html` <small>+ ${grants.length} more</small>`}`;

const holdersOf = (capability: Capability) =>
    roleNames
        .filter((role) => capabilitiesOf({ role, grants: [] }).includes(capability))
        .map((role) => roleWords[role]);

const matrix = table({
    caption: 'Permissions by role',
    columns: [
        { title: 'Permission', cell: (one: Capability) => capabilityWords[one] },
        { title: 'Roles', cell: (one: Capability) => holdersOf(one).join(', ') }
    ],
    rows: capabilities
});

export const newPage = (app: App): ServerRoute =>
    consolePage(app, {
        id: 'showNewUser',
        path: '/people/new',
        description: 'Shows the form to invite a user.',
        scope: administrators,
        show: (_, visit) => Promise.resolve(showNew(visit))
    });

const words = {
    login: 'Use up to 60 letters, digits and . _ @ + - in the login.',
    email: 'Enter a valid email address, such as name@example.com.',
    display_name: 'Enter a name in one line of up to 200 characters.'
};

/** A name that is taken is well formed. */
const taken = (says: string) => ({ ...words, login: says, email: says });

function showNew(visit: PageContext): View {
    const { flash, app } = visit;
    const { problem, input } = formView(flash, {
        words: flash?.code === 'wrong_state' ? taken(flash.message) : words
    });
    return {
        title: 'Invite user',
        crumbs: [{ word: 'People', href: '/people' }],
        narrow: true,
        problem,
        body: html`<p>${app.config.mail.url === undefined ? 'No mail server is set up. You get a link to send them, with which they choose a password.' : 'We email them a link to choose a password.'} It is valid for three days.</p>
            ${postForm(visit, {
                to: { rest: '/users' },
                body: html`${field({ ...input('email'), label: 'Email address', type: 'email', maxlength: 254 })}
                    ${field({ ...input('login'), label: 'Login', help: 'Used to sign in, like the email address. You cannot change it later.', maxlength: 60 })}
                    ${field({ ...input('display_name'), label: 'Name', help: 'Shown to colleagues. They can change it later.', optional: true })}
                    ${accessFields({ role: roleNames.find((one) => one === flash?.typed['role']) ?? 'reviewer', grants: ticked(flash?.typed ?? {}) })}
                    <button type="submit">Invite user</button>`
            })}`
    };
}

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
        body: html`<p>${user.login}, ${user.email}. Added ${moment(user.createdAt, clock)}.</p>${await firstLink(visit, user)}
            <section><h2>Permissions</h2>${postForm(visit, {
                to: { rest: `/users/${user.id}`, method: 'PATCH' },
                body: html`${accessFields(user)}<button type="submit">Save permissions</button>`
            })}</section>
            <section><h2>Sessions</h2>${sessionsOf(visit, user, open)}</section>
            <section><h2>Credits</h2>${creditsOf(user, spent, clock)}</section>`
    };
}

/**
 * The link to the first password, to pass on, where no mail server sends it. Never to a later one: an administrator could
 * take the account over.
 */
async function firstLink({ app }: PageContext, user: UserRow) {
    const { config, secrets, store, now } = app;
    const { id, displayName, login } = user;
    if (config.mail.url !== undefined || (await isAddressConfirmed(store.read, user))) return undefined;
    const reset = await findReset(store.read, id);
    if (!reset || reset.expiresAt <= now()) return undefined;
    const keys = keysOf(secrets, 'links')(now());
    const key = tokenAgain(keys, reset.digest, 'reset', String(id), reset.issue);
    if (key === undefined) return undefined;
    return html`<section>${copyField({
        id: 'first-link',
        label: `Link for ${displayName}`,
        value: config.baseUrl + resetAddress(key, login),
        note: html`No mail server is set up, so no email was sent. Send this link yourself: anyone who has it can choose the password. It can be used once, until ${dateIn(app.zone.name(), reset.expiresAt)}.`
    })}</section>`;
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

function dialogsFor(
    visit: PageContext,
    { id, displayName, email, disabledAt }: UserRow,
    open: number
): Dialog[] {
    const change = { to: { rest: `/users/${id}`, method: 'PATCH' } } as const;
    if (disabledAt !== null)
        return [
            dialog(visit, {
                ...change,
                id: 'enable',
                title: `Enable the account of ${displayName}?`,
                says: 'They can sign in with their previous password and have the permissions ticked on this page. Ended sessions and old links stay invalid.',
                hidden: { disabled: 0 },
                button: 'Enable account'
            })
        ];
    const ends = sessionsInWords(open);
    return [
        dialog(visit, {
            word: 'Send password link',
            id: 'link',
            title: `Send ${displayName} a password link?`,
            says: `We email a link to choose a password to ${email}. It is valid for three days and can be used once. Earlier links stop working. The old password works until they use the link.${visit.app.config.mail.url === undefined ? ' No mail server is set up, so no email is sent: mail show on the command line prints the link, and this page shows it while they have no password.' : ''}`,
            to: { rest: `/users/${id}/link` },
            button: 'Send link'
        }),
        dialog(visit, {
            word: 'End sessions',
            id: 'sessions',
            title: `Sign out ${displayName} everywhere?`,
            says: `${ends} They can sign in again.`,
            to: { rest: `/users/${id}/sessions/end` },
            button: 'Sign out everywhere'
        }),
        dialog(visit, {
            ...change,
            id: 'disable',
            title: `Disable the account of ${displayName}?`,
            says: `${ends} ${accountStates.disabled.en.sentence} Links we emailed them stop working. Everything they created is kept.`,
            hidden: { disabled: 1 },
            button: 'Disable account',
            isDangerous: true
        })
    ];
}
