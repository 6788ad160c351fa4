import { matchesGlob } from 'node:path';

/** Test files that start whole programs, in workers of their own: npm run test:processes. All others are in npm test. */
export const processes = 'test/processes/**/*.test.ts';

/** Test files of .ci/full alone: they measure time or memory, draw by chance, or take longer than a change can wait. */
export const full = 'test/**/*.full.test.ts';

/** Test files that npm test gives a worker of their own, those that take long first: they fill up where shares end. */
export const alone = ['test/login/capabilities.test.ts'];

/** Orders files as in these patterns. Those that fit none come last. */
export const inOrderOf = (patterns: readonly string[]) => (one: string, other: string) =>
    placeIn(patterns, one) - placeIn(patterns, other);

function placeIn(patterns: readonly string[], file: string) {
    const place = patterns.findIndex((files) => matchesGlob(file, `**/${files}`));
    return place < 0 ? patterns.length : place;
}
