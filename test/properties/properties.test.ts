// What is true of every parser of ours, tried with sixty values each: the same with every run, so that what fails is
// what was changed. `npm run fuzz` tries others.
import test from 'ava';
import { properties } from './index.ts';
import { keptSeeds, replay } from './kept.ts';
import type { Tried } from './property.ts';

const seed = 20_261_122;

for (const { name, check } of properties) {
    test(name, async (t) => {
        for (const kept of keptSeeds().filter(({ property }) => property === name))
            report(t.fail, await check(replay(kept)));
        report(t.fail, await check({ seed, numRuns: 60 }));
        t.pass();
    });
}

function report(fail: (message: string) => void, { failure }: Tried) {
    if (failure) fail(failure.message);
}

test('no two properties share a name, and every stored seed belongs to one of them', (t) => {
    const names = properties.map(({ name }) => name);
    t.is(new Set(names).size, names.length);
    t.true(names.length > 30);
    for (const { property } of keptSeeds()) t.true(names.includes(property), property);
});
