import { type Capability, holdsAny } from '../accounts/capabilities.ts';
import { enumText, flag, integer, json, nullable, plain, serial, text, time } from '../store/columns.ts';
import {
    and,
    asc,
    desc,
    eq,
    inArray,
    index,
    isNull,
    ne,
    type SQLiteUpdateSetSource,
    sql,
    sqliteTable,
    uniqueIndex
} from '../store/drizzle.ts';
import { findBy, folded, holdsText, listRows, type Rows } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import { results } from './template-versions.ts';
import type { TestAnswer } from './test-answers.ts';
import { workflow } from './workflow.ts';
import type { Reader, Tx } from '../store/index.ts';
import { users } from '../accounts/users.ts';

/** What is asked, how much it counts, and what an answer looks like at each level. */
export interface Criterion {
    id: string;
    question: string;
    weight: number;
    levels: { absent: string; partial: string; strong: string };
    /** Phrases that count for the candidate when the answer contains them. */
    indicators: string[];
    /** Phrases that speak against the candidate. */
    negative_indicators: string[];
    /** What a build tries a model with; absent where its author gave none. */
    test_answers?: TestAnswer[];
}

/** `evidence` finds passages and leaves the level to people; `model` evaluates with a language model; `both` does both. */
export const evaluatorNames = ['evidence', 'model', 'both'] as const;
export type EvaluatorName = (typeof evaluatorNames)[number];

/** Whether an evaluator of this name gives levels: the embedded reader leaves them to people. */
export const givesLevels = (evaluator: string) => evaluator !== 'evidence';

/** A word that may name a protected attribute and is about the work: who confirmed it, why and when. */
export interface ConfirmedWord {
    word: string;
    reason: string;
    by: number | null;
    at: number;
}

export type SageRow = typeof sages.$inferSelect;

export const sages = sqliteTable(
    'sages',
    {
        id: serial(),
        uuid: text(plain),
        name: text(plain),
        evaluatorRole: text(plain),
        criteria: json<Criterion[]>(plain),
        contextIds: json<string[]>(plain),
        resultsId: nullable.code().references(() => results.id),
        evaluator: enumText(...evaluatorNames),
        confirmedWords: json<ConfirmedWord[]>(plain).default([]),
        threshold: integer(), // 0 to 100: the score from which the recommendation is to advance
        status: enumText('ss_active', 'ss_inactive'),
        stepNumber: integer(),
        revision: integer().default(1), // increases with every edit of an input of the evaluation
        releaseRunId: nullable.code(), // the build that proved the present inputs of the evaluation
        releaseRevision: nullable.integer(), // the revision that was proved
        builtAt: nullable.time(), // of the first completed build, ever
        openedAt: nullable.time(), // when it was first opened for candidates
        demoKey: nullable.code(), // shown again by design: it opens a demo and nothing else
        language: text(plain).default('en'), // of the answers
        reviewers: json<number[]>(plain).default([]), // reviewers of its screens besides the owner
        hidesFindings: flag().default(true), // names and findings, from each reviewer until they gave all levels
        ownerId: nullable.integer().references(() => users.id),
        demo: flag().default(false),
        createdAt: time(),
        updatedAt: time()
    },
    (t) => [
        uniqueIndex('sages_uuid').on(t.uuid),
        uniqueIndex('sages_demo_key').on(t.demoKey),
        index('sages_by_change').on(t.updatedAt, t.id),
        index('sages_unbuilt')
            .on(t.id)
            .where(sql`release_revision is null`),
        index('sages_stale')
            .on(t.id)
            .where(sql`release_revision <> revision`)
    ]
);

/** A sage is named by its integer id (actions) or its UUID (backend API). */
export type SageRef = number | string;

const byId = findBy(sages, sages.id);
const byUuid = findBy(sages, sages.uuid);

export function findSage(on: Reader, ref: SageRef) {
    return typeof ref === 'number' ? byId(on, ref) : byUuid(on, ref);
}

/** What candidates are shown of these sages, by id. */
export async function sagesById(on: Reader, ids: readonly number[]) {
    const { id, name, language } = sages;
    const rows = await on
        .select({ id, name, language })
        .from(sages)
        .where(inArray(id, [...new Set(ids)]));
    return new Map(rows.map((row) => [row.id, row]));
}

