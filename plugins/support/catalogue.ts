// The tasks that support staff may start, and the filters of the list of jobs.
import Joi from 'joi';
import { type JobRow, jobStates, type TaskName } from '../../db/jobs/ledger.ts';
import type { Field } from '../../db/support/tasks.ts';
import type { App } from '../app.ts';
import { identifier, pageOf, paging, type Paging, shortText, uuid } from '../surfaces/http/fields.ts';

const schemaOf = (field: Field) => {
    if (field === 'uuid') return uuid.required();
    if (field === 'id') return identifier.max(100).required();
    const number = Joi.number().integer().min(1).required();
    return field.most === undefined ? number : number.max(field.most);
};

/** The names of the fields of a payload, in the order in which the ledger keeps them. */
export const fieldsOf = ({ tasks }: App, task: TaskName) => Object.keys(tasks[task].payload);

export const taskNames = ({ tasks }: App) => Object.keys(tasks) as TaskName[];

/** By task, what pages call it. */
export const taskLabels = ({ tasks }: App) =>
    Object.fromEntries(Object.entries(tasks).map(([name, { label }]) => [name, label]));

const unknownTask = 'Unknown task (from another version)';

/** What pages call this one, which another version of the program may have left. */
export const taskWord = ({ tasks }: App, task: TaskName) =>
    Object.hasOwn(tasks, task) ? tasks[task].label : unknownTask;

/** The payload of a task. */
export function payloadOf(app: App, task: TaskName) {
    const fields = Object.entries<Field>(app.tasks[task].payload).map(([name, field]) => [
        name,
        schemaOf(field)
    ]);
    const inOrder = (payload: Readonly<Record<string, unknown>>) =>
        Object.fromEntries(fieldsOf(app, task).map((name) => [name, payload[name]]));
    return Joi.object(Object.fromEntries(fields) as Joi.SchemaMap).custom(inOrder);
}

export interface JobsQuery extends Paging {
    state?: JobRow['state'];
    task?: TaskName;
    delayed?: '1';
    sort?: 'made' | '-made';
    q?: string;
}

export const jobsQuery = (app: App) => ({
    state: Joi.valid(...jobStates),
    task: Joi.valid(...taskNames(app)),
    delayed: Joi.valid('1'),
    sort: Joi.valid('made', '-made').description('`made`: oldest first.'),
    q: shortText,
    ...paging
});

/** The query of the list of jobs, as the store takes it. */
export const searchOf = ({ q: text, state, task, delayed, sort, ...page }: JobsQuery) => ({
    text,
    state,
    task,
    delayed: delayed === '1',
    oldestFirst: sort === 'made',
    ...pageOf(page)
});

/** What a form sends is text: a field that is a number becomes one. */
export function jobOfForm(app: App, { task, ...form }: Readonly<Record<string, unknown>>) {
    const name = taskNames(app).find((one) => one === task);
    if (!name) return { task, payload: {} };
    const payload = Object.entries<Field>(app.tasks[name].payload).map(([field, is]) => {
        const value = form[field];
        return [field, typeof is === 'object' && /^\d+$/.test(String(value)) ? Number(value) : value];
    });
    return { task, payload: Object.fromEntries(payload) as object };
}
