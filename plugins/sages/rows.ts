// Sages as authors send and get them, in the names of the wire.
import Joi from 'joi';
import type { SageChanges, SageFields } from '../../db/council/edits.ts';
import {
    type Criterion,
    isStale,
    type SageRow,
    evaluatorNames,
    sageOrders,
    sageStates
} from '../../db/sages/sages.ts';
import { iso } from '../../db/store/time.ts';
import type { TemplateTexts } from '../../db/sages/template-versions.ts';
import { shortText } from '../surfaces/http/fields.ts';

type TemplateBody = Omit<TemplateTexts, 'outputFormat'> & { output_format: string };

export interface SageBody extends Omit<
    SageFields,
    'evaluatorRole' | 'contextIds' | 'results' | 'confirmedWords'
> {
    evaluator_role: string;
    context_ids: string[];
    results?: TemplateBody;
    confirmed_words?: NonNullable<SageFields['confirmedWords']>;
}

/** A change may also name who reviews the screens of the sage. */
export type SagePatch = Partial<SageBody> & Pick<SageChanges, 'reviewers'> & { hides_findings?: boolean };

/** The fields of a sage, or those of them that a change names. */
export function sageFieldsOf(body: SageBody): SageFields;
export function sageFieldsOf(body: SagePatch): SageChanges;
export function sageFieldsOf({
    evaluator_role: evaluatorRole,
    context_ids: contextIds,
    results,
    confirmed_words: confirmedWords,
    hides_findings: hidesFindings,
    ...same
}: SagePatch) {
    return {
        ...same,
        ...(evaluatorRole !== undefined && { evaluatorRole }),
        ...(contextIds !== undefined && { contextIds }),
        ...(confirmedWords && { confirmedWords }),
        ...(hidesFindings !== undefined && { hidesFindings }),
        ...(results && { results: textsOf(results) })
    };
}

const textsOf = ({ output_format: outputFormat, ...same }: TemplateBody): TemplateTexts => ({
    ...same,
    outputFormat
});

/** The body of POST /sages that says the same. */
export function bodyOfSage(fields: SageFields): SageBody {
    const { evaluatorRole, contextIds, results, confirmedWords, ...same } = fields;
    return {
        ...same,
        evaluator_role: evaluatorRole,
        context_ids: contextIds,
        ...(confirmedWords && { confirmed_words: confirmedWords }),
        ...(results && { results: bodyOfTexts(results) })
    };
}

const bodyOfTexts = ({ outputFormat: output_format, ...same }: TemplateTexts): TemplateBody => ({
    ...same,
    output_format
});

/** Lists leave out the criteria of each sage: fifty rubrics are megabytes. */
export function summaryOf(sage: SageRow) {
    const { criteria, ...summary } = sageOf(sage);
    return { ...summary, criteria_count: criteria.length };
}

/** A sage as responses show it. */
export function sageOf(sage: SageRow) {
    const { id, uuid, name } = sage;
    return { id, uuid, name, ...materialOf(sage), ...stateOf(sage) };
}

/** The author's fields: the inputs of the evaluation, and the reviewers. */
const materialOf = (sage: SageRow) => ({
    evaluator_role: sage.evaluatorRole,
    criteria: sage.criteria.map(criterionOf),
    context_ids: sage.contextIds,
    results_id: sage.resultsId,
    evaluator: sage.evaluator,
    threshold: sage.threshold,
    confirmed_words: sage.confirmedWords.map((one) => ({ ...one, at: iso(one.at) })),
    language: sage.language,
    reviewers: sage.reviewers
});

const criterionOf = ({ test_answers: answers, ...criterion }: Criterion) => ({
    ...criterion,
    ...(answers && { test_answers: answers.map((one) => ({ ...one, at: iso(one.at ?? 0) })) })
});

const stateOf = (sage: SageRow) => ({
    status: sage.status,
    step_number: sage.stepNumber,
    stale: isStale(sage),
    release_run_id: sage.releaseRunId,
    owner_id: sage.ownerId,
    demo: sage.demo,
    created_at: iso(sage.createdAt),
    updated_at: iso(sage.updatedAt)
});

/** What narrows the list of sages and orders it, over JSON and on its page. */
export const sageFilter = {
    status: Joi.valid('ss_active', 'ss_inactive').empty(''),
    state: Joi.valid(...sageStates).empty(''),
    evaluator: Joi.valid(...evaluatorNames).empty(''),
    q: shortText.empty('').description('A part of the name.'),
    sort: Joi.valid(...sageOrders).empty('')
};
