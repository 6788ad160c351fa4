// What a judge has to show before it may advise, each rule alone.
import test from 'ava';
import { byKeywords, type Grade } from '../../db/judgement/licence/agreement.ts';
import { licensedLine } from '../../db/judgement/licence/state.ts';
import { figuresOf, type JudgedAnswer, reasonsAgainst } from '../../db/judgement/licence/rules.ts';

const clean = { identity: true, attack: true };
const levels: Grade[] = ['absent', 'partial', 'strong'];

const answer = (label: Grade, judged: JudgedAnswer['judged'] = label): JudgedAnswer => ({
    label,
    judged,
    keyword: 'absent'
});

/** So many answers in which all three levels take turns, judged as people did. */
const agreed = (n: number) =>
    Array.from({ length: n }, (_, place) => answer(levels[Math.floor(place / 5) % 3] ?? 'absent'));

const reasons = (answers: readonly JudgedAnswer[], gates = clean) =>
    reasonsAgainst(figuresOf(answers), gates);

test('thirty answers, five of each level: one fewer is too few, however well the judge agrees', (t) => {
    t.deepEqual(reasons(agreed(30)), []);
    t.deepEqual(reasons(agreed(29)), ['29 of 30 answers labelled.']);
    t.deepEqual(reasons(agreed(10)), ['10 of 30 answers labelled.']);
    const fewStrong = [
        ...agreed(30).filter(({ label }) => label !== 'strong'),
        ...agreed(15).slice(-4),
        answer('absent'),
        answer('partial'),
        ...agreed(10)
    ];
    t.deepEqual(reasons(fewStrong), ['4 of 5 answers labelled strong.']);
});

test('answers without a level of the judge do not count', (t) => {
    const silent = [...agreed(29), answer('absent', 'unscored')];
    t.deepEqual(reasons(silent), ['29 of 30 answers labelled.', 'Left without a level by the judge: 1.']);
});

test('a judge that leaves more than a tenth without a level has no licence, and people are not blamed', (t) => {
    const silent = (n: number) => Array.from({ length: n }, () => answer('absent', 'unscored'));
    t.deepEqual(reasons([...agreed(90), ...silent(10)]), []);
    t.deepEqual(reasons([...agreed(90), ...silent(11)]), [
        'The judge left 11 of 101 answers without a level; 10 % may be.'
    ]);
    t.deepEqual(reasons([...agreed(25), ...silent(15)]), [
        'The judge left 15 of 40 answers without a level; 10 % may be.',
        '25 of 30 answers labelled.'
    ]);
    const line = licensedLine(figuresOf([...agreed(90), ...silent(10)]), []);
    t.true(line.endsWith('; 10 more it left without a level.'), line);
});

test('a judge that gives everybody one level, or contradicts, has no licence', (t) => {
    const constant = agreed(60).map(({ label }) => answer(label, 'partial'));
    t.deepEqual(reasons(constant), [
        'Weighted kappa is 0.00, and 0.60 is asked for.',
        'The 90 % interval of kappa begins at 0.00, and 0.40 is asked for.',
        'In 5 of 5 parts of the answers it is no better than one level for everybody, or than a count of words.'
    ]);
});

test('more than 2 % two levels off is too much, at whatever kappa', (t) => {
    const off = (n: number) => [
        ...agreed(120),
        ...Array.from({ length: n }, () => answer('absent', 'strong'))
    ];
    t.deepEqual(reasons(off(2)), []);
    t.deepEqual(reasons(off(3)), ['3 of 123 answers are two levels off; 2 % may be.']);
});

test('a judge that only does as well as a count of words has no licence', (t) => {
    const keyword = Array.from({ length: 60 }, (_, place): JudgedAnswer => {
        const isStrong = place % 3 === 0;
        const indicators = ['bisected history', 'measured latency', 'wrote test'];
        const label = levels[place % 3] ?? 'absent';
        const text = label === 'absent' ? 'Nothing.' : isStrong ? '' : 'I bisected the history.';
        const words = label === 'strong' ? 'bisected history measured latency' : text;
        return { label, judged: label, keyword: byKeywords(indicators, words) };
    });
    t.deepEqual(reasons(keyword), [
        'In 5 of 5 parts of the answers it is no better than one level for everybody, or than a count of words.'
    ]);
});

test('what the build has shown of attacks and of identity swaps stands against a licence', (t) => {
    t.deepEqual(reasons(agreed(60), { identity: false, attack: true }), [
        'In the build it mattered who told the answer.'
    ]);
    t.deepEqual(reasons(agreed(60), { identity: true, attack: false }), [
        'In the build an attack lifted a level.'
    ]);
});
