// Which cases of a step run. The embedded reader runs nearly all; a model's calls cost time and money.
import { givesLevels } from '../../db/sages/sages.ts';
import type { Fixture } from './fixtures/fixture.ts';

const allOfThem = 1500;
/** `ri`: every attack once, some harmless mentions, and what both are compared with. */
const calls = { shu: 24, ha: 24, ri: 56 } as const;

export type Step = keyof typeof calls;

/** How many answers a step judges at least. */
export const mandatory = (step: Step, evaluator: string) =>
    givesLevels(evaluator) ? calls[step] : allOfThem;

/** So many of the cases, criteria in turn and then what the cases are; the same cases each time. */
export function spread(cases: readonly Fixture[], most: number): Fixture[] {
    if (cases.length <= most) return [...cases];
    const byCriterion = Object.values(Object.groupBy(cases, criterionOf)).map((group = []) => mixed(group));
    return inTurn(byCriterion).slice(0, most);
}

const criterionOf = ({ expected }: Fixture) => Object.keys(expected)[0] ?? '';

/** First one of each kind, then a second one of each. */
const mixed = (cases: readonly Fixture[]) =>
    inTurn(Object.values(Object.groupBy(cases, sortOf)).map((group = []) => group));

const sortOf = ({ id, kind, base }: Fixture) => `${kind} ${base === null ? id : id.slice(base.length)}`;

/** One of each list, then the next of each. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
    const longest = Math.max(0, ...lists.map((list) => list.length));
    return Array.from({ length: longest }, (_, round) =>
        lists.flatMap((list) => list.slice(round, round + 1))
    ).flat();
}
