// The list of service tokens.
import type { ServerRoute } from '@hapi/hapi';
import { listTokenPage, type TokenRow } from '../../../db/accounts/service-tokens.ts';
import { tokenStates } from '../../../words/states/accounts.ts';
import type { App } from '../../app.ts';
import { administrators } from '../../surfaces/auth/requester.ts';
import { pageOf } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { addressIn } from '../../surfaces/pages/parts/address.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { filters } from '../../surfaces/pages/parts/filters.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { pager } from '../../surfaces/pages/parts/pager.ts';
import { type Column, table } from '../../surfaces/pages/parts/table.ts';
import { peopleTabs } from '../../shared/people-view.ts';
import { type AskedTokens, pathOf, tokenFilter } from './routes.ts';
import { wordsOf } from './scopes.ts';

export const listPage = (app: App): ServerRoute =>
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
    const address = addressIn(request);
    const list = table({
        caption: 'Service tokens',
        columns: columnsOf(wordsOf(visit.request.server), clock),
        rows: found.items,
        href: ({ id }) => pathOf(id)
    });
    const none = emptyState({
        says: state
            ? 'No tokens match these filters.'
            : 'No tokens yet. Create one for each program that calls tools or monitors jobs.'
    });
    return {
        title: 'Service tokens',
        actions: html`<a role="button" href="/people/tokens/new">Create token</a>`,
        tabs: peopleTabs(visit),
        body: html`${filters(address, choices)} ${found.total === 0 ? none : list}
            ${pager({ ...found, page, per_page, address, shown: found.items.length })}`
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
export function stateOf({ revokedAt, expiresAt }: TokenRow, now: number) {
    if (revokedAt !== null) return stateBadge(tokenStates.revoked);
    const isOver = expiresAt !== null && expiresAt <= now;
    return stateBadge(tokenStates[isOver ? 'expired' : 'active']);
}

export const lastUse = (at: number | null, clock: Clock) => (at === null ? 'never' : moment(at, clock));
