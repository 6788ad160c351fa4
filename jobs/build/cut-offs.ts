import type { CutOffs } from '../../db/sages/template-versions.ts';

const partials = [0.01, 0.2, 0.34, 0.5] as const;
const strongs = [0.34, 0.5, 0.6, 0.67, 0.75, 0.9] as const;

/** All cut-offs that an improvement round tries, in a fixed order. */
export const grid: readonly CutOffs[] = partials.flatMap((partial) =>
    strongs.filter((strong) => strong > partial).map((strong) => ({ partial, strong }))
);
