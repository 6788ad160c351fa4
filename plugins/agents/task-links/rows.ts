// A task link as responses show it.
import { iso } from '../../../db/store/time.ts';
import type { TaskLinkRow } from '../../../db/agents/task-links.ts';
import { anyText, maybeText, moment, named, wholeId } from '../../surfaces/http/response-fields.ts';

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
