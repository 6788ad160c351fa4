// The licence of a judge as responses show it: on its report card, and beside its agreement with people.
import Joi from 'joi';
import type { LicenceState } from '../../db/judgement/licence-state.ts';
import { iso } from '../../db/store/iso.ts';
import { anyText, flag, maybeMoment, maybeText, named, several } from './openapi/response-fields.ts';

export const licence = named('Licence', {
    licensed: flag.description('Whether the recommendation of its verdicts may be other than needs_review.'),
    first_line: anyText,
    reasons: several(Joi.string()).description('Why it is not licensed, in words.'),
    model: maybeText.description('The language model that was measured, as it named itself.'),
    decided_at: maybeMoment
});

export const licenceOf = ({ licensed, firstLine, reasons, model, at }: LicenceState) => ({
    licensed,
    first_line: firstLine,
    reasons,
    model,
    decided_at: iso(at)
});
