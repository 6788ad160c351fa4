// The audit log: one row for each act that a user may have to account for.
import { code, nullable, serial, time, words } from '../store/columns.ts';
import {
    and,
    asc,
    desc,
    eq,
    gt,
    gte,
    inArray,
    index,
    lt,
    max,
    type SQL,
    sql,
    sqliteTable
} from '../store/drizzle.ts';
import {
    beginsWith,
    beginsWithAfter,
    countRows,
    listRows,
    type Page,
    preparedInsert,
    type Rows
} from '../store/query.ts';
import type { Reader, Tx } from '../store/index.ts';

export const audit = sqliteTable(
    'audit',
    {
        id: serial(),
        at: time(),
        actor: code(), // `user:7`, `token:builder`, `cli`
        act: code(), // e.g. `sage.status`
        target: code(), // e.g. `sage:3`
        before: nullable.code(),
        after: nullable.code(),
        note: nullable.text(words),
        address: nullable.code() // a keyed hash: compares addresses without storing them
    },
    (t) => [
        index('audit_by_target').on(t.target, t.id),
        index('audit_by_act').on(t.act, t.id),
        index('audit_by_actor').on(t.actor, t.id),
        index('audit_by_time').on(t.at, t.id)
    ]
);

/** Who acts, as the audit log names them, and from where. */
export interface AuditActor {
    name: string;
    address?: string;
}

/** Who does something, and when. */
export interface Done {
    by: AuditActor;
    at: number;
}

interface Act extends Done {
    act: string;
    target: string;
    before?: string | null;
    after?: string | null;
    note?: string;
}

/** Written in the same transaction as the act itself. */
export async function record(tx: Tx, { by, ...act }: Act) {
    const row = { before: null, after: null, note: null, ...act };
    await insert(tx, { ...row, actor: by.name, address: by.address ?? null });
}

const insert = preparedInsert(audit, 'id');

interface Past {
    target: string;
    act: string;
    after: string;
    since: number;
}

/** Whether the log has this act on this target with this result, later than `since`. */
export async function wasRecorded(on: Reader, { target, act, after, since }: Past) {
    const same = and(eq(audit.target, target), eq(audit.act, act), eq(audit.after, after));
    const rows = await on
        .select({ id: audit.id })
        .from(audit)
        .where(and(same, gt(audit.at, since)))
        .limit(1);
    return rows.length > 0;
}

interface Search extends Range, Rows {
    /** One row for an act on many: the last one. */
    folded?: boolean | undefined;
    target?: string | undefined;
    act?: string | undefined;
    actor?: string | undefined;
}

/** The newest acts first. `act` may be the start of one. */
export async function listAudit(on: Reader, search: Search): Promise<Page<AuditRow>> {
    const { target, act, actor, limit, offset } = search;
    const page = { order: [desc(audit.id)], limit, offset };
    const between = await idsBetween(on, search);
    if (between === 'none') return { items: [], total: 0 };
    const range = and(between, search.folded ? isLastOfAct : undefined);
    const where = and(
        target === undefined ? undefined : eq(audit.target, target),
        actor === undefined ? undefined : eq(audit.actor, actor),
        range
    );
    if (act === undefined) return listRows(on, audit, { where, ...page });
    const prefix = act.toLowerCase();
    const ofPrefix = and(where, beginsWith(audit.act, prefix));
    const isNarrow = target !== undefined || actor !== undefined;
    if (isNarrow || offset > mostMerged) return listRows(on, audit, { where: ofPrefix, ...page });
    const acts = await actsOf(on, prefix);
    const rows = acts.length === 0 ? [] : await newestOf(on, acts, { range, limit, offset });
    return { items: rows, ...(await countRows(on, audit, ofPrefix)) };
}

/** An act on many things has a row for each, of the same actor and time. */
const isLastOfAct = sql`not exists (select 1 from ${audit} more where more.at = ${audit.at}
    and more.actor = ${audit.actor} and more.act = ${audit.act} and more.id > ${audit.id})`;

/** Returns on how many things each of these acts was, by the id of its last row. */
export async function countTargets(on: Reader, rows: readonly AuditRow[]) {
    const { at, actor, act } = audit;
    const times = inArray(
        at,
        rows.map((row) => row.at)
    );
    const counted = await on
        .select({ id: max(audit.id), count: sql<number>`count(*)` })
        .from(audit)
        .where(times)
        .groupBy(at, actor, act);
    return new Map(counted.map(({ id, count }) => [id, count]));
}

interface Range {
    /** From this moment on. */
    since?: number | undefined;
    /** Up to this moment, without it. */
    until?: number | undefined;
}

/** Rows of a time are rows between two ids, for they are written in the order of time; every index ends with the id. */
async function idsBetween(on: Reader, { since, until }: Range): Promise<SQL | undefined | 'none'> {
    const first = since === undefined ? undefined : await firstFrom(on, since);
    if (since !== undefined && first === undefined) return 'none';
    const end = until === undefined ? undefined : await firstFrom(on, until);
    return and(
        first === undefined ? undefined : gte(audit.id, first),
        end === undefined ? undefined : lt(audit.id, end)
    );
}

async function firstFrom(on: Reader, at: number) {
    const found = on.select({ id: audit.id }).from(audit).where(gte(audit.at, at));
    const [first] = await found.orderBy(asc(audit.at), asc(audit.id)).limit(1);
    return first?.id;
}

type AuditRow = typeof audit.$inferSelect;

/**
 * The recorded acts with this prefix, each found by one step in the index. A query by the prefix alone would either sort all its
 * rows, or read the whole log for a rare act.
 */
async function actsOf(on: Reader, prefix: string) {
    const acts: string[] = [];
    for (;;) {
        const last = acts.at(-1);
        const next =
            last === undefined ? beginsWith(audit.act, prefix) : beginsWithAfter(audit.act, prefix, last);
        const [found] = await on
            .select({ act: audit.act })
            .from(audit)
            .where(next)
            .orderBy(asc(audit.act))
            .limit(1);
        if (!found) return acts;
        acts.push(found.act);
    }
}

/** Rows in front of a page: further back, sorting all rows of the acts costs less than merging them. */
const mostMerged = 5000;

/** The newest rows of these acts: the newest of each, merged. */
async function newestOf(
    on: Reader,
    acts: readonly string[],
    { range, limit, offset }: { range: SQL | undefined; limit: number; offset: number }
) {
    const ids: number[] = [];
    for (const act of acts) {
        const newest = on
            .select({ id: audit.id })
            .from(audit)
            .where(and(eq(audit.act, act), range));
        ids.push(...(await newest.orderBy(desc(audit.id)).limit(offset + limit)).map(({ id }) => id));
    }
    const shown = ids.toSorted((a, b) => b - a).slice(offset, offset + limit);
    return on.select().from(audit).where(inArray(audit.id, shown)).orderBy(desc(audit.id));
}
