// The list of users, and which role may do what.
import type { ServerRoute } from '@hapi/hapi';
import {
    type Capability,
    capabilities,
    capabilitiesOf,
    roleNames
} from '../../../db/accounts/capabilities.ts';
import { listPeople, loginsOf } from '../../../db/accounts/people.ts';
import type { UserRow } from '../../../db/accounts/users.ts';
import { accountStates } from '../../../words/states/accounts.ts';
import { labelsOf } from '../../../words/states/state.ts';
import type { App } from '../../app.ts';
import { administrators } from '../../surfaces/auth/requester.ts';
import { pageOf } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { type Column, table } from '../../surfaces/pages/parts/table.ts';
import { capabilityWords, peopleTabs, roleWords } from '../../shared/people-view.ts';
import { pathOf, type AskedPeople, peopleFilter } from './routes.ts';
import { listView } from '../../shared/list-view.ts';

export const listPage = (app: App): ServerRoute =>
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

export const accountBadge = ({ disabledAt }: UserRow) =>
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
