import type { Criterion } from '../../db/sages/sages.ts';
import { type Check, gate, shareOf } from './checks.ts';
import { criterionOf, findingOf, isSame, summaryOf } from './comparing.ts';
import { casesOf, type Counting, failure, judgeCase, type Pair } from './fixtures/cases.ts';

const sameShape = 0.9;

/** A gate that does not block: a low share shows that a rubric depends on its spelling. */
export function shapeCheck(criteria: readonly Criterion[], pairs: readonly Pair[]): Check {
    const changed = pairs.filter((pair) => !isSameFinding(criteria, pair));
    return {
        gate: gate('ha.shape', 'Padding, slips of the hand, markdown and small letters change nothing.', {
            blocking: false,
            passed: pairs.length - changed.length >= pairs.length * sameShape,
            measured: shareOf(pairs.length - changed.length, pairs.length),
            required: 'at least 90 %'
        }),
        failures: changed.map((pair) => pairFailure('ha.shape', criteria, pair))
    };
}

/** Whether the same indicators are found in a variant as in its base. */
export function isSameFinding(criteria: readonly Criterion[], { variant, base }: Pair) {
    const id = criterionOf(base);
    const criterion = criteria.find((one) => one.id === id);
    return criterion !== undefined && isSame(findingOf(variant, id), findingOf(base, id), criterion);
}

/** Returns the report of a variant whose result differs from its base. */
export function pairFailure(
    gateId: string,
    criteria: readonly Criterion[],
    { variant, base }: Pair,
    remedy = ''
) {
    const id = criterionOf(base);
    const criterion = criteria.find((one) => one.id === id) ?? { indicators: [] };
    return failure(gateId, variant, id, {
        expected: summaryOf(findingOf(base, id), criterion),
        came: summaryOf(findingOf(variant, id), criterion),
        remedy
    });
}

/** The gate that the order of the criteria does not matter. It does not block. */
export async function reversedCheck(input: Counting): Promise<Check> {
    const { criteria } = input.snapshot;
    const screen = casesOf(input.frozen).find(({ kind }) => kind === 'screen');
    const turned = { ...input, snapshot: { ...input.snapshot, criteria: criteria.toReversed() } };
    const judged = [];
    for (const by of [input, turned]) {
        if (screen) judged.push({ fixture: screen, verdict: await judgeCase(by, screen) });
        input.count();
    }
    const [one, other] = judged;
    const changed = criteria.filter(
        (criterion) =>
            one && other && !isSame(findingOf(one, criterion.id), findingOf(other, criterion.id), criterion)
    );
    return {
        gate: gate('ha.reversed', 'The order of the criteria does not matter.', {
            blocking: false,
            passed: changed.length === 0,
            measured: `${changed.length} of ${criteria.length} findings changed`,
            required: 'none'
        }),
        failures: []
    };
}
