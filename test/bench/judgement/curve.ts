/** Returns the AUC: how often a value of the first list is above one of the second, ties counting half; 0.5 without values. */
export function areaUnderCurve(above: readonly number[], below: readonly number[]) {
    const pairs = above.flatMap((a) => below.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
    return pairs.length === 0 ? 0.5 : pairs.reduce<number>((all, one) => all + one, 0) / pairs.length;
}
