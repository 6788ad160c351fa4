// The pages with the form of a task link: a new one, and one that is there.
import type { ServerRoute } from '@hapi/hapi';
import { Refusal } from '../../../db/store/refusal.ts';
import { findTaskRow, type TaskLinkRow, listTasks } from '../../../db/agents/task-links.ts';
import type { App } from '../../app.ts';
import { formInteger, pageOf, type Paging, paging, shortText } from '../../surfaces/http/fields.ts';
import { formOfOne, formPages } from '../../surfaces/pages/console/form-page.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { field } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { clockOf, moment, type Clock } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { settingsScope as scope, settingsTabs } from '../../shared/settings-view.ts';
import { taskOf } from './body.ts';
import type { Form } from '../../surfaces/http/bodies/typed.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import { listView } from '../../shared/list-view.ts';
import type { Column } from '../../surfaces/pages/parts/table.ts';
import { formView } from '../../shared/form-view.ts';

export const listPath = '/settings/tasks';
const newPath = `${listPath}/new`;
const pathOf = (id: number) => `${listPath}/${id}`;

export const pagesOfForm = (app: App): ServerRoute[] => [
    ...formPages(app, {
        id: 'showNewTaskLink',
        path: newPath,
        description: 'Shows the form of a new task link.',
        again: {
            id: 'showNewTaskLinkAgain',
            description: 'Shows a new task link as it was typed. Saves nothing.'
        },
        scope,
        show: (_, visit, form) => showOne(visit, undefined, form)
    }),
    ...formPages<{ id: number }>(app, {
        id: 'showTaskLink',
        path: `${listPath}/{id}`,
        description: 'Shows a task link and the form that changes it.',
        again: {
            id: 'showTaskLinkAgain',
            description: 'Shows a task link as it was typed. Saves nothing.'
        },
        scope,
        params: { id: formInteger.required() },
        show: ({ id }, visit, form) => showOne(visit, id, form)
    })
];

/** What a link is called: by its title, else by the first of its ids. */
const titleOf = ({ title, crmId, plannerId, todoId }: TaskLinkRow) =>
    title || (crmId ?? plannerId ?? todoId ?? '');

async function showOne(visit: PageContext, id: number | undefined, form?: Form): Promise<View> {
    if (id === undefined) return showForm(visit, undefined, form ?? {});
    const row = await findTaskRow(visit.app.store.read, id);
    if (!row) throw new Refusal('not_found', 'Task not found.');
    return showForm(visit, row, form ?? { ...taskOf(row) });
}

const words = {
    crm_id: 'Enter an ID in one line of up to 255 characters.',
    planner_id: 'Enter an ID in one line of up to 255 characters.',
    todo_id: 'Enter an ID in one line of up to 255 characters.',
    title: 'Enter a title in one line of up to 500 characters.',
    status: 'Enter a status in one line of up to 100 characters.',
    url: 'Enter an address that starts with https:// or http://'
};

const byCode = { invalid_field: 'Enter at least one of the three IDs.' };

function showForm(visit: PageContext, row: TaskLinkRow | undefined, form: Form): View {
    const { problem, input } = formView(visit.flash, { words, byCode, values: form });
    const ask = row && [deletion(visit, row)];
    return {
        title: row ? titleOf(row) : 'New task link',
        crumbs: [
            { word: 'Settings', href: '/settings' },
            { word: 'Task links', href: listPath }
        ],
        narrow: true,
        problem,
        actions: ask?.map(dialogButton),
        dialogs: ask ?? [],
        body: html`${row && changed(visit, row)}${fieldsFor(visit, row, input)}`
    };
}

const changed = ({ app }: PageContext, { updatedAt }: TaskLinkRow) =>
    html`<p><small>Changed ${moment(updatedAt, clockOf(app))}</small></p>`;

type Name = keyof typeof words;

function fieldsFor(
    visit: PageContext,
    row: TaskLinkRow | undefined,
    input: ReturnType<typeof formView<Name>>['input']
) {
    const text = (name: Name, label: string, maxlength: number) =>
        field({ ...input(name), label, maxlength, optional: true });
    const to = { rest: row ? `/tasks/${row.id}` : '/tasks', method: 'PUT' } as const;
    return postForm(visit, {
        to,
        body: html`${text('title', 'Title', 500)} ${text('status', 'Status', 100)} ${text('url', 'Address', 2000)}
            <fieldset><legend>IDs (at least one)</legend>
                ${text('crm_id', 'Customer system', 255)} ${text('planner_id', 'Planner', 255)} ${text('todo_id', 'To-do list', 255)}
                ${!row && html`<small>If one of these IDs already exists, that link is updated.</small>`}</fieldset>
            <div class="acts"><button type="submit">Save</button></div>`
    });
}

const deletion = (visit: PageContext, row: TaskLinkRow) =>
    dialog(visit, {
        id: 'delete',
        title: `Delete “${titleOf(row)}”?`,
        says: 'Agents that look up one of its IDs get “not found”. The tasks themselves are not changed.',
        to: { rest: `/tasks/${row.id}/delete` },
        word: 'Delete',
        button: 'Delete link',
        isDangerous: true
    });

export const taskForms = formOfOne({ newPath, pathOf, name: 'task' });

interface Query extends Paging {
    text?: string;
}

/** The task links in a browser. */
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
    const { app } = visit;
    const found = await listTasks(app.store.read, { text, ...pageOf(page) });
    return {
        title: 'Task links',
        tabs: settingsTabs(visit),
        actions: html`<a role="button" href="${newPath}">New task link</a>`,
        body: html`<p>Links the same task across systems. Agents look up a link by any of its IDs with <code>task_get</code>.</p>
            ${listView(visit, {
                found,
                asked: page,
                choices: [{ name: 'text', label: 'Find', placeholder: 'Title or start of an ID' }],
                none: text === undefined ? 'No task links yet.' : 'No task links match these filters.',
                caption: 'Task links',
                columns: columnsOf(clockOf(app)),
                href: ({ id }) => pathOf(id)
            })}`
    };
}

const columnsOf = (clock: Clock): Column<TaskLinkRow>[] => [
    { title: 'Task', cell: titleOf },
    { title: 'Status', cell: ({ status }) => status },
    { title: 'Customer system', cell: ({ crmId }) => idOf(crmId), minor: true },
    { title: 'Planner', cell: ({ plannerId }) => idOf(plannerId), minor: true },
    { title: 'To-do list', cell: ({ todoId }) => idOf(todoId), minor: true },
    { title: 'Changed', cell: ({ updatedAt }) => moment(updatedAt, clock), minor: true }
];

const idOf = (id: string | null) => id !== null && html`<code>${id}</code>`;
