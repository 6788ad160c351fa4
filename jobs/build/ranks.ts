import type { Level } from '../../db/sages/verdicts.ts';

const ranks = { unscored: 0, absent: 0, partial: 1, strong: 2 } as const;

/** Levels as numbers; an unscored one counts as absent, because it earns nothing. */
export const rankOf = (level: Level) => ranks[level];
