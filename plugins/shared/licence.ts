// The licence of an evaluator in responses: on its report card, and with its agreement with people.
import Joi from 'joi';
import type { LicenceRow } from '../../db/judgement/licence.ts';
import type { LicenceState } from '../../db/judgement/licence/state.ts';
import { iso } from '../../db/store/time.ts';
import {
    anyText,
    count,
    flag,
    maybeMoment,
    maybeText,
    moment,
    named,
    several
} from '../surfaces/http/response-fields.ts';
import { onWire } from './wire.ts';

export const licence = named('Licence', {
    licensed: flag.description('Whether its verdicts can recommend anything other than needs_review.'),
    first_line: anyText,
    reasons: several(Joi.string()).description('Why recommendations are off, in words.'),
    model: maybeText.description('The measured language model, by its reported name.'),
    decided_at: maybeMoment,
    next: maybeText.description(
        'When it is decided next, and what is missing. Null while recommendations are on.'
    )
});

export const licenceOf = (state: LicenceState) => ({
    ...onWire(state, 'licensed', 'firstLine', 'reasons', 'model'),
    decided_at: iso(state.at),
    next: state.next
});

const kappa = Joi.number().required();

const night = Joi.object({
    at: moment,
    run_id: anyText.description('The release that was measured.'),
    n: count,
    kappa,
    kappa_low: kappa,
    kappa_high: kappa,
    licensed: flag,
    model: maybeText.description('The reported name.'),
    version: maybeText.description('Of the evaluator, with its prompt.')
});

export const nights = several(night)
    .description(
        'The last 60 measurements against reviewer labels, newest first. A drift of the evaluator shows here.'
    )
    .id('MeasuredNights');

/** The measurements of a sage by date. */
export const nightsIn = (rows: readonly LicenceRow[]) =>
    rows.flatMap(({ figures, ...row }) =>
        figures
            ? {
                  ...onWire(row, 'at', 'runId'),
                  ...onWire(figures, 'n', 'kappa', 'kappaLow', 'kappaHigh'),
                  ...onWire(row, 'licensed', 'model', 'version')
              }
            : []
    );
