import crypto from 'node:crypto';
import { type Capability, holdsAny } from './capabilities.ts';
import { flag, integer, json, maybe, serial, text, time, word } from './columns.ts';
import { findContexts } from './contexts.ts';
import { asc, eq, type SQLiteUpdateSetSource, sql, sqliteTable, uniqueIndex } from './drizzle.ts';
import { lookup } from './query.ts';
import { Refusal } from './refusal.ts';
import { createResults, type ResultsBody, results, updateResults } from './results.ts';
import type { Reader, Tx } from './store.ts';
import { users } from './users.ts';

/** What is asked, how much it counts, and what an answer looks like at each level. */
export interface Criterion {
    id: string;
    question: string;
    weight: number;
    levels: { absent: string; partial: string; strong: string };
    /** Phrases that speak for the candidate when the answer says them. */
    indicators: string[];
    /** Phrases that speak against the candidate. */
    negative_indicators: string[];
}

export type SageRow = typeof sages.$inferSelect;

/** The steps of the workflow that a sage goes through before it may judge anybody. */
export const workflow = { details: 1, criteria: 2, contexts: 3, build: 4, testing: 5, deploy: 6 } as const;

export const sages = sqliteTable(
    'sages',
    {
        id: serial(),
        uuid: text(),
        name: text(),
        evaluatorRole: text(),
        criteria: json<Criterion[]>(),
        contextIds: json<string[]>(),
        resultsId: maybe.text().references(() => results.id),
        evaluator: word('rules'),
        threshold: integer(), // 0 to 100: the score from which the recommendation is to advance
        status: word('ss_active', 'ss_inactive'),
        stepNumber: integer(),
        revision: integer().default(1), // goes up with every edit of what it judges by
        releaseRunId: maybe.text(), // the build that proved what it judges with
        releaseRevision: maybe.integer(), // the revision that was proved
        builtAt: maybe.time(), // of the first completed build, ever
        demoKey: maybe.text(), // shown again by design: it opens a demonstration and nothing else
        ownerId: maybe.integer().references(() => users.id),
        demo: flag().default(false),
        createdAt: time(),
        updatedAt: time()
    },
    (t) => [uniqueIndex('sages_uuid').on(t.uuid), uniqueIndex('sages_demo_key').on(t.demoKey)]
);

export interface SageBody {
    name: string;
    evaluator_role: string;
    criteria: Criterion[];
    context_ids: string[];
    results?: ResultsBody;
    evaluator?: 'rules';
    threshold?: number;
}

/** Makes an inactive sage with its results template. Refuses: invalid_field for a context that is not there. */
export async function createSage(tx: Tx, body: SageBody, { by, at, demo = false }: Maker) {
    await assertContexts(tx, body.context_ids);
    const uuid = crypto.randomUUID();
    const owner = { sageId: uuid, evaluatorRole: body.evaluator_role, at };
    const template = body.results && (await createResults(tx, body.results, owner));
    const [sage] = await tx
        .insert(sages)
        .values({
            uuid,
            name: body.name,
            evaluatorRole: body.evaluator_role,
            criteria: body.criteria,
            contextIds: body.context_ids,
            resultsId: template?.id ?? null,
            evaluator: body.evaluator ?? 'rules',
            threshold: body.threshold ?? 70,
            status: 'ss_inactive',
            stepNumber: firstMissing(body),
            ownerId: by,
            demo,
            createdAt: at,
            updatedAt: at
        })
        .returning();
    if (!sage) throw new Error('a new sage was not returned');
    return sage;
}

interface Editor {
    by: { id: number; capabilities: readonly Capability[] };
    at: number;
}

/**
 * Changes a sage; what was proved of it becomes stale when it changes how the sage judges. A sage without an owner
 * is everybody's. Refuses: not_found, forbidden (somebody else's), invalid_field.
 */
export async function updateSage(tx: Tx, ref: SageRef, body: Partial<SageBody>, { by, at }: Editor) {
    const sage = await getSage(tx, ref);
    if (sage.ownerId !== null && !isOwnOrAdministered(by, sage)) {
        throw new Refusal('forbidden', 'Only the owner of this sage or an administrator may change it.');
    }
    if (body.context_ids) await assertContexts(tx, body.context_ids);
    const resultsId = await writeResults(tx, sage, body, at);
    const next = { ...bodyOf(sage), ...body };
    const missing = firstMissing({ ...next, results: resultsId ? {} : undefined });
    return setFields(tx, sage.id, {
        name: next.name,
        evaluatorRole: next.evaluator_role,
        criteria: next.criteria,
        contextIds: next.context_ids,
        evaluator: next.evaluator,
        threshold: next.threshold,
        resultsId,
        revision: changesJudgement(body) ? sage.revision + 1 : sage.revision,
        stepNumber: sage.stepNumber > workflow.build ? sage.stepNumber : missing,
        updatedAt: at
    });
}

/** A sage is named by its integer id (actions) or its UUID (backend API). */
export type SageRef = number | string;

