// Making and editing sages: what a sage judges by, and what becomes stale when that changes.
import crypto from 'node:crypto';
import { type By, record } from '../accounts/audit.ts';
import { findContexts } from './contexts.ts';
import type { Capability } from '../accounts/capabilities.ts';
import { eq, sql } from '../store/drizzle.ts';
import { preparedWrite, placeholders } from '../store/query.ts';
import { Refusal } from '../refusal.ts';
import {
    createResults,
    getResults,
    type ResultsBody,
    type ResultsRow,
    type TemplateChanges,
    updateResults,
    writeNext
} from './results-templates.ts';
import {
    type Criterion,
    getSage,
    isOwnOrAdministered,
    type SageRef,
    type SageRow,
    sages,
    setFields,
    workflow
} from './sages.ts';
import type { Tx } from '../store.ts';

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
    return setFields(tx, sage.id, {
        name: next.name,
        evaluatorRole: next.evaluator_role,
        criteria: next.criteria,
        contextIds: next.context_ids,
        evaluator: next.evaluator,
        threshold: next.threshold,
        resultsId,
        revision: changesJudgement(body) ? sage.revision + 1 : sage.revision,
        stepNumber: stepOf(sage, { ...next, results: resultsId ? {} : undefined }),
        updatedAt: at
    });
}

interface TemplateEditor {
    /** The versions that the editor has seen; left out, any. */
    seen?: readonly number[] | undefined;
    by: By;
    at: number;
}

/**
 * A soft update of a results template, as the backend API does it. Its sage takes over the role it is spoken in, and
 * what was proved of that sage becomes stale. Refuses: not_found; version_conflict when another version came first.
 */
export async function changeTemplate(
    tx: Tx,
    id: string,
    changes: TemplateChanges,
    { seen, by, at }: TemplateEditor
) {
    const current = await getResults(tx, id);
    const { version: before } = current;
    if (seen && !seen.includes(before))
        throw new Refusal('version_conflict', 'This template is not at a version that you have seen.');
    const template = await writeNext(tx, current, changes, at);
    await followTemplate(tx, await getSage(tx, template.sageId), template);
    const versions = { before: String(before), after: String(template.version) };
    await record(tx, { by, act: 'results.update', target: `results:${id}`, ...versions, at });
    return template;
}

/** The sage speaks in the role of its template, and is stale. */
async function followTemplate(tx: Tx, sage: SageRow, template: ResultsRow) {
    const { evaluatorRole, createdAt } = template;
    const parts = { ...bodyOf(sage), evaluator_role: evaluatorRole, results: template };
    await changeJudgement(tx, {
        id: sage.id,
        evaluatorRole,
        revision: sage.revision + 1,
        stepNumber: stepOf(sage, parts),
        updatedAt: createdAt
    });
}

const changeJudgement = preparedWrite((tx) => {
    const { id, evaluatorRole, revision, stepNumber, updatedAt } = sages;
    const changed = placeholders({ evaluatorRole, revision, stepNumber, updatedAt });
    return tx
        .update(sages)
        .set(changed)
        .where(eq(id, sql.placeholder('id')));
});

interface Maker {
    by: number | null;
    at: number;
    demo?: boolean;
}

/** A sage that has been built stays where it is: it is stale, not unmade. */
function stepOf({ stepNumber }: SageRow, body: Parts) {
    return stepNumber > workflow.build ? stepNumber : firstMissing(body);
}

type Parts = Partial<Omit<SageBody, 'results'>> & { results?: object | undefined };

/** The first step of the workflow that still lacks something; a complete sage can be built. */
function firstMissing({ name, evaluator_role, criteria, results }: Parts) {
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

// Each prompt says them twice, and every evaluation reads them.
const longestContexts = 1024 * 1024;

async function assertContexts(tx: Tx, ids: readonly string[]) {
    const found = await findContexts(tx, ids);
    if (found.length < new Set(ids).size)
        throw new Refusal('invalid_field', 'context_ids names a context that is not there.');
    const size = found.reduce((sum, { context }) => sum + Buffer.byteLength(context), 0);
    if (size > longestContexts)
        throw new Refusal('invalid_field', 'The contexts of a sage may hold 1 MiB of text in all.');
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
