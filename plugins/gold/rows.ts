// Labelled answers as bodies, files and responses have them.
import Joi from 'joi';
import { goldSources, longestText } from '../../db/judgement/gold.ts';
import type { LabelledAnswer } from '../../db/judgement/gold/reading.ts';
import {
    anyText,
    count,
    flag,
    moment,
    named,
    oneOf,
    several,
    wholeId
} from '../surfaces/http/response-fields.ts';
import { freeText, identifier, oneLine } from '../surfaces/http/fields.ts';
import { onWire } from '../shared/wire.ts';

const level = Joi.valid('absent', 'partial', 'strong');
const text = freeText.max(longestText, 'utf8').pattern(/\S/, 'more than white space').required();

/** One item of a body. The sage determines the criteria. */
export const goldItem = Joi.object({
    criterion: identifier.max(60).required(),
    text,
    level: level.required(),
    blind: Joi.boolean()
});

export interface GoldRow {
    criterion: string;
    text: string;
    level: 'absent' | 'partial' | 'strong';
    by?: string;
    blind?: boolean | 'true' | 'false';
}

/** A spreadsheet has only texts. */
const yesOrNo = Joi.valid(true, false, 'true', 'false');

/** One row of a file for a sage with these criteria. */
export const goldRow = (criteria: readonly { id: string }[]) =>
    Joi.object<GoldRow>({
        criterion: Joi.valid(...criteria.map(({ id }) => id)).required(),
        text,
        level: level.required(),
        by: oneLine(200),
        blind: yesOrNo
    });

const label = Joi.object({
    by: anyText.description('A login, or a name from an imported file.'),
    level: oneOf('absent', 'partial', 'strong'),
    at: moment,
    blind: flag.description('Given before this person saw the findings.'),
    source: oneOf(...goldSources)
});

export const goldAnswer = named('GoldAnswer', {
    id: wholeId,
    criterion: Joi.string().required(),
    text: anyText,
    labels: several(label),
    source: oneOf(...goldSources)
});

export const counts = named('GoldCounts', { absent: count, partial: count, strong: count }).description(
    'How many answers count at each level. Only blind labels count.'
);

/** An answer with its labels, as responses and the command line show it. */
export function goldOf({ id, criterionId, text, labels, source }: LabelledAnswer) {
    return {
        id,
        criterion: criterionId,
        text,
        labels: labels.map((one) => ({
            by: one.byName,
            ...onWire(one, 'level', 'at', 'blind', 'source')
        })),
        source
    };
}
