// The stored results templates: the instructions for a sage's evaluation. Every change is a new version; every version is stored.
import crypto from 'node:crypto';
import { code, flag, integer, json, key, plain, text, time } from '../store/columns.ts';
import { and, desc, eq, getTableColumns, primaryKey, sql, sqliteTable } from '../store/drizzle.ts';
import { preparedWrite, preparedInsert, findBy, placeholders, type Rows } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';

/** The texts that an author writes into a template. */
export interface TemplateTexts {
    name: string;
    intro: string;
    directions: string;
    outputFormat: string;
    recommendation: string;
    /** Of clients; a new template has none unless it is a copy. */
    metaData?: Record<string, unknown>;
}

/** The texts for a sage whose author wrote none; they fit any role. */
export const defaultTexts = (sage: { name: string }): TemplateTexts => ({
    name: `${sage.name.slice(0, 190).toWellFormed()} results`,
    intro: 'Judge the answers below.',
    directions: 'Use the levels only. Do not reward length.',
    outputFormat: 'JSON',
    recommendation: 'Recommend from 70 of 100 upward.'
});

export type ResultsRow = typeof results.$inferSelect;

const fields = {
    version: integer(),
    name: text(plain),
    active: flag(),
    evaluatorRole: text(plain),
    recommendation: text(plain),
    outputFormat: text(plain),
    metaData: json<Record<string, unknown>>(plain),
    intro: text(plain),
    directions: text(plain),
    createdAt: time()
};

export const results = sqliteTable('results', { id: key(), sageId: code(), ...fields });

export const resultsVersions = sqliteTable(
    'results_versions',
    { resultsId: code().references(() => results.id), ...fields },
    (t) => [primaryKey({ columns: [t.resultsId, t.version] })]
);

interface Owner {
    sageId: string;
    evaluatorRole: string;
    at: number;
}

/** 64 KiB in all: a longer prompt is of no use, and a page of versions must stay small. */
const longestTemplate = 64 * 1024;

function assertSmall(version: object) {
    if (Buffer.byteLength(JSON.stringify(version)) > longestTemplate)
        throw new Refusal('too_large', 'A results template can contain up to 64 KiB of text.');
}

/** Creates version 1 of a sage's results template. Refuses: too_large. */
export async function createTemplate(tx: Tx, texts: TemplateTexts, { sageId, evaluatorRole, at }: Owner) {
    const version = { metaData: {}, ...texts, version: 1, active: true, evaluatorRole, createdAt: at };
    assertSmall(version);
    const row = { id: crypto.randomUUID(), sageId, ...version };
    await insertTemplate(tx, row);
    await insertVersion(tx, { resultsId: row.id, ...version });
    return row;
}

const insertTemplate = preparedInsert(results);
const insertVersion = preparedInsert(resultsVersions);

export type TemplateChanges = Partial<Omit<ResultsRow, 'id' | 'sageId' | 'version' | 'createdAt'>>;

/** A soft update of a template that was read in this transaction: writes version N+1 and keeps N. Refuses: too_large. */
export async function writeNextVersion(tx: Tx, current: ResultsRow, changes: TemplateChanges, at: number) {
    const template = { ...current, ...changes, version: current.version + 1, createdAt: at };
    const { id: resultsId, sageId: _, ...version } = template;
    assertSmall(version);
    await updateCurrent(tx, template);
    await insertVersion(tx, { resultsId, ...version });
    return template;
}

const updateCurrent = preparedWrite((tx) => {
    const { id, sageId: _, ...version } = getTableColumns(results);
    return tx
        .update(results)
        .set(placeholders(version))
        .where(eq(id, sql.placeholder('id')));
});

export const findTemplate = findBy(results, results.id);

export const templateNotFound = () => new Refusal('not_found', 'Results template not found.');

/** Refuses: not_found. */
export async function getTemplate(on: Reader, id: string) {
    const template = await findTemplate(on, id);
    if (!template) throw templateNotFound();
    return template;
}

/** One page of a template's versions, the newest first, and how many there are. Refuses: not_found. */
export async function listTemplateVersions(on: Reader, id: string, { limit, offset }: Rows) {
    const current = await getTemplate(on, id);
    const rows = await on
        .select()
        .from(resultsVersions)
        .where(eq(resultsVersions.resultsId, id))
        .orderBy(desc(resultsVersions.version))
        .limit(limit)
        .offset(offset);
    // No version is ever missing: the number of the current one is the number of versions.
    return { items: rows.map((row) => ({ ...current, ...row })), total: current.version };
}

/** A template as it was. Refuses: not_found. */
export async function getTemplateVersion(on: Reader, id: string, version: number) {
    const current = await getTemplate(on, id);
    const [row] = await on
        .select()
        .from(resultsVersions)
        .where(and(eq(resultsVersions.resultsId, id), eq(resultsVersions.version, version)));
    if (!row) throw new Refusal('not_found', 'This template has no such version.');
    return { ...current, ...row };
}
