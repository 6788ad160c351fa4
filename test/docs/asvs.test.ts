// docs/asvs.csv: each requirement of levels 1 and 2 once, and nothing is named that is not there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readRequirements, referencesOf, root, states } from './asvs.ts';

/** The requirements of ASVS 5.0.0 by section: those of level 1, and those of level 2. */
const sections: Record<string, readonly [first: readonly number[], second: readonly number[]]> = {
    'V1.1': [[], [1, 2]],
    'V1.2': [
        [1, 2, 3, 4, 5],
        [6, 7, 8, 9]
    ],
    'V1.3': [
        [1, 2],
        [3, 4, 5, 6, 7, 8, 9, 10, 11]
    ],
    'V1.4': [[], [1, 2, 3]],
    'V1.5': [[1], [2]],
    'V2.1': [[1], [2, 3]],
    'V2.2': [[1, 2], [3]],
    'V2.3': [[1], [2, 3, 4]],
    'V2.4': [[], [1]],
    'V3.2': [[1, 2], []],
    'V3.3': [[1], [2, 3, 4]],
    'V3.4': [
        [1, 2],
        [3, 4, 5, 6]
    ],
    'V3.5': [
        [1, 2, 3],
        [4, 5]
    ],
    'V3.7': [[], [1, 2]],
    'V4.1': [[1], [2, 3]],
    'V4.2': [[], [1]],
    'V4.3': [[], [1, 2]],
    'V4.4': [[1], [2, 3, 4]],
    'V5.1': [[], [1]],
    'V5.2': [[1, 2], [3]],
    'V5.3': [[1, 2], []],
    'V5.4': [[], [1, 2, 3]],
    'V6.1': [[1], [2, 3]],
    'V6.2': [
        [1, 2, 3, 4, 5, 6, 7, 8],
        [9, 10, 11, 12]
    ],
    'V6.3': [
        [1, 2],
        [3, 4]
    ],
    'V6.4': [
        [1, 2],
        [3, 4]
    ],
    'V6.5': [[], [1, 2, 3, 4, 5]],
    'V6.6': [[], [1, 2, 3]],
    'V6.8': [[], [1, 2, 3, 4]],
    'V7.1': [[], [1, 2, 3]],
    'V7.2': [[1, 2, 3, 4], []],
    'V7.3': [[], [1, 2]],
    'V7.4': [
        [1, 2],
        [3, 4, 5]
    ],
    'V7.5': [[], [1, 2]],
    'V7.6': [[], [1, 2]],
    'V8.1': [[1], [2]],
    'V8.2': [[1, 2], [3]],
    'V8.3': [[1], []],
    'V8.4': [[], [1]],
    'V9.1': [[1, 2, 3], []],
    'V9.2': [[1], [2, 3, 4]],
    'V10.1': [[], [1, 2]],
    'V10.2': [[], [1, 2]],
    'V10.3': [[], [1, 2, 3, 4]],
    'V10.4': [
        [1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10, 11]
    ],
    'V10.5': [[], [1, 2, 3, 4, 5]],
    'V10.6': [[], [1, 2]],
    'V10.7': [[], [1, 2, 3]],
    'V11.1': [[], [1, 2]],
    'V11.2': [[], [1, 2, 3]],
    'V11.3': [[1, 2], [3]],
    'V11.4': [[1], [2, 3, 4]],
    'V11.5': [[], [1]],
    'V11.6': [[], [1]],
    'V12.1': [[1], [2, 3]],
    'V12.2': [[1, 2], []],
    'V12.3': [[], [1, 2, 3, 4]],
    'V13.1': [[], [1]],
    'V13.2': [[], [1, 2, 3, 4, 5]],
    'V13.3': [[], [1, 2]],
    'V13.4': [[1], [2, 3, 4, 5]],
    'V14.1': [[], [1, 2]],
    'V14.2': [[1], [2, 3, 4]],
    'V14.3': [[1], [2, 3]],
    'V15.1': [[1], [2, 3]],
    'V15.2': [[1], [2, 3]],
    'V15.3': [[1], [2, 3, 4, 5, 6, 7]],
    'V16.1': [[], [1]],
    'V16.2': [[], [1, 2, 3, 4, 5]],
    'V16.3': [[], [1, 2, 3, 4]],
    'V16.4': [[], [1, 2, 3]],
    'V16.5': [[], [1, 2, 3]],
    'V17.1': [[], [1]],
    'V17.2': [[], [1, 2, 3, 4]],
    'V17.3': [[], [1, 2]]
};

const expected = Object.entries(sections).flatMap(([section, levels]) =>
    levels.flatMap((numbers, i) => numbers.map((number) => `${section}.${number} ${i + 1}`))
);

test('docs/asvs.csv lists every requirement of ASVS levels 1 and 2 once, with its level', (t) => {
    t.is(expected.length, 253);
    const found = readRequirements().map(({ id, level }) => `${id} ${level}`);
    t.deepEqual(found.toSorted(), expected.toSorted());
});

test('each requirement has a state and a reason, and each met one names its proof', (t) => {
    for (const one of readRequirements()) {
        t.true(states.includes(one.state), one.id);
        t.not(one.requirement, '', one.id);
        if (one.state === 'met' || one.state === 'partly') t.not(one.shown, '', one.id);
        if (one.state !== 'met') t.not(one.how, '', one.id);
    }
});

test('every file that docs/asvs.csv names exists', (t) => {
    const missing = readRequirements().flatMap((one) =>
        referencesOf(one)
            .filter((file) => !existsSync(join(root, file)))
            .map((file) => `${one.id}: ${file}`)
    );
    t.deepEqual(missing, []);
});

interface Lock {
    packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }>;
}

test('every package of the lock file has a digest and comes from the registry', (t) => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
    const others = Object.entries(packages).filter(([path]) => path !== '');
    t.true(others.length > 100);
    for (const [path, { resolved, integrity }] of others) {
        t.regex(integrity ?? '', /^sha512-/, path);
        if (resolved !== undefined) t.true(resolved.startsWith('https://registry.npmjs.org/'), path);
    }
});
