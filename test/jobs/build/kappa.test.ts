import test from 'ava';
import * as fc from 'fast-check';
import { type Rating, weightedKappa } from '../../../jobs/build/kappa.ts';

const level = fc.constantFrom('absent' as const, 'partial' as const, 'strong' as const);
const ratings = fc.array(fc.record({ expected: level, came: level }), { minLength: 1, maxLength: 40 });

const rated = (pairs: string[]): Rating[] =>
    pairs.map((pair) => {
        const [expected, came] = pair.split(' ');
        return { expected, came } as Rating;
    });

test('full agreement is a kappa of 1, and full reversal is -1', (t) => {
    t.is(weightedKappa(rated(['absent absent', 'partial partial', 'strong strong'])), 1);
    t.is(weightedKappa(rated(['absent strong', 'strong absent'])), -1);
});

test('a judge that always says the same agrees by chance only', (t) => {
    t.is(weightedKappa(rated(['absent strong', 'partial strong', 'strong strong'])), 0);
});

test('missing by two levels costs four times as much as missing by one', (t) => {
    // disagreement 1 of 5 expected by chance, and 4 of 6.5
    const near = weightedKappa(
        rated(['absent partial', 'partial partial', 'strong strong', 'absent absent'])
    );
    const far = weightedKappa(rated(['absent strong', 'partial partial', 'strong strong', 'absent absent']));
    t.true(Math.abs(near - 0.8) < 1e-9);
    t.true(Math.abs(far - (1 - 4 / 6.5)) < 1e-9);
});

test('kappa never exceeds 1 and does not care in which order the answers come', (t) => {
    fc.assert(
        fc.property(ratings, (some) => {
            const kappa = weightedKappa(some);
            return Math.abs(kappa) <= 1 + 1e-9 && Math.abs(kappa - weightedKappa(some.toReversed())) < 1e-9;
        })
    );
    t.pass();
});
