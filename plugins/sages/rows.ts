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
import { inBody, inColumns, onWire, type Wire } from '../shared/wire.ts';
import { shortText } from '../surfaces/http/fields.ts';

/** A body of POST /sages. */
export type SageBody = Wire<Omit<SageFields, 'results'>> & { results?: Wire<TemplateTexts> };

/** A change may also name who reviews the screens of the sage. */
export type SagePatch = Partial<SageBody> & Wire<Pick<SageChanges, 'reviewers' | 'hidesFindings'>>;

/** The fields of a sage, or those of them that a change names. */
export function sageFieldsOf(body: SageBody): SageFields;
export function sageFieldsOf(body: SagePatch): SageChanges;
export function sageFieldsOf({ results, ...body }: SagePatch) {
    return { ...inColumns(body), ...(results && { results: inColumns(results) }) };
}

/** The body of POST /sages that says the same. */
export const bodyOfSage = ({ results, ...fields }: SageFields): SageBody => ({
    ...inBody(fields),
    ...(results && { results: inBody(results) })
});

/** Lists leave out the criteria of each sage: fifty rubrics are megabytes. */
export function summaryOf(sage: SageRow) {
    const { criteria, ...summary } = sageOf(sage);
    return { ...summary, criteria_count: criteria.length };
}

/** A sage as responses show it: the inputs of the evaluation, the reviewers, and how far it is. */
export const sageOf = (sage: SageRow) => ({
    ...onWire(sage, 'id', 'uuid', 'name', 'evaluatorRole', 'contextIds', 'resultsId', 'evaluator'),
    criteria: sage.criteria.map(criterionOf),
    confirmed_words: sage.confirmedWords.map((one) => ({ ...one, at: iso(one.at) })),
    ...onWire(sage, 'threshold', 'language', 'reviewers', 'status', 'stepNumber', 'releaseRunId'),
    stale: isStale(sage),
    ...onWire(sage, 'ownerId', 'demo', 'createdAt', 'updatedAt')
});

const criterionOf = ({ test_answers: answers, ...criterion }: Criterion) => ({
    ...criterion,
    ...(answers && { test_answers: answers.map((one) => ({ ...one, at: iso(one.at ?? 0) })) })
});

/** What narrows the list of sages and orders it, over JSON and on its page. */
export const sageFilter = {
    status: Joi.valid('ss_active', 'ss_inactive').empty(''),
    state: Joi.valid(...sageStates).empty(''),
    evaluator: Joi.valid(...evaluatorNames).empty(''),
    q: shortText.empty('').description('A part of the name.'),
    sort: Joi.valid(...sageOrders).empty('')
};
