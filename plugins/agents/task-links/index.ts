// Task links: agents look them up by an id of another system, and administrators write them.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Reader, Store } from '../../../db/store/index.ts';
import { findTask, taskIds } from '../../../db/agents/task-links.ts';
import type { App } from '../../app.ts';
import { tool } from '../../surfaces/tools/index.ts';
import type { Tool } from '../../surfaces/tools/tool.ts';
import { fieldsOf, type Ids } from './body.ts';
import { pagesOfForm } from './form-pages.ts';
import { listPage } from './list-page.ts';
import { taskLinkRoutes } from './routes.ts';
import { taskOf } from './rows.ts';
import { identifier } from '../../surfaces/http/fields.ts';

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

const taskGet = (store: Store): Tool<Ids> => ({
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
async function rowFor(on: Reader, ids: Ids) {
    const asked = fieldsOf(ids);
    const [only, ...more] = taskIds.flatMap((name) => (asked[name] ? [{ name, id: asked[name] }] : []));
    if (!only || more.length > 0) return { error: mistake };
    const row = await findTask(on, only.name, only.id);
    return row ? taskOf(row) : { error: 'not found' };
}
