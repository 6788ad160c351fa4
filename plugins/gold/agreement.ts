// The agreement of a sage's evaluator with people, and whether recommendations are on, as responses show it.
import Joi from 'joi';
import { results } from '../../db/judgement/licence/changes.ts';
import { measurementsOf } from '../../db/judgement/licence.ts';
import { type LicenceState, agreementOfPeople, licenceState } from '../../db/judgement/licence/state.ts';
import { goldSources } from '../../db/judgement/gold.ts';
import { countLevels, labelsBySage } from '../../db/judgement/gold/reading.ts';
import type { SageRow } from '../../db/sages/sages.ts';
import type { Reader } from '../../db/store/index.ts';
import { anyText, count, flag, maybeText, named, oneOf, several } from '../surfaces/http/response-fields.ts';
import { licence, licenceOf, nights, nightsIn } from '../shared/licence.ts';
import { counts } from './rows.ts';
import { onWire } from '../shared/wire.ts';

const figure = Joi.number().allow(null).required();

const labeller = Joi.object({
    by: anyText.description('A login, or a name from an imported file.'),
    source: oneOf(...goldSources),
    imported_by: maybeText,
    labels: count
});

const changes = several(
    Joi.object({
        says: anyText.description('What was changed in labelled answers.'),
        pairs: count,
        mattered: flag.description(
            'Whether it affected the level in an earlier release. Then a new test must show that it has no effect.'
        ),
        lowered: count,
        lifted: count,
        hidden: Joi.number()
            .required()
            .description('The largest mean effect in levels that is still possible.'),
        result: oneOf(...results).description(
            '`matters` turns recommendations off. `not_shown` is allowed for 90 days after the first test. `does_not_apply`: the change applies to too few answers.'
        )
    })
)
    .description('Changes of author or form that must not affect the level. Empty before the first test.')
    .id('ChangesTried');

export const agreement = named('Agreement', {
    n: count.description('Counted answers with a level of the evaluator.'),
    unscored: count,
    left_out: count.description('Answers whose candidates did not consent to this evaluator.'),
    levels: counts,
    labellers: several(labeller),
    exact: figure,
    kappa: figure.description(
        'With quadratic weights. Null if the evaluator gives no levels or there are too few labels.'
    ),
    kappa_low: figure.description(
        'The lower bound of kappa. The probability of a true value below it is 1% or less.'
    ),
    kappa_high: figure,
    constant: figure.description('The kappa of always giving the most common level.'),
    two_levels_off: count,
    confusion: Joi.object({ absent: counts, partial: counts, strong: counts })
        .allow(null)
        .required()
        .description('For each reviewer level, how often the evaluator gave which level.'),
    people: Joi.object({ n: count, kappa: figure })
        .required()
        .description('How well two reviewers agree on answers that both labelled blind.'),
    licence,
    changes,
    nights
});

/** How the levels of the evaluator compare with those of people. */
const comparisonOf = (figures: LicenceState['figures']) => ({
    exact: figures?.exact ?? null,
    kappa: figures?.kappa ?? null,
    kappa_low: figures?.kappaLow ?? null,
    kappa_high: figures?.kappaHigh ?? null,
    constant: figures?.constant ?? null,
    two_levels_off: figures?.twoLevelsOff ?? 0,
    confusion: figures?.confusion ?? null
});

/** The metrics of the latest decision, and who has labelled what until now. */
export async function agreementFor(on: Reader, sage: SageRow) {
    const state = await licenceState(on, sage, sage.releaseRunId);
    const { figures } = state;
    return {
        n: figures?.n ?? 0,
        unscored: figures?.unscored ?? 0,
        left_out: figures?.leftOut ?? 0,
        levels: await countsOf(on, sage),
        labellers: state.labellers.map((one) => onWire(one, 'by', 'source', 'importedBy', 'labels')),
        ...comparisonOf(figures),
        people: await agreementOfPeople(on, sage),
        licence: licenceOf(state),
        changes: state.changes,
        nights: nightsIn(await measurementsOf(on, sage.id))
    };
}

export const countsOf = async (on: Reader, { id }: SageRow) => countLevels(await labelsBySage(on, id));
