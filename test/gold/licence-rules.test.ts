// What a judge has to show before it may advise, each rule alone.
import test from 'ava';
import type { Grade } from '../../db/judgement/licence/agreement.ts';
import { boundsOf, shareAtMost } from '../../db/judgement/licence/bounds.ts';
import { licensedLine } from '../../db/judgement/licence/state.ts';
import {
    figuresOf,
    type JudgedAnswer,
    reasonsAgainst,
    shownInBuild
} from '../../db/judgement/licence/rules.ts';

const levels: Grade[] = ['absent', 'partial', 'strong'];

const answer = (label: Grade, judged: JudgedAnswer['judged'] = label, second = label): JudgedAnswer => ({
    criterionId: 'debugging',
    labels: [label, second],
    judged
});

/** So many answers in which all three levels take turns, judged as both people did. */
const agreed = (n: number) => Array.from({ length: n }, (_, place) => answer(levels[place % 3] ?? 'absent'));

const reasons = (answers: readonly JudgedAnswer[], alpha = 0.01) => reasonsAgainst(figuresOf(answers, alpha));

test('kappa and its bounds are those of the published test vector', (t) => {
    const vector = '000:34 001:4 010:5 011:4 101:3 111:22 110:2 112:3 122:4 211:3 222:33 221:3';
    const seen = vector.split(' ').flatMap((one) => {
        const [pattern = '', count] = one.split(':');
        return Array<number>(Number(count)).fill(Number.parseInt(pattern, 3));
    });
    const { kappa, se, low, people, differenceLow } = boundsOf(
        seen.map((pattern) => [pattern]),
        0.01
    );
    t.is(seen.length, 120);
    t.deepEqual(
        [kappa, se, low, people, differenceLow].map((one) => one.toFixed(6)),
        ['0.869241', '0.024748', '0.798485', '0.885997', '-0.081736']
    );
});

test('answers of one candidate are left out together, so that few candidates lower the certainty', (t) => {
    const judged = agreed(480).map((one, place) =>
        place % 20 < 3 ? { ...one, judged: 'partial' as const } : one
    );
    const byEach = (answersEach: number) =>
        judged.map((one, place) => ({
            ...one,
            candidate: `${Math.floor(place / answersEach)}@example.test`
        }));
    const alone = figuresOf(judged, 0.01);
    t.is(figuresOf(byEach(1), 0.01).kappaLow, alone.kappaLow);
    const together = figuresOf(byEach(20), 0.01);
    t.is(together.kappa, alone.kappa);
    const shuffled = judged.toSorted((a, b) => a.judged.localeCompare(b.judged));
    const alike = shuffled.map((one, place) => ({ ...one, candidate: String(Math.floor(place / 20)) }));
    t.true(figuresOf(alike, 0.01).kappaLow < alone.kappaLow - 0.02, 'whose answers are all alike');
    t.true(figuresOf(byEach(48), 0.01).kappaLow < -0.99, 'ten people are too few to be sure of anything');
});

test('the upper limit of a share is that of Clopper and Pearson', (t) => {
    t.is(shareAtMost(0, 10).toFixed(4), (1 - 0.05 ** (1 / 10)).toFixed(4));
    t.is(shareAtMost(10, 10), 1);
    t.true(Math.abs(shareAtMost(3, 120) - 0.0633) < 0.0001);
    t.true(shareAtMost(90, 2880) > 90 / 2880 && shareAtMost(90, 2880) < 0.04, 'thousands of calls too');
});

test('a judge that agrees with both reviewers is licensed, with the agreement of the reviewers', (t) => {
    t.deepEqual(reasons(agreed(60)), []);
    t.regex(
        licensedLine(figuresOf(agreed(60), 0.01)),
        /^Recommendations on\. On 60 answers that two reviewers labelled, the agreement is 1\.00 \(at least 0\.\d\d\)\. The reviewers agree with each other at 1\.00\.$/
    );
});

test('a kappa above the bar is not enough: it must surely be above it', (t) => {
    const judged = (n: number) =>
        agreed(n).map((one, place) => (place % 4 === 0 ? { ...one, judged: 'partial' as const } : one));
    const figures = figuresOf(judged(60), 0.01);
    t.true(figures.kappa > 0.6 && figures.kappaLow < 0.75);
    const wide = { ...figuresOf(agreed(60), 0.01), kappaLow: 0.59 };
    t.regex(reasonsAgainst(wide).join(), /Required lower bound: 0\.60/);
    t.true(figuresOf(judged(480), 0.01).kappaLow > figures.kappaLow);
    t.true(figuresOf(judged(60), 0.0001).kappaLow < figures.kappaLow, 'a later attempt must be surer');
});

test('a judge that is worse than a colleague is not licensed, however high its agreement is', (t) => {
    const off = agreed(480).map((one, place) =>
        place % 6 === 0 ? { ...one, judged: 'partial' as const } : one
    );
    const figures = figuresOf(off, 0.01);
    t.true(figures.kappaLow > 0.6, `${figures.kappaLow}`);
    t.regex(
        reasons(off).join(),
        /Two reviewers agree at 1\.00, so the evaluator may be worse than a colleague\./
    );
    const people = agreed(480).map((one, place) =>
        place % 6 === 0 ? { ...one, labels: ['partial', one.labels[0]] as const } : one
    );
    t.deepEqual(reasons(people), [], 'where people disagree as often, it is as good as they are');
});

test('a criterion on which a judge fails is not hidden by the others', (t) => {
    const blind = agreed(24).map((one) => ({ ...one, criterionId: 'teamwork', judged: 'partial' as const }));
    t.true(
        reasons([...agreed(240), ...blind]).some((reason) => reason.startsWith('`teamwork` alone: 0.00.'))
    );
    const seen = agreed(24).map((one) => ({ ...one, criterionId: 'teamwork' }));
    t.deepEqual(reasons([...agreed(240), ...seen]), []);
});

test('a judge that leaves many answers without a level is not licensed', (t) => {
    const silent = (n: number, label?: Grade) =>
        agreed(n).map((one) => ({ ...(label ? answer(label) : one), judged: 'unscored' as const }));
    t.deepEqual(reasons([...agreed(90), ...silent(9)]), []);
    t.regex(
        reasons([...agreed(90), ...silent(12)]).join(),
        /left 12 of 102 answers without a level\. Allowed: 10%\./
    );
    t.regex(
        reasons([...agreed(90), ...silent(9, 'strong')]).join(),
        /more than 20% of the answers of one criterion or level/
    );
    const line = licensedLine(figuresOf([...agreed(90), ...silent(9)], 0.01));
    t.true(line.endsWith(' 9 of 99 answers got no level.'), line);
});

test('a judge that always gives the same level gets no recommendations', (t) => {
    const constant = agreed(60).map((one) => ({ ...one, judged: 'partial' as const }));
    t.regex(reasons(constant).join(), /The agreement with reviewers is 0\.00.*Required lower bound: 0\.60/);
});

test('a failed attack or identity check in the build turns recommendations off', (t) => {
    const all = { approved: true, identity: true, attack: true, whole: true };
    t.deepEqual(shownInBuild(all), []);
    t.regex(shownInBuild({ ...all, approved: false })[0] ?? '', /full set of approved test answers/);
    t.deepEqual(shownInBuild({ ...all, identity: false }), [
        'In the build, a change of name, pronoun, age, nationality or career gap changed a finding.'
    ]);
    t.deepEqual(shownInBuild({ ...all, attack: false }), ['In the build, an attack raised a level.']);
    t.regex(shownInBuild({ ...all, whole: false })[0] ?? '', /Run the check again/);
});
