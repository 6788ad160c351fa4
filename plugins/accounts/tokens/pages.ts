// The list of service tokens.
import type { ServerRoute } from '@hapi/hapi';
import { listTokenPage, type TokenRow, getToken } from '../../../db/accounts/service-tokens.ts';
import { tokenStates } from '../../../words/states/accounts.ts';
import type { App } from '../../app.ts';
import { administrators } from '../../surfaces/auth/requester.ts';
import { pageOf, formInteger } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { type Column, table } from '../../surfaces/pages/parts/table.ts';
import { peopleTabs } from '../../shared/people-view.ts';
import { dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { type AskedTokens, pathOf, tokenFilter } from './routes.ts';
import { wordsOf } from './scopes.ts';
import { listView } from '../../shared/list-view.ts';

export const tokensPage = (app: App): ServerRoute =>
    consolePage<AskedTokens>(app, {
        id: 'showServiceTokens',
        path: '/people/tokens',
        description: 'Shows the service tokens.',
        scope: administrators,
        query: tokenFilter,
        show: (asked, visit) => showTokens(asked, visit)
    });

async function showTokens({ page, per_page, state }: AskedTokens, visit: PageContext): Promise<View> {
    const { app, request } = visit;
    const clock = clockOf(app);
    const found = await listTokenPage(app.store.read, {
        state,
        at: clock.now,
        ...pageOf({ page, per_page })
    });
    return {
        title: 'Service tokens',
        actions: html`<a role="button" href="/people/tokens/new">Create token</a>`,
        tabs: peopleTabs(visit),
        body: listView(visit, {
            found,
            asked: { page, per_page },
            choices,
            none: state
                ? 'No tokens match these filters.'
                : 'No tokens yet. Create one for each program that calls tools or monitors jobs.',
            caption: 'Service tokens',
            columns: columnsOf(wordsOf(request.server), clock),
            href: ({ id }) => pathOf(id)
        })
    };
}

const choices = [
    { name: 'state', label: 'State', options: { good: tokenStates.active.en.label, ended: 'Ended' } }
] as const;

const columnsOf = (wordsFor: ReturnType<typeof wordsOf>, clock: Clock): Column<TokenRow>[] => [
    { title: 'Name', cell: ({ name }) => name },
    {
        title: 'Permissions',
        cell: ({ scopes }) =>
            wordsFor(scopes)
                .map(({ title }) => title)
                .join(', '),
        minor: true
    },
    { title: 'State', cell: (token) => stateOf(token, clock.now) },
    { title: 'Last used', cell: ({ lastUsedAt }) => lastUse(lastUsedAt, clock) },
    {
        title: 'Expires',
        cell: ({ expiresAt }) => (expiresAt === null ? 'never' : moment(expiresAt, clock)),
        minor: true
    },
    { title: 'Created', cell: ({ createdAt }) => moment(createdAt, clock), minor: true }
];

/** Whether it opens anything now. */
function stateOf({ revokedAt, expiresAt }: TokenRow, now: number) {
    if (revokedAt !== null) return stateBadge(tokenStates.revoked);
    const isOver = expiresAt !== null && expiresAt <= now;
    return stateBadge(tokenStates[isOver ? 'expired' : 'active']);
}

const lastUse = (at: number | null, clock: Clock) => (at === null ? 'never' : moment(at, clock));

/** One service token: what it may do, when it was used, and its end. */
export const tokenPage = (app: App): ServerRoute =>
    consolePage<{ id: number }>(app, {
        id: 'showServiceToken',
        path: '/people/tokens/{id}',
        description: 'Shows one service token, its permissions and its last use.',
        scope: administrators,
        params: { id: formInteger.required() },
        show: async ({ id }, visit) => showToken(visit, await getToken(app.store.read, id))
    });

function showToken(visit: PageContext, token: TokenRow): View {
    const { app, request } = visit;
    const clock = clockOf(app);
    const { name, scopes, createdAt, lastUsedAt, revokedAt } = token;
    const revoke = revokeDialog(visit, token, clock);
    return {
        title: name,
        mark: stateOf(token, clock.now),
        crumbs: [
            { word: 'People', href: '/people' },
            { word: 'Service tokens', href: '/people/tokens' }
        ],
        ...(revokedAt === null && { actions: dialogButton(revoke), dialogs: [revoke] }),
        body: html`<p>Created ${moment(createdAt, clock)}. Last used: ${lastUse(lastUsedAt, clock)}.
                ${endOf(token, clock)}</p>
            <section><h2>Permissions</h2>${rightsTable(wordsOf(request.server)(scopes))}</section>`
    };
}

const revokeDialog = (visit: PageContext, { id, name, lastUsedAt }: TokenRow, clock: Clock) =>
    dialog(visit, {
        id: 'revoke',
        title: `Revoke the token “${name}”?`,
        says: html`Programs that use this token lose access immediately. You cannot undo this. Last used: ${lastUse(lastUsedAt, clock)}.`,
        to: { rest: `/service-tokens/${id}/revoke` },
        word: 'Revoke',
        button: 'Revoke token',
        isDangerous: true
    });

function endOf({ expiresAt, revokedAt }: TokenRow, clock: Clock) {
    if (revokedAt !== null) return html`Revoked ${moment(revokedAt, clock)}.`;
    return expiresAt === null ? html`No expiry.` : html`Expires ${moment(expiresAt, clock)}.`;
}

const rightsTable = (rows: ReturnType<ReturnType<typeof wordsOf>>) =>
    table({
        caption: 'Permissions',
        columns: [
            { title: 'Permission', cell: ({ title }) => title },
            { title: 'Description', cell: ({ lets }) => lets },
            { title: 'Scope', cell: ({ scope }) => html`<code>${scope}</code>`, minor: true }
        ],
        rows
    });
