// The fields of a task link as they come in: as JSON, in a file, in a form.
import Joi from 'joi';
import type { TaskFields, TaskLinkRow } from '../../../db/agents/task-links.ts';
import { iso } from '../../../db/store/time.ts';
import { identifier, oneLine, withoutBreaks } from '../../surfaces/http/fields.ts';
import type { Form } from '../../surfaces/http/bodies/typed.ts';
import { anyText, maybeText, moment, named, wholeId } from '../../surfaces/http/response-fields.ts';

/** The ids that a task is known by outside. */
export interface Ids {
    crm_id?: string;
    planner_id?: string;
    todo_id?: string;
}

export interface TaskBody extends Ids {
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

const id = identifier.max(255).pattern(withoutBreaks, 'one line of plain text').trim().min(1).id('TaskId');

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
    .messages({ 'object.missing': 'One of crm_id, planner_id, todo_id is required' })
    .id('TaskFields');

export const typed = (form: Form, name: string) => {
    const value = form[name];
    return typeof value === 'string' ? value.trim() : '';
};

/** The body of the JSON routes, of the fields of the form: what is left empty is not given. */
export const bodyOfForm = (form: Form) =>
    Object.fromEntries(
        Object.keys(taskFields).flatMap((name) => {
            const value = typed(form, name);
            return value === '' ? [] : [[name, value]];
        })
    );

/** A task link as responses show it. */
export const writtenRow = named('TaskLink', {
    id: wholeId,
    crm_id: maybeText,
    planner_id: maybeText,
    todo_id: maybeText,
    title: anyText,
    status: anyText,
    url: anyText,
    created_at: moment,
    updated_at: moment
});

export function taskOf({ id, title, status, url, ...row }: TaskLinkRow) {
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
