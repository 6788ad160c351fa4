// The fields of a task link as they come in: as JSON, in a file, in a form.
import Joi from 'joi';
import type { TaskFields, TaskLinkRow } from '../../../db/agents/task-links.ts';
import { identifier, oneLine, withoutBreaks } from '../../surfaces/http/fields.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import { anyText, maybeText, moment, named, wholeId } from '../../surfaces/http/response-fields.ts';
import { onWire, type Wire } from '../../shared/wire.ts';

export type TaskBody = Wire<TaskFields>;

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

/** The body of the JSON routes, of the fields of the form: what is left empty is not given. */
export const bodyOfForm = (form: Form) =>
    Object.fromEntries(
        Object.keys(taskFields).flatMap((name) => {
            const value = typed(form, name).trim();
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

export const taskOf = (row: TaskLinkRow) =>
    onWire(row, 'id', 'crmId', 'plannerId', 'todoId', 'title', 'status', 'url', 'createdAt', 'updatedAt');
