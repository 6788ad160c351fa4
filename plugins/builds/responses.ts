// The response schemas of the build routes.
import Joi from 'joi';
import { buildStepNames } from '../../db/builds/plan.ts';
import {
    anyText,
    byName,
    count,
    digest,
    flag,
    maybeMoment,
    maybeText,
    named,
    oneOf,
    several,
    uuidText,
    wholeId
} from '../surfaces/http/response-fields.ts';
import { licence, nights } from '../shared/licence.ts';
import { identifier } from '../surfaces/http/fields.ts';

const stepName = oneOf(...buildStepNames);
const stepState = oneOf('pending', 'running', 'completed', 'failed');
const stepOrder = Joi.number().integer().min(1).max(buildStepNames.length).required();
export const preparation = named('Preparation', {
    state: oneOf('waiting', 'running', 'done', 'failed'),
    judged: count,
    planned: count.description('About how many answers there are. 0 until this is known.'),
    failure: maybeText.description('Why it ended before all cases were evaluated.'),
    ended_at: maybeMoment,
    is_current: flag.description('False once the sage was changed.')
}).allow(null);

const runState = oneOf('running', 'completed', 'failed', 'timed_out', 'cancelled');

const planned = Joi.object({
    name: stepName,
    label: Joi.string().required(),
    max_time: count.description('Milliseconds.'),
    step_order: stepOrder
});

export const started = {
    run_id: Joi.string().required(),
    total_time: count.description('Milliseconds.'),
    steps: several(planned),
    resumed: flag,
    build_start_time: Joi.string()
        .pattern(/^\d+$/)
        .description('Seconds since 1970. Only for a build that was resumed.')
};

export const runProgress = {
    state: runState,
    progress: Joi.number().min(0).max(1).required().description('The share of the steps that are completed.'),
    failed_step: stepName
        .allow(null)
        .optional()
        .description('Only for a build that failed or timed out: the step at which it did.'),
    failure: Joi.string()
        .allow(null)
        .description(
            'Only for a build that failed or timed out. The reason as a code: gate (a required check failed), over_budget, evaluator_unavailable, timeout, or an error code.'
        )
};

export const stepProgress = {
    current_step: stepName.allow(null).description('Null once the build has ended.'),
    step_state: stepState.allow(null).description('Of the current step, or of the step that failed.'),
    step_order: stepOrder.allow(null).description('Of the same step.'),
    ...runProgress,
    test_screen_id: Joi.string().description(
        'Only if the request names the sage, from the step transcending_training on.'
    )
};

const gate = Joi.object({
    id: Joi.string().required(),
    title: Joi.string().required(),
    blocking: flag,
    passed: flag,
    measured: anyText,
    required: anyText,
    applies: Joi.valid(false).description('There was nothing to measure. Such a gate never blocks.'),
    ahead: Joi.object({ of: count, judged: count, from: maybeMoment, to: maybeMoment }).description(
        'With a model: how many answers were evaluated before the step, and when the first and the last one.'
    )
});

const missed = Joi.object({
    case_id: Joi.string().required(),
    gate_id: Joi.string().required(),
    criterion_id: maybeText,
    answer: anyText,
    expected: anyText,
    came: anyText,
    remedy: Joi.string().allow('').description('Why, in the words of this rubric, and what to do.'),
    again: Joi.string().required().description('The command that evaluates this case again.')
});

const stepReport = Joi.object({
    name: stepName,
    label: Joi.string().required(),
    step_order: stepOrder,
    state: stepState,
    attempt: count,
    started_at: maybeMoment,
    ended_at: maybeMoment,
    gates: several(gate),
    failures: several(missed),
    cases: Joi.object({ run: count, planned: count }).required(),
    notes: several(Joi.string())
});

const versioned = { id: uuidText, version: wholeId };

const release = Joi.object({
    prompt_sha256: digest,
    fixtures_sha256: digest,
    evaluator: Joi.object({ name: Joi.string().required(), version: Joi.string().required() }).required(),
    cut_offs: Joi.object().description('Only in releases with an evaluator that was withdrawn.'),
    threshold: count,
    results: Joi.object(versioned).required(),
    contexts: several(Joi.object(versioned))
});

const cases = Joi.object({ run: count, planned: count })
    .required()
    .description(
        'The cases of shu, ha and ri. With a slow model, a build runs a part of them, and gets no recommendations.'
    );

export const report = named('ReportCard', {
    licence,
    nights,
    run_id: Joi.string().required(),
    sage_id: wholeId,
    state: runState,
    failure: maybeText.description('An error code.'),
    started_at: maybeMoment,
    ended_at: maybeMoment,
    test_screen_id: maybeText,
    gates: Joi.object({ passed: count, total: count, not_applicable: count })
        .required()
        .description('`not_applicable` counts gates that do not apply. They are not part of the total.'),
    steps: several(stepReport),
    cases,
    release: release.allow(null).required(),
    frozen: byName(digest).description('The digests of the saved inputs, by name.')
});

/** The id of a run, in a request. It is opaque: whatever names no run is not found. */
export const runId = identifier.max(20_000).required();
