// Task links: agents look them up by an id of another system, and administrators write them.
import type { Plugin, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { iso } from '../../db/store/iso.ts';
import type { Reader, Store } from '../../db/store.ts';
import { findTask, putTask, type TaskFields, taskIds, type TaskLinkRow } from '../../db/tools/task-links.ts';
import type { App } from '../app.ts';
import { anyText, maybeText, moment, wholeId } from '../surfaces/openapi/response-fields.ts';
import { oneLine } from '../surfaces/fields.ts';
import { rest } from '../surfaces/rest.ts';
import { tool } from '../surfaces/tools/index.ts';
import type { Tool } from '../surfaces/tools/tool.ts';

export const taskLinks: Plugin<App> = {
    name: 'task-links',
    dependencies: ['auth'],
    register(server, app) {
        server.route([tool(app, taskGet(app.store)), putRoute(app)]);
    }
};

const putRoute = (app: App): ServerRoute =>
    rest<TaskBody>(app, {
        name: 'putTaskLink',
        method: 'PUT',
        path: '/tasks',
        summary: 'Writes a task link: changes the row that has any of the ids, or makes a new one.',
        scope: ['ss_admin_all'],
        body: taskRow,
        response: { task: writtenRow },
        also: [404, 409],
        run: async (body) => ({
            task: taskOf(await app.store.write((tx) => putTask(tx, fieldsOf(body), app.now())))
        })
    });

/** The ids that a task is known by outside. */
interface Ids {
    crm_id?: string;
    planner_id?: string;
    todo_id?: string;
}

interface TaskBody extends Ids {
    title?: string;
    status?: string;
    url?: string;
}

/** What a row sets, in the names of the table. */
export const fieldsOf = ({ crm_id, planner_id, todo_id, ...texts }: TaskBody): TaskFields => ({
    ...texts,
    ...(crm_id && { crmId: crm_id }),
    ...(planner_id && { plannerId: planner_id }),
    ...(todo_id && { todoId: todo_id })
});

const id = oneLine(255).trim().min(1);

const taskFields = {
    crm_id: id,
    planner_id: id,
    todo_id: id,
    title: oneLine(500).allow(''),
    status: oneLine(100).allow(''),
    url: Joi.string()
        .allow('')
        .uri({ scheme: ['http', 'https'] })
        .max(2000)
};

/** A row as it comes in, over HTTP or from a file. */
export const taskRow = Joi.object<TaskBody>(taskFields)
    .or('crm_id', 'planner_id', 'todo_id')
    .messages({ 'object.missing': 'One of crm_id, planner_id, todo_id is required' });

const askedId = (of: string) =>
    Joi.string().allow(null, '').max(255).description(`The task's id in the ${of}.`);
const optional = Joi.string().allow(null);
const mistake = 'exactly one of crm_id, planner_id, todo_id is required';

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
    error: Joi.string().description('Instead of a row: not found, or the mistake.')
});

const taskGet = (store: Store): Tool<Ids> => ({
    name: 'task_get',
    hot: true,
    title: 'Get a task linkage row',
    description: `Fetches one task linkage row by one external id. Give ${mistake.replace(' is required', '')}.`,
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
async function rowFor(on: Reader, ids: Ids) {
    const asked = fieldsOf(ids);
    const [only, ...more] = taskIds.flatMap((name) => (asked[name] ? [{ name, id: asked[name] }] : []));
    if (!only || more.length > 0) return { error: mistake };
    const row = await findTask(on, only.name, only.id);
    return row ? taskOf(row) : { error: 'not found' };
}

const writtenRow = Joi.object({
    id: wholeId,
    crm_id: maybeText,
    planner_id: maybeText,
    todo_id: maybeText,
    title: anyText,
    status: anyText,
    url: anyText,
    created_at: moment,
    updated_at: moment
}).required();

function taskOf({ id, title, status, url, ...row }: TaskLinkRow) {
    return {
        id,
        crm_id: row.crmId,
        planner_id: row.plannerId,
        todo_id: row.todoId,
        title,
        status,
        url,
        created_at: iso(row.createdAt),
        updated_at: iso(row.updatedAt)
    };
}
