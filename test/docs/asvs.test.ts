// docs/asvs.csv: each requirement of levels 1 and 2 once, and nothing is named that is not there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readRequirements, referencesOf, root, states } from './asvs.ts';

test('docs/asvs.csv lists every requirement of ASVS 5.0.0 of level 1 and 2 once', (t) => {
    const requirements = readRequirements();
    const ids = new Set(requirements.map(({ id }) => id));
    const ofLevel = (wanted: string) => requirements.filter(({ level }) => level === wanted).length;
    t.deepEqual([requirements.length, ids.size, ofLevel('1'), ofLevel('2')], [253, 253, 70, 183]);
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