const byId = lookup(sages, sages.id);
const byUuid = lookup(sages, sages.uuid);

export function findSage(on: Reader, ref: SageRef) {
    return typeof ref === 'number' ? byId(on, ref) : byUuid(on, ref);
}

/** Refuses: not_found. */
export async function getSage(on: Reader, ref: SageRef) {
    const sage = await findSage(on, ref);
    if (!sage) throw new Refusal('not_found', 'Sage not found.');
    return sage;
}

/** Who asks, and how far they see: with `owner` only their own sages, unless they administrate the council. */
export interface Viewer {
    id: number;
    capabilities: readonly Capability[];
    access: 'all' | 'owner';
}

/** The sage, if this viewer may see it. Refuses: not_found. */
export async function visibleSage(on: Reader, ref: SageRef, viewer: Viewer) {
    const sage = await findSage(on, ref);
    if (!sage || (viewer.access === 'owner' && !isOwnOrAdministered(viewer, sage))) {
        throw new Refusal('not_found', 'Sage not found.');
    }
    return sage;
}

/** Whether the sage is this user's, or they administrate the council. */
export function isOwnOrAdministered({ id, capabilities }: Omit<Viewer, 'access'>, { ownerId }: SageRow) {
    return ownerId === id || holdsAny(capabilities, ['ss_council_admin', 'ss_admin_all']);
}

/** One page of sages in the order they were made, and how many there are. */
export async function listSages(on: Reader, { limit, offset }: { limit: number; offset: number }) {
    const items = await on.select().from(sages).orderBy(asc(sages.id)).limit(limit).offset(offset);
    const [{ total } = { total: 0 }] = await on.select({ total: sql<number>`count(*)` }).from(sages);
    return { items, total };
}

/** Edited since its release was proved: it must be built again before it meets anybody. */
export function isStale({ releaseRevision, revision }: SageRow) {
    return releaseRevision !== null && releaseRevision !== revision;
}

/** A completed build: its release is what judges from now on. From step 4 the sage moves on to testing. */
export async function adoptRelease(tx: Tx, sageId: number, { runId, revision, at }: Release) {
    await setFields(tx, sageId, {
        releaseRunId: runId,
        releaseRevision: revision,
        builtAt: sql`coalesce(${sages.builtAt}, ${at})`,
        stepNumber: sql`case when ${sages.stepNumber} = ${workflow.build} then ${workflow.testing} else ${sages.stepNumber} end`,
        updatedAt: at
    });
}

interface Release {
    runId: string;
    revision: number;
    at: number;
}

interface Maker {
    by: number | null;
    at: number;
    demo?: boolean;
}

async function setFields(tx: Tx, id: number, changes: SQLiteUpdateSetSource<typeof sages>) {
    const [sage] = await tx.update(sages).set(changes).where(eq(sages.id, id)).returning();
    if (!sage) throw new Refusal('not_found', 'Sage not found.');
    return sage;
}

/** The first step of the workflow that still lacks something; a complete sage can be built. */
function firstMissing({
    name,
    evaluator_role,
    criteria,
    results
}: Partial<Omit<SageBody, 'results'>> & { results?: object | undefined }) {
    if (!name || !evaluator_role) return workflow.details;
    if (!criteria || criteria.length === 0) return workflow.criteria;
    return results ? workflow.build : workflow.contexts;
}

const judgementFields = [
    'evaluator_role',
    'criteria',
    'context_ids',
    'results',
    'evaluator',
    'threshold'
] as const;

function changesJudgement(body: Partial<SageBody>) {
    return judgementFields.some((field) => body[field] !== undefined);
}

function bodyOf(sage: SageRow) {
    const {
        name,
        evaluatorRole: evaluator_role,
        criteria,
        contextIds: context_ids,
        evaluator,
        threshold
    } = sage;
    return { name, evaluator_role, criteria, context_ids, evaluator, threshold };
}

async function assertContexts(tx: Tx, ids: readonly string[]) {
    const found = await findContexts(tx, ids);
    if (found.length < new Set(ids).size)
        throw new Refusal('invalid_field', 'context_ids names a context that is not there.');
}

/** The template follows the sage: what it says, and the role it is spoken in. Answers its id. */
async function writeResults(
    tx: Tx,
    sage: SageRow,
    { results, evaluator_role }: Partial<SageBody>,
    at: number
) {
    const evaluatorRole = evaluator_role ?? sage.evaluatorRole;
    if (sage.resultsId === null) {
        const owner = { sageId: sage.uuid, evaluatorRole, at };
        return results ? (await createResults(tx, results, owner)).id : null;
    }
    if (results || evaluatorRole !== sage.evaluatorRole) {
        const { output_format: outputFormat, ...texts } = results ?? {};
        await updateResults(
            tx,
            sage.resultsId,
            { evaluatorRole, ...texts, ...(outputFormat !== undefined && { outputFormat }) },
            at
        );
    }
    return sage.resultsId;
}
