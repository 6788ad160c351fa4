// One service token: what it may do, when it was used, and its end.
import type { ServerRoute } from '@hapi/hapi';
import { getToken, type TokenRow } from '../../../db/accounts/service-tokens.ts';
import type { App } from '../../app.ts';
import { administrators } from '../../surfaces/auth/requester.ts';
import { formInteger } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { lastUse, stateOf } from './list-page.ts';
import { wordsOf } from './scopes.ts';

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
