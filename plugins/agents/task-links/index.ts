// Task links: agents look them up by an id of another system, and administrators write them.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Reader, Store } from '../../../db/store/index.ts';
import { findTask, taskIds, deleteTask, putTask, replaceTask } from '../../../db/agents/task-links.ts';
import type { App } from '../../app.ts';
import { tool } from '../../surfaces/tools/index.ts';
import type { Tool } from '../../surfaces/tools/tool.ts';
import { bodyOfForm, type TaskBody, taskRow, taskOf, writtenRow } from './body.ts';
import { identifier, formInteger } from '../../surfaces/http/fields.ts';
import { actBy } from '../../surfaces/auth/requester.ts';
import { messageOnly } from '../../surfaces/http/response-fields.ts';
import { settingsScope as scope } from '../../shared/settings-view.ts';
import { rest } from '../../surfaces/rest.ts';
import { pagesOfForm, listPage, listPath, taskForms } from './pages.ts';
import { inColumns } from '../../shared/wire.ts';

export const taskLinks = (app: App): ServerRoute[] => [
    tool(app, taskGet(app.store)),
    ...taskLinkRoutes(app),
    listPage(app),
    ...pagesOfForm(app)
];

const oneId = 'exactly one of crm_id, planner_id, todo_id';
const mistake = `${oneId} is required`;
const askedId = (of: string) =>
    identifier.allow('').max(255).description(`The task's id in the ${of}. Send ${oneId}.`);
const optional = Joi.string().allow(null);

const rowOrError = Joi.object({
    id: Joi.number().integer(),
    crm_id: optional,
    planner_id: optional,
    todo_id: optional,
    title: Joi.string().allow(''),
    status: Joi.string().allow(''),
    url: Joi.string().allow(''),
    created_at: Joi.string().isoDate(),
    updated_at: Joi.string().isoDate(),
    error: Joi.string().description('Instead of a row: not found, or the error.')
});

const taskGet = (store: Store): Tool<TaskBody> => ({
    name: 'task_get',
    hot: true,
    title: 'Get a task linkage row',
    description: `Fetches one task linkage row by one external id. Send ${oneId}.`,
    input: Joi.object({
        crm_id: askedId('customer system'),
        planner_id: askedId('planner'),
        todo_id: askedId('to-do list')
    }),
    output: rowOrError,
    annotations: { readOnlyHint: true, openWorldHint: false },
    timeout: 5000,
    failed: (message) => ({ error: message }),
    run: (ids) => rowFor(store.read, ids)
});

/** The row that the one id finds. */
async function rowFor(on: Reader, ids: TaskBody) {
    const asked = inColumns(ids);
    const [only, ...more] = taskIds.flatMap((name) => (asked[name] ? [{ name, id: asked[name] }] : []));
    if (!only || more.length > 0) return { error: mistake };
    const row = await findTask(on, only.name, only.id);
    return row ? taskOf(row) : { error: 'not found' };
}

/** The JSON routes of task links: administrators write and delete them. */
const taskLinkRoutes = (app: App): ServerRoute[] => [putRoute(app), replaceRoute(app), deleteRoute(app)];

/** Of the routes that take a whole row. */
const writing = {
    scope,
    formPost: taskForms,
    bodyOfForm,
    body: taskRow,
    response: { task: writtenRow },
    also: [404, 409]
};

const params = { id: formInteger.required() };

const putRoute = (app: App): ServerRoute =>
    rest<TaskBody>(app, {
        name: 'putTaskLink',
        method: 'PUT',
        path: '/tasks',
        summary: 'Creates a task link, or updates the one that has any of the IDs.',
        ...writing,
        run: async (body) => ({
            task: taskOf(await app.store.write((tx) => putTask(tx, inColumns(body), app.now())))
        })
    });

const replaceRoute = (app: App): ServerRoute =>
    rest<{ id: number } & TaskBody>(app, {
        name: 'replaceTaskLink',
        method: 'PUT',
        path: '/tasks/{id}',
        summary: 'Replaces a task link by its row number. Omitted fields are cleared.',
        ...writing,
        params,
        run: async ({ id, ...body }) => ({
            task: taskOf(await app.store.write((tx) => replaceTask(tx, id, inColumns(body), app.now())))
        })
    });

const deleteRoute = (app: App): ServerRoute =>
    rest<{ id: number }>(app, {
        name: 'deleteTaskLink',
        method: 'POST',
        path: '/tasks/{id}/delete',
        summary: 'Deletes a task link permanently.',
        scope,
        params,
        formPost: { backTo: () => listPath },
        body: {},
        also: [404],
        response: messageOnly,
        run: async ({ id }, _, request) => {
            await app.store.write((tx) => deleteTask(tx, id, actBy(app, request)));
            return { message: 'The task link is deleted.' };
        }
    });
