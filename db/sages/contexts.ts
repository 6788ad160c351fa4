// Texts about the company for a sage's prompt, in versions: the current one and its history.
import crypto from 'node:crypto';
import { code, flag, integer, json, key, plain, text, time } from '../store/columns.ts';
import { desc, eq, inArray, primaryKey, sqliteTable } from '../store/drizzle.ts';
import { findBy, type Rows } from '../store/query.ts';
import { compareBytes } from '../store/text-order.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';
import { mayView, sages, type Viewer } from './sages.ts';

export type ContextRow = typeof contexts.$inferSelect;

/** The one status that a context has so far: active. */
const activeStatusId = '7d1f6f0e-5c0a-4f0e-9d55-3b1c6f1a0001';

const fields = {
    name: text(plain),
    active: flag(),
    version: integer(),
    context: text(plain),
    summary: text(plain),
    categories: json<Record<string, unknown>>(plain),
    categoryTitles: text(plain),
    metaData: json<Record<string, unknown>>(plain),
    metrics: json<Record<string, unknown>>(plain),
    statusId: code(),
    createdAt: time()
};

export const contexts = sqliteTable('contexts', { id: key(), ...fields });

export const contextHistory = sqliteTable(
    'context_history',
    { contextId: code().references(() => contexts.id), ...fields },
    (t) => [primaryKey({ columns: [t.contextId, t.version] })]
);

/** 200 KiB: the most that fits into a build together with its cases. */
const longestContext = 200 * 1024;

/** Creates a context and the first entry of its history. Refuses: too_large. */
export async function createContext(
    tx: Tx,
    body: { name: string; context: string; summary?: string },
    at: number
) {
    if (Buffer.byteLength(body.context) > longestContext)
        throw new Refusal('too_large', 'A context can contain up to 200 KiB of text.');
    const version = {
        name: body.name,
        active: true,
        version: 1,
        context: body.context,
        summary: body.summary ?? '',
        categories: {},
        categoryTitles: '',
        metaData: {},
        metrics: {},
        statusId: activeStatusId,
        createdAt: at
    };
    const row = { id: crypto.randomUUID(), ...version };
    await tx.insert(contexts).values(row);
    await tx.insert(contextHistory).values({ contextId: row.id, ...version });
    return row;
}

const contextNotFound = () => new Refusal('not_found', 'Context not found.');

/** Of a sage that names a context. */
export const contextNotThere = () =>
    new Refusal('invalid_field', 'context_ids contains a context that does not exist.');

const findContext = findBy(contexts, contexts.id);

/** Refuses: not_found. */
async function getContext(on: Reader, id: string) {
    const context = await findContext(on, id);
    if (!context) throw contextNotFound();
    return context;
}

/** One page of a context's history, the newest first, and how many entries there are. Refuses: not_found. */
export async function listHistory(on: Reader, id: string, { limit, offset }: Rows) {
    const current = await getContext(on, id);
    const rows = await on
        .select()
        .from(contextHistory)
        .where(eq(contextHistory.contextId, id))
        .orderBy(desc(contextHistory.version))
        .limit(limit)
        .offset(offset);
    return { items: rows.map((row) => ({ ...current, ...row })), total: current.version };
}

/** Whether all these versions of contexts are the current ones; no text is read. */
export async function areCurrent(on: Reader, frozen: readonly Pick<ContextRow, 'id' | 'version'>[]) {
    if (frozen.length === 0) return true;
    const { id, version } = contexts;
    const ids = frozen.map((one) => one.id);
    const now = await on.select({ id, version }).from(contexts).where(inArray(id, ids));
    return frozen.every((was) => now.some((is) => is.id === was.id && is.version === was.version));
}

/** These contexts as they are now, by name; ids that are not there are left out. */
export async function findContexts(on: Reader, ids: readonly string[]) {
    if (ids.length === 0) return [];
    const found = await on
        .select()
        .from(contexts)
        .where(inArray(contexts.id, [...ids]));
    return found.toSorted((a, b) => compareBytes(a.name, b.name) || compareBytes(a.id, b.id));
}

/**
 * Which contexts a user sees: those of the sages they see, and an unused one if they know its id. The context, if no sage uses
 * it or one that this viewer may see. Refuses: not_found.
 */
export async function visibleContext(on: Reader, id: string, viewer: Viewer): Promise<ContextRow> {
    const context = await getContext(on, id);
    const hidden = await hiddenContexts(on, viewer);
    if (hidden.has(id)) throw contextNotFound();
    return context;
}

/** Refuses: invalid_field for a context that only sages use which this viewer may not see, as for one that is not there. */
export async function assertVisibleContexts(on: Reader, ids: readonly string[], viewer: Viewer) {
    const hidden = await hiddenContexts(on, viewer);
    if (ids.some((id) => hidden.has(id))) throw contextNotThere();
}

async function hiddenContexts(on: Reader, viewer: Viewer) {
    if (viewer.access === 'all') return new Set<string>();
    const { ownerId, contextIds } = sages;
    const rows = await on.select({ ownerId, contextIds }).from(sages);
    const used = new Set(rows.flatMap(({ contextIds }) => contextIds));
    const seen = rows.filter((sage) => mayView(viewer, sage)).flatMap(({ contextIds }) => contextIds);
    return used.difference(new Set(seen));
}
