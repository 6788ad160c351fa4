// Task linkage: which task of the one tool is which task of the others.
import { maybe, serial, text, time } from './columns.ts';
import { eq, or, sqliteTable, uniqueIndex } from './drizzle.ts';
import { lookup } from './query.ts';
import { Refusal } from './refusal.ts';
import type { Reader, Tx } from './store.ts';

export const taskLinks = sqliteTable(
    'task_links',
    {
        id: serial(),
        crmId: maybe.text(),
        plannerId: maybe.text(),
        todoId: maybe.text(),
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
export const taskIds = ['crm_id', 'planner_id', 'todo_id'] as const;
export type TaskId = (typeof taskIds)[number];

const columns = { crm_id: 'crmId', planner_id: 'plannerId', todo_id: 'todoId' } as const;

const by = {
    crm_id: lookup(taskLinks, taskLinks.crmId),
    planner_id: lookup(taskLinks, taskLinks.plannerId),
    todo_id: lookup(taskLinks, taskLinks.todoId)
};

/** The row that has this id, or undefined. */
export const findTask = (on: Reader, name: TaskId, id: string) => by[name](on, id);

export type TaskFields = { [Name in TaskId | 'title' | 'status' | 'url']?: string };

/**
 * Writes what is given on the row that any of the ids finds, or makes one. Refuses: invalid_field without any id;
 * wrong_state when the ids belong to different rows.
 */
export async function putTask(tx: Tx, fields: TaskFields, at: number): Promise<TaskLinkRow> {
    const given = taskIds.flatMap((name) => {
        const id = fields[name];
        return id ? [{ column: columns[name], id }] : [];
    });
    if (given.length === 0) throw new Refusal('invalid_field', `One of ${taskIds.join(', ')} is required.`);
    const ids = Object.fromEntries(given.map(({ column, id }) => [column, id]));
    const found = await tx
        .select()
        .from(taskLinks)
        .where(or(...given.map(({ column, id }) => eq(taskLinks[column], id))));
    if (found.length > 1) throw new Refusal('wrong_state', 'These ids belong to different tasks.');
    const { title, status, url } = fields;
    const texts = Object.fromEntries(
        Object.entries({ title, status, url }).filter(([, value]) => value !== undefined)
    );
    const [known] = found;
    const [row] = known
        ? await tx
              .update(taskLinks)
              .set({ ...ids, ...texts, updatedAt: at })
              .where(eq(taskLinks.id, known.id))
              .returning()
        : await tx
              .insert(taskLinks)
              .values({ title: '', status: '', url: '', ...ids, ...texts, createdAt: at, updatedAt: at })
              .returning();
    if (!row) throw new Error('a written task was not returned');
    return row;
}
