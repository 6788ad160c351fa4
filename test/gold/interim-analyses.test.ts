// When a licence is decided, what the analyses cost, and how a licensed judge is watched.
import test from 'ava';
import {
    afterCheck,
    beginDrift,
    type Drift,
    usualLevel,
    whyStopped
} from '../../db/judgement/licence/drift.ts';
import {
    type InterimAnalysis,
    missingFor,
    nextAnalysis,
    sizesOf,
    type Taken,
    takenBy
} from '../../db/judgement/licence/interim-analyses.ts';

import { figuresOf } from '../../db/judgement/licence/rules.ts';

const grades = ['absent', 'partial', 'strong'] as const;
const stock = (n: number, criteria = ['a']): Taken[] =>
    Array.from({ length: n }, (_, place) => {
        const grade = grades[Math.floor(place / criteria.length) % 3] ?? 'absent';
        return { criterionId: criteria[place % criteria.length] ?? 'a', grades: [grade, grade] };
    });

const firstAnalysis: InterimAnalysis = {
    id: 1,
    sageId: 1,
    runId: 'run',
    attempt: 1,
    look: 1,
    after: 0,
    n: 60,
    licensed: false,
    figures: figuresOf([], 0.01),
    at: 0
};

const taken = (rows: Partial<InterimAnalysis>[]) =>
    rows.map((row): InterimAnalysis => ({
        ...firstAnalysis,
        ...row
    }));

const planned = (rows: Partial<InterimAnalysis>[], wasAnalysed = false, runId = 'run') =>
    nextAnalysis(taken(rows), { runId, criteria: 1, wasAnalysed });

test('there are four interim analyses, at 60 answers or 24 of each criterion, and each twice as many', (t) => {
    t.deepEqual(sizesOf(1), [60, 120, 240, 480]);
    t.deepEqual(sizesOf(5), [120, 240, 480, 960]);
    t.like(planned([]), { attempt: 1, look: 1, after: 0, needed: 60, alpha: 0.01 });
    t.like(planned([{ look: 1 }]), { attempt: 1, look: 2, after: 0, needed: 120, alpha: 0.01 });
});

test('another release at the same answers is another attempt, and must be surer', (t) => {
    t.like(planned([{ runId: 'old', look: 2 }], true), { attempt: 2, look: 1, needed: 60, alpha: 0.01 / 6 });
    t.like(planned([{ runId: 'old', attempt: 9 }], true), { attempt: 10, alpha: 0.01 / 110 });
    t.like(
        planned([{ runId: 'old', look: 4 }], false),
        { attempt: 1, alpha: 0.01 },
        'at new answers it is the first'
    );
});

test('after four analyses a release needs new answers in addition to the old, as a second attempt', (t) => {
    t.like(planned([{ look: 4, n: 480 }], true), { attempt: 2, look: 1, after: 480, needed: 540 });
    const second = [
        { look: 4, n: 480 },
        { attempt: 2, look: 1, after: 480, n: 540 }
    ];
    t.like(planned(second, true), { attempt: 2, look: 2, after: 480, needed: 600, alpha: 0.01 / 6 });
});

test('a stopped judge is evaluated on all its answers again, in another attempt', (t) => {
    t.like(planned([{ look: 2, n: 120, licensed: true }], true), {
        attempt: 2,
        look: 1,
        after: 0,
        needed: 60
    });
});

test('an analysis starts once each criterion and level has enough labels, and uses the first ones', (t) => {
    t.is(takenBy(stock(59), { criteria: ['a'], needed: 60 }), undefined);
    t.is(takenBy(stock(200), { criteria: ['a'], needed: 60 })?.length, 60);
    const late = [...stock(80), ...stock(30, ['b'])];
    t.is(takenBy(late, { criteria: ['a', 'b'], needed: 60 })?.length, 104, 'until 24 of b are there');
    t.is(takenBy(stock(80), { criteria: ['a', 'b'], needed: 60 }), undefined);
    const weak = stock(60).map((one) => ({ ...one, grades: ['absent', 'absent'] as const }));
    t.deepEqual(missingFor(weak, ['a']), [
        '`a` labelled partial: 0 of 3 answers.',
        '`a` labelled strong: 0 of 3 answers.',
        'Labelled partial: 0 of 10 answers.',
        'Labelled strong: 0 of 10 answers.'
    ]);
});

const checks = (differed: readonly number[], before: Drift) =>
    differed.reduce((state, one) => afterCheck(state, { drawn: 40, differed: one }), before);

const steady = beginDrift(
    Array.from({ length: 120 }, () => ({ levels: ['strong', 'strong', 'strong'] })),
    1
);

test('an unchanged judge is never stopped, and one that changed by a fifth is stopped soon', (t) => {
    t.is(steady.usual, 0.03);
    t.is(whyStopped(checks(Array<number>(365).fill(1), steady)), undefined);
    t.is(whyStopped(checks([4], steady)), undefined);
    t.is(whyStopped(checks([4, 1, 1], steady)), undefined, 'a bad check alone stops nobody');
    t.regex(whyStopped(checks([4, 8], steady)) ?? '', /last night it gave 8 of 40 answers another level/);
    t.not(whyStopped(checks([20], steady)), undefined, 'one check is enough where half has changed');
});

test('the usual level is the one that was given most often', (t) => {
    t.is(usualLevel(['partial', 'strong', 'strong']), 'strong');
    t.is(usualLevel(['partial', 'strong', 'partial']), 'partial');
    t.is(usualLevel(['partial', 'strong', 'absent']), 'partial');
    const noisy = beginDrift(
        [{ levels: ['partial', 'strong', 'strong'] }, { levels: ['absent', 'absent', 'absent'] }],
        1
    );
    t.true(noisy.usual > 0.3, 'few answers tell little');
});
