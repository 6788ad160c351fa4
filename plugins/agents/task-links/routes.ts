// The JSON routes of task links: administrators write and delete them.
import type { ServerRoute } from '@hapi/hapi';
import { deleteTask, putTask, replaceTask } from '../../../db/agents/task-links.ts';
import type { App } from '../../app.ts';
import { actBy } from '../../surfaces/auth/requester.ts';
import { formInteger } from '../../surfaces/http/fields.ts';
import { messageOnly } from '../../surfaces/http/response-fields.ts';
import { settingsScope as scope } from '../../shared/settings-view.ts';
import { rest } from '../../surfaces/rest.ts';
import { bodyOfForm, fieldsOf, type TaskBody, taskRow } from './body.ts';
import { listPath, taskForms } from './form-pages.ts';
import { taskOf, writtenRow } from './rows.ts';

export const taskLinkRoutes = (app: App): ServerRoute[] => [
    putRoute(app),
    replaceRoute(app),
    deleteRoute(app)
];

const params = { id: formInteger.required() };

const putRoute = (app: App): ServerRoute =>
    rest<TaskBody>(app, {
        name: 'putTaskLink',
        method: 'PUT',
        path: '/tasks',
        summary: 'Creates a task link, or updates the one that has any of the IDs.',
        scope,
        formPost: taskForms,
        bodyOfForm,
        body: taskRow,
        response: { task: writtenRow },
        also: [404, 409],
        run: async (body) => ({
            task: taskOf(await app.store.write((tx) => putTask(tx, fieldsOf(body), app.now())))
        })
    });

const replaceRoute = (app: App): ServerRoute =>
    rest<{ id: number } & TaskBody>(app, {
        name: 'replaceTaskLink',
        method: 'PUT',
        path: '/tasks/{id}',
        summary: 'Replaces a task link by its row number. Omitted fields are cleared.',
        scope,
        params,
        formPost: taskForms,
        bodyOfForm,
        body: taskRow,
        response: { task: writtenRow },
        also: [404, 409],
        run: async ({ id, ...body }) => ({
            task: taskOf(await app.store.write((tx) => replaceTask(tx, id, fieldsOf(body), app.now())))
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
        bodyOfForm: () => ({}),
        body: {},
        also: [404],
        response: messageOnly,
        run: async ({ id }, _, request) => {
            await app.store.write((tx) => deleteTask(tx, id, actBy(app, request)));
            return { message: 'The task link is deleted.' };
        }
    });
