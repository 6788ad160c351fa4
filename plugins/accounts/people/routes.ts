// Users over JSON, for administrators: the actions of the command line, and inviting by email.
import type { Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { endSession, endSessions, setAccess } from '../../../db/accounts/access.ts';
import { disableUser, enableUser } from '../../../db/accounts/locking-out.ts';
import {
    capabilities,
    type Capability,
    type Role,
    capabilitiesOf,
    roleNames
} from '../../../db/accounts/capabilities.ts';
import {
    inviteAgain,
    inviteUser,
    listPeople,
    loginsOf,
    type PeopleFilter,
    peopleOrders
} from '../../../db/accounts/people.ts';
import type { Actor } from '../../../db/accounts/sessions.ts';
import { getUserById, type UserRow } from '../../../db/accounts/users.ts';
import type { Tx } from '../../../db/store/index.ts';
import { iso } from '../../../db/store/time.ts';
import type { App } from '../../app.ts';
import { actBy, administrators } from '../../surfaces/auth/requester.ts';
import { boxOf, ticked } from './access-fields.ts';
import {
    accountEmail,
    formInteger,
    listOf,
    oneLine,
    pageOf,
    viewPage,
    type Paging,
    paging
} from '../../surfaces/http/fields.ts';
import { rest } from '../../surfaces/rest.ts';
import {
    anyText,
    flag,
    maybeMoment,
    message,
    moment,
    named,
    several,
    wholeId
} from '../../surfaces/http/response-fields.ts';
import { onWire } from '../../shared/wire.ts';

export const peopleRoutes = (app: App): ServerRoute[] => [
    listRoute(app),
    inviteRoute(app),
    changeRoute(app),
    ...posts.map((post) => postRoute(app, post))
];

const listRoute = (app: App): ServerRoute =>
    rest<AskedPeople>(app, {
        name: 'listUsers',
        method: 'GET',
        path: '/users',
        summary: 'Lists users and their permissions.',
        scope: administrators,
        query: peopleFilter,
        response: listOf(user),
        async run({ page, per_page, ...filter }) {
            const { read } = app.store;
            const found = await listPeople(read, { ...filter, ...pageOf({ page, per_page }) });
            const ids = found.items.map(({ id }) => id);
            const since = await loginsOf(read, ids, app.now());
            return viewPage(found, (row) => userOf(row, since.get(row.id)));
        }
    });

interface Invited {
    login: string;
    email: string;
    display_name?: string;
    role: Role;
    grants: Capability[];
}

/** Users in JSON, for administrators. */
const capability = Joi.string()
    .valid(...capabilities)
    .id('Capability');
const role = Joi.string()
    .valid(...roleNames)
    .id('Role');

const held = several(capability);

const user = named('User', {
    id: wholeId,
    login: anyText,
    email: anyText,
    display_name: anyText,
    role: role.required(),
    grants: held,
    capabilities: held,
    disabled: flag,
    created_at: moment,
    logged_in_at: maybeMoment
});

const savedUser = { ...message, user };

function userOf(row: UserRow, since: number | undefined) {
    return {
        ...onWire(row, 'id', 'login', 'email', 'displayName', 'role', 'grants', 'createdAt'),
        capabilities: capabilitiesOf(row),
        disabled: row.disabledAt !== null,
        logged_in_at: since === undefined ? null : iso(since)
    };
}

const grants = Joi.array().items(capability);

const invitedFields = {
    login: Joi.string()
        .trim()
        .pattern(/^[A-Za-z0-9._@+-]{1,60}$/, 'letters, digits and . _ @ + -')
        .required(),
    email: accountEmail.required(),
    display_name: oneLine(200).trim().empty(''),
    role: role.required(),
    grants: grants.default([])
};

const inviteRoute = (app: App): ServerRoute =>
    rest<Invited>(app, {
        name: 'inviteUser',
        method: 'POST',
        path: '/users',
        summary: 'Creates a user and emails them a link to choose a password.',
        scope: administrators,
        formPost: {
            backTo: (_, done, data) => (done ? pathOf((data as Saved).user.id) : '/people/new'),
            keeps: ['login', 'email', 'display_name', 'role', ...capabilities.map(boxOf)]
        },
        bodyOfForm: ({ login, email, display_name = '', role, ...form }) => ({
            login,
            email,
            display_name,
            role,
            grants: ticked(form)
        }),
        body: invitedFields,
        status: 201,
        also: [409],
        response: savedUser,
        run: ({ display_name: displayName, ...invited }, actor, request) =>
            saved(app, invitedWords(app), (tx) =>
                inviteUser(tx, { ...invited, displayName }, inviting(app, actor, request))
            )
    });

const invitedWords = ({ config }: App) =>
    config.mail.url === undefined
        ? 'User added. Send them the link below.'
        : 'Invitation queued. They will get a link to choose a password.';

interface Saved {
    user: { id: number };
}

export const pathOf = (id: number) => `/people/${id}`;

/** Back to the page of the user. */
const backTo = ({ id }: Readonly<Record<string, unknown>>) => pathOf(Number(id) || 0);

interface Change {
    id: number;
    role?: Role;
    grants?: Capability[];
    disabled?: boolean;
}

const ofUser = { params: { id: formInteger.required() }, also: [404, 409], response: savedUser };

const changeRoute = (app: App): ServerRoute =>
    rest<Change>(app, {
        ...ofUser,
        name: 'changeUser',
        method: 'PATCH',
        path: '/users/{id}',
        summary: "Changes a user's permissions, or disables or enables the user.",
        scope: administrators,
        formPost: { backTo },
        bodyOfForm: ({ disabled, role, ...form }) =>
            disabled === undefined ? { role, grants: ticked(form) } : { disabled: disabled === '1' },
        body: Joi.object({ role, grants, disabled: Joi.boolean() }).min(1),
        run: (change, _, request) =>
            saved(app, messageOf(change), (tx) => changeIn(tx, change, actBy(app, request)))
    });

function messageOf({ disabled }: Change) {
    if (disabled === undefined) return 'Permissions saved. They take effect immediately.';
    return disabled
        ? 'Account disabled. All sessions are ended.'
        : 'Account enabled. They can sign in with their previous password.';
}

async function changeIn(
    tx: Tx,
    { id, role, grants, disabled }: Change,
    done: Parameters<typeof disableUser>[2]
) {
    const before = await getUserById(tx, id);
    const { login } = before;
    const user = role || grants ? await setAccess(tx, login, { role, grants }, done) : before;
    if (disabled === undefined) return user;
    return disabled ? disableUser(tx, login, done) : enableUser(tx, login, done);
}

interface Post {
    name: string;
    path: string;
    summary: string;
    params?: Joi.PartialSchemaMap;
    says: string;
    work: (tx: Tx, user: UserRow, act: ReturnType<typeof inviting>, session: string) => Promise<unknown>;
}

/** What the buttons of the page of a user do. */
const posts: readonly Post[] = [
    {
        name: 'sendUserLink',
        path: '/users/{id}/link',
        summary: 'Emails a user another link to choose a password.',
        says: 'Password link queued.',
        work: inviteAgain
    },
    {
        name: 'endUserSessions',
        path: '/users/{id}/sessions/end',
        summary: 'Ends all sessions of a user.',
        says: 'All sessions ended.',
        work: endSessions
    },
    {
        name: 'endUserSession',
        path: '/users/{id}/sessions/{session}/end',
        summary: 'Ends one session of a user.',
        params: { ...ofUser.params, session: Joi.string().hex().length(16).required() },
        says: 'Session ended.',
        work: (tx, user, act, session) => endSession(tx, user, session, act)
    }
];

const postRoute = (app: App, { says, work, ...route }: Post): ServerRoute =>
    rest<{ id: number; session: string }>(app, {
        ...ofUser,
        ...route,
        method: 'POST',
        scope: administrators,
        formPost: { backTo },
        run: ({ id, session }, actor, request) =>
            saved(app, says, async (tx) => {
                const user = await getUserById(tx, id);
                await work(tx, user, inviting(app, actor, request), session);
                return user;
            })
    });

const inviting = (app: App, { displayName }: Actor, request: Request) => ({
    ...actBy(app, request),
    secret: app.secrets.links,
    inviter: displayName
});

async function saved(app: App, message: string, work: (tx: Tx) => Promise<UserRow>) {
    const row = await app.store.write(work);
    const since = await loginsOf(app.store.read, [row.id], app.now());
    return { message, user: userOf(row, since.get(row.id)) };
}

const maybe = (schema: Joi.StringSchema) => schema.empty('');

/** The filters of the list of users, in JSON and on the page. */
export const peopleFilter = {
    q: maybe(oneLine(200)).trim(),
    role: maybe(Joi.string()).valid(...roleNames),
    state: maybe(Joi.string()).valid('active', 'disabled'),
    sort: maybe(Joi.string()).valid(...peopleOrders),
    ...paging
};

export type AskedPeople = Paging & PeopleFilter;
