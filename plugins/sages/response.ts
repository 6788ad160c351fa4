// A sage as responses document it.
import Joi from 'joi';
import { evaluatorNames } from '../../db/sages/sages.ts';
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
import { criterion } from './body.ts';

const confirmedWord = named('ConfirmedWord', { word: anyText, reason: anyText, by: maybeId, at: moment });

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
