// Tried with sixty fragments, the same with every run; `npm run fuzz -- takes longer` tries others.
import test from 'ava';
import { expressions, readers, slowInputs } from './slow-inputs.ts';

for (const { name, check } of slowInputs) {
    test.serial(name, async (t) => {
        const { failure } = await check({ seed: 20_261_123, numRuns: 60, endOnFailure: true });
        t.is(failure?.message, undefined);
    });
}

test('every expression has an alphabet of its own to be tried with', (t) => {
    t.true(expressions.length > 200);
    for (const { name, alphabet } of [...expressions, ...readers]) t.true(alphabet.length >= 4, name);
});
