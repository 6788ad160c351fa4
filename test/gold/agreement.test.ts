import test from 'ava';
import {
    bootstrapInterval,
    constantBaseline,
    exactAgreement,
    type Grade,
    type Pair,
    weightedKappa
} from '../../db/judgement/licence/agreement.ts';

const pairs = (text: string): Pair[] => {
    const level: Record<string, Grade> = { a: 'absent', p: 'partial', s: 'strong' };
    return text.split(' ').map((two) => ({
        label: level[two.charAt(0)] ?? 'absent',
        judged: level[two.charAt(1)] ?? 'absent'
    }));
};

test('kappa is 1 for full agreement, 0 for chance, below it for contradiction', (t) => {
    t.is(weightedKappa(pairs('aa pp ss')), 1);
    t.is(weightedKappa(pairs('aa as sa ss')), 0);
    t.is(weightedKappa(pairs('as sa')), -1);
    t.is(weightedKappa([]), 0);
    t.is(weightedKappa(pairs('aa aa')), 1);
});

test('two levels off count four times as much as one', (t) => {
    // by hand: observed 1; by chance, over all pairs of levels, 42 / 6
    t.is(weightedKappa(pairs('aa aa pp pp ss sp')), 1 - 6 / 42);
    t.true(weightedKappa(pairs('aa aa pp pp ss sa')) < weightedKappa(pairs('aa aa pp pp ss sp')));
});

test('the interval holds the kappa, is repeatable, and narrows with more answers', (t) => {
    const few = pairs('aa ap pp ps ss sp aa ss pp pa');
    const many = Array.from({ length: 20 }, () => few).flat();
    const narrow = bootstrapInterval(many, { level: 0.9, draws: 200, seed: 7 });
    const wide = bootstrapInterval(few, { level: 0.9, draws: 200, seed: 7 });
    t.deepEqual(bootstrapInterval(few, { level: 0.9, draws: 200, seed: 7 }), wide);
    t.true(wide.low < weightedKappa(few) && weightedKappa(few) < wide.high);
    t.true(narrow.high - narrow.low < wide.high - wide.low);
    t.deepEqual(bootstrapInterval([]), { low: 0, high: 0 });
});

test('a constant judge has no kappa, however often it is right', (t) => {
    const constant = constantBaseline(['strong', 'strong', 'absent']);
    t.is(weightedKappa(constant), 0);
    t.is(exactAgreement(constant), 2 / 3);
});
