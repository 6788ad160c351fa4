// Creating and editing sages: the inputs of an evaluation, and what becomes stale when they change.
import crypto from 'node:crypto';
import { contextNotThere, findContexts } from '../sages/contexts.ts';
import { type Capability, capabilitiesOf } from '../accounts/capabilities.ts';
import { askPreparation, findPreparation } from '../builds/preparations.ts';
import { findUser, findUserById } from '../accounts/users.ts';
import { endIfStale } from '../judgement/licence.ts';
import { withApprovals } from '../judgement/test-answers.ts';
import { insertOne } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import { writeTemplateOf } from './results-templates.ts';
import {
    type ConfirmedWord,
    type Criterion,
    type EvaluatorName,
    getSage,
    givesLevels,
    isOwnOrAdministered,
    type SageRef,
    type SageRow,
    sages,
    setFields
} from '../sages/sages.ts';
import { createTemplate, defaultTexts, type TemplateTexts } from '../sages/template-versions.ts';
import { firstOpenStep, stepAfterEdit } from '../sages/workflow.ts';
import type { Tx } from '../store/index.ts';

/** What an author writes of a sage. */
export interface SageFields {
    name: string;
    evaluatorRole: string;
    criteria: Criterion[];
    contextIds: string[];
    results?: TemplateTexts;
    evaluator?: EvaluatorName;
    threshold?: number;
    confirmedWords?: Pick<ConfirmedWord, 'word' | 'reason'>[];
    /** Of the answers: an evaluator that reads another one alone finds nothing in them. */
    language?: string;
}

/** What an author changes of a sage. */
export interface SageChanges extends Partial<SageFields> {
    /** The reviewers of its screens besides the owner: user ids or logins. */
    reviewers?: (number | string)[];
    /** Whether names and findings are hidden from each reviewer until they gave all levels. */
    hidesFindings?: boolean;
}

interface Maker {
    by: number | null;
    at: number;
    demo?: boolean;
}

/**
 * Creates an inactive sage with its results template, a general one if the author wrote none. Refuses: invalid_field for a
 * missing context.
 */
export async function createSage(tx: Tx, fields: SageFields, { by, at, demo = false }: Maker) {
    const { results, confirmedWords = [], ...columns } = fields;
    await assertContexts(tx, fields.contextIds);
    const uuid = crypto.randomUUID();
    const owner = { sageId: uuid, evaluatorRole: fields.evaluatorRole, at };
    const template = await createTemplate(tx, results ?? defaultTexts(fields), owner);
    return insertOne(tx, sages, {
        evaluator: 'evidence',
        threshold: 70,
        ...columns,
        criteria: withApprovals(fields.criteria, [], { by, at }),
        confirmedWords: confirmedWords.map((one) => ({ ...one, by, at })),
        uuid,
        resultsId: template.id,
        status: 'ss_inactive',
        stepNumber: firstOpenStep({ ...fields, hasTemplate: true }),
        ownerId: by,
        demo,
        createdAt: at,
        updatedAt: at
    });
}

interface Editor {
    by: { id: number; capabilities: readonly Capability[] };
    at: number;
}

/**
 * Changes a sage, which becomes stale and loses its licence when the change affects its evaluation. A sage without an owner may
 * be changed by any author. Refuses: not_found, forbidden (another owner), invalid_field.
 */
export async function updateSage(tx: Tx, ref: SageRef, changes: SageChanges, { by, at }: Editor) {
    const sage = await getSage(tx, ref);
    assertMayEdit(sage, by);
    const { results: texts, reviewers, confirmedWords: words, criteria: written, ...others } = changes;
    const criteria = written && withApprovals(written, sage.criteria, { by: by.id, at });
    const columns = { ...others, ...(criteria && { criteria }) };
    if (columns.contextIds) await assertContexts(tx, columns.contextIds);
    const next = { ...sage, ...columns };
    const resultsId = await writeTemplateOf(tx, sage, { ...next, texts, at });
    const changed = await setFields(tx, sage.id, {
        ...columns,
        ...(words && { confirmedWords: words.map((one) => ({ ...one, by: by.id, at })) }),
        ...(reviewers && { reviewers: await reviewersAmong(tx, reviewers) }),
        resultsId,
        revision: changesJudgement(changes) ? sage.revision + 1 : sage.revision,
        stepNumber: stepAfterEdit(sage.stepNumber, { ...next, hasTemplate: true }),
        updatedAt: at
    });
    await endIfStale(tx, changed.releaseRunId ?? '', at);
    if (changed.revision > sage.revision && givesLevels(changed.evaluator)) {
        const { askedBy } = (await findPreparation(tx, sage.id)) ?? {};
        if (askedBy === by.id) await askPreparation(tx, changed, by.id, at); // no other user spends calls on it
    }
    return changed;
}

/** Whether this user may change the sage: their own, one without an owner, or any as an administrator of the council. */
export const mayEdit = (by: Editor['by'], sage: Pick<SageRow, 'ownerId'>) =>
    sage.ownerId === null || isOwnOrAdministered(by, sage);

/** Refuses: forbidden. */
export function assertMayEdit(sage: SageRow, by: Editor['by']) {
    if (!mayEdit(by, sage))
        throw new Refusal('forbidden', 'Only the owner of this sage or an administrator can change it.');
}

const judgementFields = [
    'evaluatorRole',
    'criteria',
    'contextIds',
    'results',
    'evaluator',
    'threshold',
    'language'
] as const;

function changesJudgement(changes: SageChanges) {
    return judgementFields.some((field) => changes[field] !== undefined);
}

/** 1 MiB: each prompt contains the contexts twice, and every evaluation reads them. */
const longestContexts = 1024 * 1024;

async function assertContexts(tx: Tx, ids: readonly string[]) {
    const found = await findContexts(tx, ids);
    if (found.length < new Set(ids).size) throw contextNotThere();
    const size = found.reduce((sum, { context }) => sum + Buffer.byteLength(context), 0);
    if (size > longestContexts)
        throw new Refusal('invalid_field', 'The contexts of a sage can contain up to 1 MiB of text.');
}

/** The ids of these users, each once. Refuses: invalid_field for one who is not there or may not read screens. */
async function reviewersAmong(tx: Tx, refs: readonly (number | string)[]) {
    const ids = new Set<number>();
    for (const ref of refs) {
        const user = typeof ref === 'number' ? await findUserById(tx, ref) : await findUser(tx, ref);
        const mayReview = user?.disabledAt === null && capabilitiesOf(user).includes('council_screen');
        if (!user || !mayReview)
            throw new Refusal('invalid_field', 'reviewers contains a user who cannot review candidates.', {
                field: 'reviewers'
            });
        ids.add(user.id);
    }
    return Array.from(ids);
}
