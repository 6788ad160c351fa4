// A sage as authors send it.
import Joi from 'joi';
import { type Criterion, evaluatorNames } from '../../db/sages/sages.ts';
import { freeText, longText, shortText, uuid } from '../surfaces/http/fields.ts';
import {
    anyText,
    count,
    flag,
    maybeId,
    maybeText,
    moment,
    named,
    oneOf,
    several,
    uuidText,
    wholeId
} from '../surfaces/http/response-fields.ts';
import type { SageBody, SagePatch } from './rows.ts';

const phrases = Joi.array().items(shortText).max(40);

/** An answer that tests a model. As it is shown it may be sent back: who approved it and when is the server's. */
const testAnswer = Joi.object({
    level: Joi.valid('absent', 'partial', 'strong').required(),
    text: freeText.trim().min(1).max(2000).required(),
    kind: Joi.valid('plain', 'twin', 'disqualifier').default('plain'),
    reason: freeText.trim().allow('').max(500).default('').description('Why it has this level.'),
    draft: Joi.boolean().description('Not approved yet. Drafts do not count and need no reason.'),
    by: Joi.number().integer().allow(null).description('Who approved it. Set by the server.'),
    at: Joi.string().isoDate().description('When it was approved. Set by the server.')
}).id('TestAnswer');

/** One criterion of a rubric. */
const criterion = Joi.object({
    id: Joi.string()
        .pattern(/^[\p{L}\p{N}][\p{L}\p{N}_. -]{0,59}$/u, 'letters, digits, space and . _ -')
        .required(),
    question: freeText.trim().min(1).max(2000).required(),
    weight: Joi.number().min(0).max(1000).required(),
    levels: Joi.object({ absent: shortAnchor(), partial: shortAnchor(), strong: shortAnchor() })
        .required()
        .id('Anchors'),
    indicators: phrases.required(),
    negative_indicators: phrases.default([]),
    test_answers: Joi.array()
        .items(testAnswer)
        .max(20)
        .description('Answers that test a model. Omitted in a change: unchanged.')
}).id('Criterion');

function shortAnchor() {
    return freeText.trim().allow('').max(1000).required();
}

// A build tries every indicator against every kind of answer: with 400 indicators it freezes ten megabytes.
const mostIndicators = 400;
// The full set of fifty criteria.
const mostAnswers = 400;

const fewEnough: Joi.CustomValidator<Criterion[]> = (criteria, helpers) => {
    const phrases = criteria.flatMap(({ indicators, negative_indicators }) => [
        ...indicators,
        ...negative_indicators
    ]);
    if (phrases.length > mostIndicators)
        return helpers.message({
            custom: `{#label} must contain ${mostIndicators} indicators or fewer in total`
        });
    return criteria.flatMap(({ test_answers: answers = [] }) => answers).length <= mostAnswers
        ? criteria
        : helpers.message({ custom: `{#label} must contain ${mostAnswers} test answers or fewer in total` });
};

/** The contexts of a sage's prompt. */
export const mostContexts = 50;

/** What an author writes of a sage. */
const sageFields = {
    name: shortText,
    evaluator_role: freeText.trim().allow('').max(5000),
    criteria: Joi.array().items(criterion).max(50).unique('id').custom(fewEnough),
    context_ids: Joi.array().items(uuid).max(mostContexts).unique(),
    results: Joi.object({
        name: shortText.required(),
        intro: longText.required(),
        directions: longText.required(),
        output_format: longText.required(),
        recommendation: longText.required()
    }).id('ResultsTexts'),
    evaluator: Joi.valid(...evaluatorNames),
    threshold: Joi.number().integer().min(0).max(100),
    confirmed_words: Joi.array()
        .items(
            Joi.object({
                word: shortText.required(),
                reason: freeText.trim().min(1).max(1000).required()
            })
        )
        .max(50)
        .unique('word')
        .description(
            'Words that may refer to a protected characteristic but are about the job, each with a reason.'
        )
        .id('ConfirmedWords')
};

/** What only a change takes. */
const patchFields = {
    language: Joi.string()
        .pattern(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language like en or de-AT')
        .max(35)
        .description('Of the answers.'),
    hides_findings: Joi.boolean().description(
        'Whether pages hide names and findings from each reviewer until they have given every level. On at first.'
    ),
    reviewers: Joi.array()
        .items(Joi.number().integer().positive(), shortText)
        .max(100)
        .description(
            'Users, by id or login, who review the candidates of this sage and see nothing else of it.'
        )
};

/** The body that changes a sage. */
export const patchBody = Joi.object<SagePatch>({ ...sageFields, ...patchFields });

const emptyDefaults = {
    evaluator_role: sageFields.evaluator_role.default(''),
    criteria: sageFields.criteria.default([]),
    context_ids: sageFields.context_ids.default([])
};

/** The fields of a new sage, with the optional ones. */
export const newSage = { ...sageFields, name: sageFields.name.required(), ...emptyDefaults };

/** The body that creates a sage. */
export const sageBody = Joi.object<SageBody>(newSage);

const confirmedWord = named('ConfirmedWord', { word: anyText, reason: anyText, by: maybeId, at: moment });

/** A sage as responses document it. */
export const summary = {
    id: wholeId,
    uuid: uuidText,
    name: anyText,
    evaluator_role: anyText,
    context_ids: several(uuidText),
    results_id: uuidText.allow(null),
    evaluator: oneOf(...evaluatorNames),
    threshold: count,
    confirmed_words: several(confirmedWord),
    language: Joi.string().required(),
    reviewers: several(wholeId),
    status: oneOf('ss_active', 'ss_inactive'),
    step_number: wholeId,
    stale: flag,
    release_run_id: maybeText,
    owner_id: maybeId,
    demo: flag,
    created_at: moment,
    updated_at: moment
};

export const sage = named('Sage', { ...summary, criteria: several(criterion) });
