// Task linkage: which task of the one tool is which task of the others.
import { type Done, record } from '../record/audit.ts';
import { nullable, serial, text, time, words } from '../store/columns.ts';
import { desc, eq, or, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { beginsWith, findBy, holdsText, insertOne, listRows, type Rows } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';

export const taskLinks = sqliteTable(
    'task_links',
    {
        id: serial(),
        crmId: nullable.code(),
        plannerId: nullable.code(),
        todoId: nullable.code(),
        title: text(words),
        status: text(words),
        url: text(words),
        createdAt: time(),
        updatedAt: time()
    },
    (t) => [
        uniqueIndex('task_links_crm').on(t.crmId),
        uniqueIndex('task_links_planner').on(t.plannerId),
        uniqueIndex('task_links_todo').on(t.todoId)
    ]
);

export type TaskLinkRow = typeof taskLinks.$inferSelect;

/** The external ids of a task, in the order of the search. */
export const taskIds = ['crmId', 'plannerId', 'todoId'] as const;
export type TaskId = (typeof taskIds)[number];

const by = {
    crmId: findBy(taskLinks, taskLinks.crmId),
    plannerId: findBy(taskLinks, taskLinks.plannerId),
    todoId: findBy(taskLinks, taskLinks.todoId)
};

/** Finds a row by our own number of it. */
export const findTaskRow = findBy(taskLinks, taskLinks.id);

/** The row that has this id, or undefined. */
export const findTask = (on: Reader, name: TaskId, id: string) => by[name](on, id);

export type TaskFields = { [Name in TaskId | 'title' | 'status' | 'url']?: string };

/**
 * Writes the given fields to the row that any of the ids finds, or creates one. Refuses: invalid_field without any id;
 * wrong_state when the ids belong to different rows.
 */
export async function putTask(tx: Tx, fields: TaskFields, at: number): Promise<TaskLinkRow> {
    const given = idsIn(fields);
    const known = await theOne(tx, given);
    const ids = Object.fromEntries(given.map(({ name, id }) => [name, id]));
    const { title = known?.title ?? '', status = known?.status ?? '', url = known?.url ?? '' } = fields;
    const next = { ...ids, title, status, url, updatedAt: at };
    if (!known) return insertOne(tx, taskLinks, { ...next, createdAt: at });
    const [row] = await tx.update(taskLinks).set(next).where(eq(taskLinks.id, known.id)).returning();
    if (!row) throw new Error('a written task was not returned');
    return row;
}

function idsIn(fields: TaskFields) {
    const given = taskIds.flatMap((name) => (fields[name] ? [{ name, id: fields[name] }] : []));
    if (given.length === 0)
        throw new Refusal('invalid_field', 'One of crm_id, planner_id, todo_id is required.');
    return given;
}

/** One look for each id: one question with `or` is answered by reading the whole table once it was small. */
async function theOne(tx: Tx, ids: readonly { name: TaskId; id: string }[]) {
    const found = new Map<number, TaskLinkRow>();
    for (const { name, id } of ids) {
        const row = await findTask(tx, name, id);
        if (row) found.set(row.id, row);
    }
    if (found.size > 1) throw new Refusal('wrong_state', 'These IDs belong to different tasks.');
    const [only] = found.values();
    return only;
}

/**
 * Writes a row whole: an id that is not given is taken off it. Refuses: not_found; invalid_field without any id; wrong_state
 * when another row has one of the ids.
 */
export async function replaceTask(tx: Tx, id: number, fields: TaskFields, at: number): Promise<TaskLinkRow> {
    for (const given of idsIn(fields)) {
        const other = await findTask(tx, given.name, given.id);
        if (other && other.id !== id) throw new Refusal('wrong_state', 'Another task has one of these ids.');
    }
    const { crmId = null, plannerId = null, todoId = null, title = '', status = '', url = '' } = fields;
    const next = { crmId, plannerId, todoId, title, status, url, updatedAt: at };
    const [row] = await tx.update(taskLinks).set(next).where(eq(taskLinks.id, id)).returning();
    if (!row) throw new Refusal('not_found', 'Task not found.');
    return row;
}

/** Deletes a row permanently. Refuses: not_found. */
export async function deleteTask(tx: Tx, id: number, { by, at }: Done) {
    const deleted = await tx.delete(taskLinks).where(eq(taskLinks.id, id)).returning({ id: taskLinks.id });
    if (deleted.length === 0) throw new Refusal('not_found', 'Task not found.');
    await record(tx, { by, act: 'task.delete', target: `task:${id}`, at });
}

/**
 * Returns one page of the rows, the newest first, and how many there are. `text` is the start of an id, or a part of title or
 * status.
 */
export async function listTasks(on: Reader, { text, ...rows }: Rows & { text?: string | undefined }) {
    const where = text === undefined ? undefined : isNamed(text);
    return listRows(on, taskLinks, { where, order: [desc(taskLinks.id)], ...rows });
}

const isNamed = (text: string) =>
    or(
        ...[taskLinks.crmId, taskLinks.plannerId, taskLinks.todoId].map((id) => beginsWith(id, text)),
        holdsText(taskLinks.title, text),
        holdsText(taskLinks.status, text)
    );
