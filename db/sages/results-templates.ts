// Results templates: how a sage is told to judge. Every change is a new version; every version is kept.
import crypto from 'node:crypto';
import { flag, integer, json, key, text, time } from '../store/columns.ts';
import { and, desc, eq, getTableColumns, primaryKey, sql, sqliteTable } from '../store/drizzle.ts';
import { preparedWrite, preparedInsert, findBy, placeholders } from '../store/query.ts';
import { Refusal } from '../refusal.ts';
import type { Reader, Tx } from '../store.ts';

export interface ResultsBody {
    name: string;
    intro: string;
    directions: string;
    output_format: string;
    recommendation: string;
}
/** From which share of a criterion's indicators an answer is partial, and from which strong; 0 to 1. */
export interface CutOffs {
    partial: number;
    strong: number;
}
export type ResultsRow = typeof results.$inferSelect;

const fields = {
    version: integer(),
    name: text(),
    active: flag(),
    evaluatorRole: text(),
    recommendation: text(),
    outputFormat: text(),
    metaData: json<{ cut_offs?: CutOffs } & Record<string, unknown>>(),
    intro: text(),
    directions: text(),
    createdAt: time()
};

export const results = sqliteTable('results', { id: key(), sageId: text(), ...fields });

export const resultsVersions = sqliteTable(
    'results_versions',
    { resultsId: text().references(() => results.id), ...fields },
    (t) => [primaryKey({ columns: [t.resultsId, t.version] })]
);

interface Owner {
    sageId: string;
    evaluatorRole: string;
    at: number;
}

/** 64 KiB in all: a prompt of more is none, and a page of versions must stay small. */
const longestTemplate = 64 * 1024;

function assertSmall(version: object) {
    if (Buffer.byteLength(JSON.stringify(version)) > longestTemplate)
        throw new Refusal('too_large', 'A results template holds at most 64 KiB in all.');
}

/** Makes version 1 of a sage's results template. Refuses: too_large. */
export async function createResults(tx: Tx, body: ResultsBody, { sageId, evaluatorRole, at }: Owner) {
    const { output_format: outputFormat, ...texts } = body;
    const version = {
        ...texts,
        outputFormat,
        version: 1,
        active: true,
        evaluatorRole,
        metaData: {},
        createdAt: at
    };
    assertSmall(version);
    const row = { id: crypto.randomUUID(), sageId, ...version };
    await insertTemplate(tx, row);
    await insertVersion(tx, { resultsId: row.id, ...version });
    return row;
}

const insertTemplate = preparedInsert(results);
const insertVersion = preparedInsert(resultsVersions);

export type TemplateChanges = Partial<Omit<ResultsRow, 'id' | 'sageId' | 'version' | 'createdAt'>>;

/** A soft update: writes version N+1 and keeps N. Refuses: not_found, too_large. */
export async function updateResults(tx: Tx, id: string, changes: TemplateChanges, at: number) {
    return writeNext(tx, await getResults(tx, id), changes, at);
}

/** The same for a template that has been read in this transaction. */
export async function writeNext(tx: Tx, current: ResultsRow, changes: TemplateChanges, at: number) {
    const template = { ...current, ...changes, version: current.version + 1, createdAt: at };
    const { id: resultsId, sageId: _, ...version } = template;
    assertSmall(version);
    await changeTemplate(tx, template);
    await insertVersion(tx, { resultsId, ...version });
    return template;
}

const changeTemplate = preparedWrite((tx) => {
    const { id, sageId: _, ...version } = getTableColumns(results);
    return tx
        .update(results)
        .set(placeholders(version))
        .where(eq(id, sql.placeholder('id')));
});

/** A build found better cut-offs: writes them as the next version, unless the template has moved on meanwhile. */
export async function adoptCutOffs(
    tx: Tx,
    { id, version }: Pick<ResultsRow, 'id' | 'version'>,
    cutOffs: CutOffs,
    at: number
) {
    const current = await findResults(tx, id);
    if (!current || current.version !== version) return undefined;
    const metaData = { ...current.metaData, cut_offs: cutOffs };
    return updateResults(tx, id, { metaData }, at);
}

export const findResults = findBy(results, results.id);

/** Refuses: not_found. */
export async function getResults(on: Reader, id: string) {
    const template = await findResults(on, id);
    if (!template) throw new Refusal('not_found', 'Results template not found.');
    return template;
}

/** One page of a template's versions, the newest first, and how many there are. Refuses: not_found. */
export async function listVersions(
    on: Reader,
    id: string,
    { limit, offset }: { limit: number; offset: number }
) {
    const current = await getResults(on, id);
    const rows = await on
        .select()
        .from(resultsVersions)
        .where(eq(resultsVersions.resultsId, id))
        .orderBy(desc(resultsVersions.version))
        .limit(limit)
        .offset(offset);
    // No version is ever missing: the current one is how many there are.
    return { items: rows.map((row) => ({ ...current, ...row })), total: current.version };
}

/** A template as it was. Refuses: not_found. */
export async function getVersion(on: Reader, id: string, version: number) {
    const current = await getResults(on, id);
    const [row] = await on
        .select()
        .from(resultsVersions)
        .where(and(eq(resultsVersions.resultsId, id), eq(resultsVersions.version, version)));
    if (!row) throw new Refusal('not_found', 'This template has no such version.');
    return { ...current, ...row };
}

/** Where a template says nothing: any indicator is partial, half of them strong. */
export function cutOffsOf(template: Pick<ResultsRow, 'metaData'>): CutOffs {
    return template.metaData.cut_offs ?? { partial: 0.01, strong: 0.5 };
}
