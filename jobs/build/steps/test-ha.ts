import { givesLevels } from '../../../db/sages/sages.ts';
import { outcomeOf } from '../checks.ts';
import { casesOf, counted, judgeCases, pairsOf } from '../fixtures/cases.ts';
import type { Fixture } from '../fixtures/fixture.ts';
import { identityCheck } from '../identity-check.ts';
import { rerunCheck } from '../rerun-check.ts';
import { mandatory, spread } from '../sample.ts';
import { reversedCheck, shapeCheck } from '../shape-check.ts';
import type { BuildStep } from './step.ts';

const runs = 3;

/** Break the form: the same again, the other way round, in other shapes, and from other people. */
export const testHa: BuildStep = async (input) => {
    const { evaluator, snapshot } = input;
    const all = casesOf(input.frozen);
    const { bases, taken } = haCases(all, evaluator.name);
    const reversed = givesLevels(evaluator.name) ? 0 : 2;
    const run = bases.length * runs + taken.length + reversed;
    const counting = counted(input, run);
    const first = await judgeCases(counting, bases);
    const pairs = pairsOf(await judgeCases(counting, taken), first);
    const checks = [
        await rerunCheck(counting, first),
        identityCheck(
            snapshot.criteria,
            pairs.filter(({ variant }) => variant.fixture.kind === 'identity')
        ),
        shapeCheck(
            snapshot.criteria,
            pairs.filter(({ variant }) => variant.fixture.kind === 'shape')
        ),
        ...(reversed > 0 ? [await reversedCheck(counting)] : [])
    ];
    const planned = all.filter(isBase).length * runs + all.filter(isVariant).length + reversed;
    return outcomeOf(checks, { run, planned }, [
        'Misspellings were made in everyday words only: the reader does not see through a misspelt indicator.'
    ]);
};

/** Returns the answers that this evaluator judges in the step, and the variants that are compared with them. */
export function haCases(all: readonly Fixture[], evaluator: string) {
    const most = mandatory('ha', evaluator);
    const bases = givesLevels(evaluator) ? fewBases(all) : spread(all.filter(isBase), most / (2 * runs));
    return { bases, taken: variantsFor(all, bases, evaluator).slice(0, most - bases.length * runs) };
}

/** Whose answer it is could raise or lower the level of a partial one; the shapes are tried on a strong one. */
const fewBases = (all: readonly Fixture[]) =>
    ['/partial/1', '/strong/1'].flatMap((end) =>
        all.filter((one) => isBase(one) && one.id.endsWith(end)).slice(0, 1)
    );

/** A judge who is called for money meets everybody on the first answer, before other shapes. */
function variantsFor(all: readonly Fixture[], bases: readonly Fixture[], evaluator: string) {
    const variants = all.filter(isVariantOf(bases));
    if (!givesLevels(evaluator)) return spread(variants, variants.length);
    const first = variants.filter(({ kind, base }) => kind === 'identity' && base === bases[0]?.id);
    return [...first, ...variants.filter(({ kind }) => kind === 'shape')];
}

const isBase = ({ kind, id }: Fixture) => kind === 'levelled' && id.endsWith('/1');
const isVariant = ({ kind }: Fixture) => kind === 'shape' || kind === 'identity';

function isVariantOf(bases: readonly Fixture[]) {
    const ids = new Set(bases.map(({ id }) => id));
    return (fixture: Fixture) => isVariant(fixture) && ids.has(fixture.base ?? '');
}
