import { casesOf, counted, failure, judgeCases, levelOf, type Pair, pairsOf } from '../fixtures/cases.ts';
import { type Check, gate, outcomeOf, shareOf } from '../checks.ts';
import { identityCheck } from '../identity-check.ts';
import { rerunCheck, reversedCheck } from '../rerun-check.ts';
import type { BuildStep } from './step.ts';

/** Break the form: the same meaning again, the other way round, in other shapes, and from other people. */
export const testHa: BuildStep = async (input) => {
    const all = casesOf(input.frozen);
    const bases = all.filter(({ kind }) => kind === 'set' || kind === 'anchor');
    const variants = all.filter(
        ({ kind }) => kind === 'paraphrase' || kind === 'shape' || kind === 'identity'
    );
    // each base is judged once, twice again, and a whole screen once more in reverse
    const planned = bases.length * 3 + bases.filter(({ kind }) => kind === 'set').length + variants.length;
    const counting = counted(input, planned);
    const first = await judgeCases(counting, bases);
    const judged = await judgeCases(counting, variants);
    const pairs = pairsOf(judged, first);
    const checks = [
        await rerunCheck(counting, first),
        identityCheck(pairs.filter(({ variant }) => variant.fixture.kind === 'identity')),
        shapeCheck(pairs.filter(({ variant }) => variant.fixture.kind !== 'identity')),
        await reversedCheck(counting, first)
    ];
    return outcomeOf(checks, planned, [
        'Misspellings were made in everyday words only: rules do not see through a misspelt indicator.'
    ]);
};

const sameShape = 0.9;

/** Not blocking: a paraphrase may say less, but a low share tells that the rubric hangs on its wording. */
function shapeCheck(pairs: readonly Pair[]): Check {
    const compared = pairs.flatMap(({ variant, base }) =>
        Object.keys(variant.fixture.answers).map((id) => ({ variant, id, was: levelOf(base, id) }))
    );
    const changed = compared.filter(({ variant, id, was }) => levelOf(variant, id) !== was);
    return {
        gate: gate('ha.shape', 'Paraphrase, padding, slips of the hand and markdown keep the level.', {
            blocking: false,
            passed: compared.length - changed.length >= compared.length * sameShape,
            measured: shareOf(compared.length - changed.length, compared.length),
            required: 'at least 90 %'
        }),
        failures: changed.map(({ variant, id, was }) =>
            failure('ha.shape', variant, id, { expected: was, came: levelOf(variant, id) })
        )
    };
}
