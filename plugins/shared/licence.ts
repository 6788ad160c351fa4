// The licence of a judge as responses show it: on its report card, and beside its agreement with people.
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

export const licence = named('Licence', {
    licensed: flag.description('Whether the recommendation of its verdicts may be other than needs_review.'),
    first_line: anyText,
    reasons: several(Joi.string()).description('Why it is not licensed, in words.'),
    model: maybeText.description('The language model that was measured, as it named itself.'),
    decided_at: maybeMoment,
    next: maybeText.description('When it is decided next, and what is missing until then, in words.')
});

export const licenceOf = ({ licensed, firstLine, reasons, model, at, next }: LicenceState) => ({
    licensed,
    first_line: firstLine,
    reasons,
    model,
    decided_at: iso(at),
    next
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
    model: maybeText.description('As it named itself.'),
    version: maybeText.description('Of the evaluator, with the words in which it asks.')
});

export const nights = several(night)
    .description(
        'The last 60 measurements against the labels of people, newest first: a judge that drifts shows here.'
    )
    .id('MeasuredNights');

/** The measurements of a sage by date. */
export const nightsIn = (rows: readonly LicenceRow[]) =>
    rows.flatMap(({ at, runId, figures, licensed, model, version }) =>
        figures === null || figures === undefined
            ? []
            : [
                  {
                      at: iso(at),
                      run_id: runId,
                      n: figures.n,
                      kappa: figures.kappa,
                      kappa_low: figures.kappaLow,
                      kappa_high: figures.kappaHigh,
                      licensed,
                      model,
                      version
                  }
              ]
    );
