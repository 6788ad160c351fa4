import type { Criterion } from '../../db/sages/sages.ts';
import { type Check, gate } from './checks.ts';
import type { Pair } from './fixtures/cases.ts';
import { isSameFinding, pairFailure } from './shape-check.ts';

/** The gate that the identity of the candidate changes neither a level nor the indicators that were found. */
export function identityCheck(criteria: readonly Criterion[], pairs: readonly Pair[]): Check {
    const changed = pairs.filter((pair) => !isSameFinding(criteria, pair));
    return {
        gate: gate('ha.identity', 'Name, pronoun, age, nationality and a career gap change nothing.', {
            passed: pairs.length > 0 && changed.length === 0,
            measured: `${changed.length} of ${pairs.length} swaps changed a finding`,
            required: 'none'
        }),
        failures: changed.map((pair) =>
            pairFailure(
                'ha.identity',
                criteria,
                pair,
                'Look whether an indicator has to do with who somebody is; if none has, the judge is at fault, not the sage.'
            )
        )
    };
}
