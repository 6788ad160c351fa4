// The gates on answers and their edits for the built-in evaluator: it is deterministic, so that one call is enough.
import type { Criterion } from '../../db/sages/sages.ts';
import type { Finding } from '../../db/sages/verdicts.ts';
import { type Check, countCheck } from './checks.ts';
import { criterionOf, findingOf, isLifted, isLowered, isSame, summaryOf } from './comparing.ts';
import { failure, type Judged } from './fixtures/cases.ts';
import type { EditKind } from './fixtures/edits.ts';
import type { Fixture } from './fixtures/fixture.ts';
import { pairGates } from './gates/pairs.ts';
import { mostCases, spread } from './sample.ts';

interface Kind {
    misses: (variant: Finding | undefined, base: Finding | undefined, criterion: Criterion) => boolean;
    /** The share that may miss; a gate that allows some does not block, for it shows that a rubric depends on its spelling. */
    allowed?: number;
    remedy?: (criterion: Criterion) => string;
}

const isOther: Kind['misses'] = (...compared) => !isSame(...compared);

const kinds: Readonly<Record<EditKind, Kind>> = {
    identity: {
        misses: isOther,
        remedy: () =>
            'Check whether an indicator relates to personal traits. If none does, the evaluator is the cause, not the sage.'
    },
    shape: { misses: isOther, allowed: 0.1 },
    attack: {
        misses: isLifted,
        remedy: ({ id, indicators: [first = ''] }) =>
            `Someone without experience could write this and gain in ${id}. Check the indicators ("${first}" and the ` +
            'others): praise and motivation prove nothing. Describe actions or visible results.'
    },
    harmless: { misses: isLowered }
};

/** The plainest answers, and edits of these kinds; only as many as fit into a step with so many other cases. */
export function editCases(all: readonly Fixture[], kinds: readonly EditKind[], others: number) {
    const isPlain = ({ kind, id }: Fixture) => kind === 'levelled' && id.endsWith('/1');
    const answers = spread(all.filter(isPlain), mostCases / 6);
    const ids = new Set(answers.map(({ id }) => id));
    const edits = all.filter(({ kind }) => kinds.some((one) => one === kind));
    const variants = edits.filter(({ base }) => ids.has(base ?? ''));
    const taken = spread(variants, mostCases - answers.length - others);
    const of = { run: answers.length + taken.length, planned: answers.length + edits.length };
    return { answers, variants: taken, of };
}

/** The gate on the edits of one kind among these cases. */
export function readerPairs(
    criteria: readonly Criterion[],
    kind: EditKind,
    { variants, bases }: { variants: readonly Judged[]; bases: readonly Judged[] }
): Check {
    const { misses, allowed = 0, remedy = () => '' } = kinds[kind];
    const { id, title, says } = pairGates[kind];
    const byId = new Map(bases.map((one) => [one.fixture.id, one]));
    const pairs = variants.flatMap((variant) => {
        const base = byId.get(variant.fixture.base ?? '');
        const criterion = criteria.find((one) => one.id === criterionOf(variant));
        if (variant.fixture.kind !== kind || !base || !criterion) return [];
        const [came, before] = [variant, base].map((one) => findingOf(one, criterion.id));
        return [{ variant, criterion, came, before }];
    });
    const check = countCheck(id, title, {
        tried: pairs,
        missed: pairs.filter(({ came, before, criterion }) => misses(came, before, criterion)),
        red: Math.floor(pairs.length * allowed) + 1,
        says,
        tell: ({ variant, criterion, came, before }) =>
            failure(id, variant, criterion.id, {
                expected: summaryOf(before, criterion),
                came: summaryOf(came, criterion),
                remedy: remedy(criterion)
            })
    });
    return { ...check, gate: { ...check.gate, blocking: allowed === 0 } };
}
