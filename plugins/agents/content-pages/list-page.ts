// The content pages in a browser.
import type { ServerRoute } from '@hapi/hapi';
import { type ListedPage, listPages, type PageStatus } from '../../../db/agents/pages.ts';
import type { App } from '../../app.ts';
import { pageOf, type Paging, paging, shortText } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { notice } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { addressIn } from '../../surfaces/pages/parts/address.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { filters } from '../../surfaces/pages/parts/filters.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { pager } from '../../surfaces/pages/parts/pager.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { settingsScope as scope, settingsTabs } from '../../shared/settings-view.ts';
import { pageStatus } from './body.ts';
import { listPath, newPath, pathOf } from './form-pages.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { pageStates } from '../../../words/states/content.ts';
import { labelsOf } from '../../../words/states/state.ts';

interface Query extends Paging {
    text?: string;
    status?: PageStatus;
}

export const listPage = (app: App): ServerRoute =>
    consolePage<Query>(app, {
        id: 'showContentPages',
        path: listPath,
        description: 'Shows the content pages.',
        scope,
        query: { text: shortText, status: pageStatus, ...paging },
        show: showList
    });

async function showList({ text, status, ...page }: Query, visit: PageContext): Promise<View> {
    const { app, request } = visit;
    const found = await listPages(app.store.read, { text, status, ...pageOf(page) });
    const address = addressIn(request);
    const isFiltered = text !== undefined || status !== undefined;
    const empty = emptyState({
        says: isFiltered ? 'No pages match these filters.' : 'No content pages yet.'
    });
    return {
        title: 'Content pages',
        tabs: settingsTabs(visit),
        actions: html`<a role="button" href="${newPath}">New content page</a>`,
        body: html`${about(visit)}
            ${filters(address, [
                { name: 'text', label: 'Find', placeholder: 'Title, slug or id' },
                { name: 'status', label: 'State', options: labelsOf(pageStates) }
            ])}
            ${found.items.length === 0 ? empty : list(found.items, clockOf(app))}
            ${pager({ ...found, ...page, address, shown: found.items.length })}`
    };
}

function about({ app }: PageContext) {
    const isAway = app.config.cms.driver !== 'local';
    return html`<p>Published pages that agents can read with <code>cms_get_page</code>.</p>
        ${notice(isAway && 'Agents currently read from the WordPress site at CMS_URL, not from these pages (setting CMS_DRIVER).')}`;
}

const list = (rows: readonly ListedPage[], clock: Clock) =>
    table<ListedPage>({
        caption: 'Content pages',
        columns: [
            { title: 'Title', cell: ({ title }) => title },
            { title: 'ID', cell: ({ id }) => String(id), number: true },
            { title: 'Slug', cell: ({ slug }) => html`<code>${slug}</code>`, minor: true },
            { title: 'State', cell: ({ status }) => stateBadge(pageStates[status]) },
            { title: 'Changed', cell: ({ updatedAt }) => moment(updatedAt, clock), minor: true }
        ],
        rows,
        href: ({ id }) => pathOf(id)
    });
