import { matchesGlob } from 'node:path';

/** Test files that start whole programs, in workers of their own: npm run test:processes. All others are in npm test. */
export const processes = 'test/processes/**/*.test.ts';

/** Test files that npm test gives a worker of their own, those that take long first: they fill up where shares end. */
export const alone = [
    'test/login/capabilities.test.ts',
    'test/model/*.test.ts',
    'test/**/*.stretches.test.ts' // they measure their thread, on which others would work
];

/** Orders files so that the shares begin, which take longest, and then those alone in their order. */
export function longestFirst(one: string, other: string) {
    return placeOf(one) - placeOf(other);
}

const placeOf = (file: string) => alone.findIndex((files) => matchesGlob(file, `**/${files}`));
