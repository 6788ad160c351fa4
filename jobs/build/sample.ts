// Selects the cases of a step for the embedded reader, which runs nearly all.
import type { Fixture } from './fixtures/fixture.ts';

/** In a step. */
export const mostCases = 1500;

/** Selects up to `most` cases, alternating between criteria and then kinds of cases; always the same ones. */
export function spread(cases: readonly Fixture[], most: number): Fixture[] {
    if (cases.length <= most) return [...cases];
    const byCriterion = Object.values(Object.groupBy(cases, criterionOf)).map((group = []) => mixed(group));
    return interleave(byCriterion).slice(0, most);
}

const criterionOf = ({ expected }: Fixture) => Object.keys(expected)[0] ?? '';

/** Orders cases so that one of each kind comes first, then a second one of each. */
const mixed = (cases: readonly Fixture[]) =>
    interleave(Object.values(Object.groupBy(cases, sortOf)).map((group = []) => group));

const sortOf = ({ id, kind, base }: Fixture) => `${kind} ${base === null ? id : id.slice(base.length)}`;

/** Interleaves lists: the first item of each list, then the second of each. */
export function interleave<T>(lists: readonly (readonly T[])[]): T[] {
    const longest = Math.max(0, ...lists.map((list) => list.length));
    return Array.from({ length: longest }, (_, round) =>
        lists.flatMap((list) => list.slice(round, round + 1))
    ).flat();
}