/** The names of the sages of these rows, by id. */
export async function sageNamesOf(on: Reader, rows: readonly { sageId: number }[]) {
    const ids = rows.map(({ sageId }) => sageId);
    return new Map(Array.from(await sagesById(on, ids), ([id, { name }]) => [id, name]));
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
    if (!sage || !mayView(viewer, sage)) throw new Refusal('not_found', 'Sage not found.');
    return sage;
}

/** Whether this viewer may see the sage and what belongs to it. */
export const mayView = (viewer: Viewer, sage: Pick<SageRow, 'ownerId'>) =>
    viewer.access === 'all' || isOwnOrAdministered(viewer, sage);

/** Whether the sage is this user's, or they administrate the council. */
export function isOwnOrAdministered(
    { id, capabilities }: Omit<Viewer, 'access'>,
    { ownerId }: Pick<SageRow, 'ownerId'>
) {
    return ownerId === id || holdsAny(capabilities, ['ss_council_admin', 'ss_admin_all']);
}

/** What narrows a list of sages, and its order: the name of a column below, with `-` before it for the other way round. */
export interface SageFilter {
    status?: SageRow['status'] | undefined;
    /** `unbuilt` has never had a release, `stale` was changed since, `built` was not. */
    state?: SageState | undefined;
    evaluator?: EvaluatorName | undefined;
    /** A part of the name. */
    q?: string | undefined;
    ownerId?: number | undefined;
    sort?: SageOrder;
}

const orders = {
    made: sages.id,
    name: folded(sages.name),
    step: sages.stepNumber,
    changed: sages.updatedAt
} as const;
type OrderName = keyof typeof orders;
export type SageOrder = OrderName | `-${OrderName}`;
export const sageOrders = Object.keys(orders).flatMap((name) => [name, `-${name}`]) as SageOrder[];

/** One page of the sages that this viewer may see, in the order of creation, and how many there are. */
export async function listSages(
    on: Reader,
    viewer: Viewer,
    { status, state, evaluator, q, ownerId, sort = 'made', ...rows }: Rows & SageFilter
) {
    const where = and(seenBy(viewer), matching({ status, state, evaluator, q, ownerId }));
    return listRows(on, sages, { where, order: orderOf(sort), ...rows });
}

export const sageStates = ['unbuilt', 'stale', 'built'] as const;
type SageState = (typeof sageStates)[number];

function matching({ status, state, evaluator, q, ownerId }: SageFilter) {
    const { releaseRevision, revision } = sages;
    return and(
        status && eq(sages.status, status),
        state === 'unbuilt' ? isNull(releaseRevision) : undefined,
        state === 'stale' ? ne(releaseRevision, revision) : undefined,
        state === 'built' ? eq(releaseRevision, revision) : undefined,
        evaluator && eq(sages.evaluator, evaluator),
        q === undefined ? undefined : holdsText(sages.name, q),
        ownerId === undefined ? undefined : eq(sages.ownerId, ownerId)
    );
}

function orderOf(sort: SageOrder) {
    const name = sort.replace('-', '') as OrderName;
    const way = sort.startsWith('-') ? desc : asc;
    return [way(orders[name]), way(sages.id)];
}

/** The condition that this viewer may see a sage; undefined where they may see all. */
export function seenBy(viewer: Viewer) {
    const isNarrow = viewer.access === 'owner' && !isOwnOrAdministered(viewer, { ownerId: null });
    return isNarrow ? eq(sages.ownerId, viewer.id) : undefined;
}

/** Edited since its release was proved: it must be rebuilt before it can invite candidates. */
export function isStale({ releaseRevision, revision }: Pick<SageRow, 'releaseRevision' | 'revision'>) {
    return releaseRevision !== null && releaseRevision !== revision;
}

/** The message wherever a sage has to be rebuilt, because its author may not do it. */
export const rebuildHint = 'Ask a council administrator to build it again.';

/** Records a completed build: its release is used from now on. From step 4 the sage advances to testing. */
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

/** Writes these columns. Refuses: not_found. */
export async function setFields(tx: Tx, id: number, changes: SQLiteUpdateSetSource<typeof sages>) {
    const [sage] = await tx.update(sages).set(changes).where(eq(sages.id, id)).returning();
    if (!sage) throw new Refusal('not_found', 'Sage not found.');
    return sage;
}
