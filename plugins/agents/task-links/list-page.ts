// The task links in a browser.
import type { ServerRoute } from '@hapi/hapi';
import { listTasks, type TaskLinkRow } from '../../../db/agents/task-links.ts';
import type { App } from '../../app.ts';
import { pageOf, type Paging, paging, shortText } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { addressIn } from '../../surfaces/pages/parts/address.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { filters } from '../../surfaces/pages/parts/filters.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { pager } from '../../surfaces/pages/parts/pager.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { settingsScope as scope, settingsTabs } from '../../shared/settings-view.ts';
import { listPath, newPath, pathOf, titleOf } from './form-pages.ts';

interface Query extends Paging {
    text?: string;
}

export const listPage = (app: App): ServerRoute =>
    consolePage<Query>(app, {
        id: 'showTaskLinks',
        path: listPath,
        description: 'Shows the task links.',
        scope,
        query: { text: shortText, ...paging },
        show: showList
    });

async function showList({ text, ...page }: Query, visit: PageContext): Promise<View> {
    const { app, request } = visit;
    const found = await listTasks(app.store.read, { text, ...pageOf(page) });
    const address = addressIn(request);
    const empty = emptyState({
        says: text === undefined ? 'No task links yet.' : 'No task links match these filters.'
    });
    return {
        title: 'Task links',
        tabs: settingsTabs(visit),
        actions: html`<a role="button" href="${newPath}">New task link</a>`,
        body: html`<p>Links the same task across systems. Agents look up a link by any of its IDs with <code>task_get</code>.</p>
            ${filters(address, [{ name: 'text', label: 'Find', placeholder: 'Title or start of an ID' }])}
            ${found.items.length === 0 ? empty : list(found.items, clockOf(app))}
            ${pager({ ...found, ...page, address, shown: found.items.length })}`
    };
}

const list = (rows: readonly TaskLinkRow[], clock: Clock) =>
    table<TaskLinkRow>({
        caption: 'Task links',
        columns: [
            { title: 'Task', cell: titleOf },
            { title: 'Status', cell: ({ status }) => status },
            { title: 'Customer system', cell: ({ crmId }) => idOf(crmId), minor: true },
            { title: 'Planner', cell: ({ plannerId }) => idOf(plannerId), minor: true },
            { title: 'To-do list', cell: ({ todoId }) => idOf(todoId), minor: true },
            { title: 'Changed', cell: ({ updatedAt }) => moment(updatedAt, clock), minor: true }
        ],
        rows,
        href: ({ id }) => pathOf(id)
    });

const idOf = (id: string | null) => id !== null && html`<code>${id}</code>`;
