// Task linkage: which task of the one tool is which task of the others.
import { nullable, serial, text, time } from '../store/columns.ts';
import { eq, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { findBy } from '../store/query.ts';
import { Refusal } from '../refusal.ts';
import type { Reader, Tx } from '../store.ts';

export const taskLinks = sqliteTable(
    'task_links',
    {
        id: serial(),
        crmId: nullable.text(),
        plannerId: nullable.text(),
        todoId: nullable.text(),
        title: text(),
        status: text(),
        url: text(),
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

/** The ids that a task is known by outside, in the order in which they are looked at. */
export const taskIds = ['crmId', 'plannerId', 'todoId'] as const;
export type TaskId = (typeof taskIds)[number];

const by = {
    crmId: findBy(taskLinks, taskLinks.crmId),
    plannerId: findBy(taskLinks, taskLinks.plannerId),
    todoId: findBy(taskLinks, taskLinks.todoId)
};

/** The row that has this id, or undefined. */
export const findTask = (on: Reader, name: TaskId, id: string) => by[name](on, id);

export type TaskFields = { [Name in TaskId | 'title' | 'status' | 'url']?: string };

/**
 * Writes what is given on the row that any of the ids finds, or makes one. Refuses: invalid_field without any id;
 * wrong_state when the ids belong to different rows.
 */
export async function putTask(tx: Tx, fields: TaskFields, at: number): Promise<TaskLinkRow> {
    const given = taskIds.flatMap((name) => (fields[name] ? [{ name, id: fields[name] }] : []));
    if (given.length === 0)
        throw new Refusal('invalid_field', 'One of crm_id, planner_id, todo_id is required.');
    const known = await theOne(tx, given);
    const ids = Object.fromEntries(given.map(({ name, id }) => [name, id]));
    const { title = known?.title ?? '', status = known?.status ?? '', url = known?.url ?? '' } = fields;
    const next = { ...ids, title, status, url, updatedAt: at };
    const [row] = known
        ? await tx.update(taskLinks).set(next).where(eq(taskLinks.id, known.id)).returning()
        : await tx
              .insert(taskLinks)
              .values({ ...next, createdAt: at })
              .returning();
    if (!row) throw new Error('a written task was not returned');
    return row;
}

/** One look for each id: one question with `or` is answered by reading the whole table once it was small. */
async function theOne(tx: Tx, ids: readonly { name: TaskId; id: string }[]) {
    const found = new Map<number, TaskLinkRow>();
    for (const { name, id } of ids) {
        const row = await findTask(tx, name, id);
        if (row) found.set(row.id, row);
    }
    if (found.size > 1) throw new Refusal('wrong_state', 'These ids belong to different tasks.');
    const [only] = found.values();
    return only;
}
