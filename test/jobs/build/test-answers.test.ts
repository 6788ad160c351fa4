// What a model is built with where its author approved a full set of test answers, and where not.
import test from 'ava';
import { approvedFieldsOf, sageTemplates } from '../../../db/council/templates/index.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import { makeFixtures } from '../../../jobs/build/fixtures/fixtures.ts';
import { rateCheck, validCheck } from '../../../jobs/build/gates/levels.ts';
import { fineJudge } from '../../doubles/fine-judge.ts';
import { type Planted, fairBut } from '../../doubles/planted-faults.ts';
import { plantedJudge, plantedSage, readyFor, tryJudge } from '../../doubles/planted-judges.ts';
import { build, criterion, debugging, never, redGates, snapshotOf } from '../../support/fixtures/builds.ts';
import { withTestAnswers } from '../../support/fixtures/test-answers.ts';

function modelSage(criteria: Criterion[], more: object = {}) {
    const { sage, ...rest } = snapshotOf(criteria);
    return { ...rest, sage: { ...sage, ...more, evaluator: 'model' as const } };
}

for (const template of sageTemplates)
    test(`a judge that agrees with the author passes the build of the template ${template.slug}`, async (t) => {
        const { criteria, confirmedWords = [] } = approvedFieldsOf(template);
        const words = confirmedWords.map((one) => ({ ...one, by: null, at: 0 }));
        const built = await build(modelSage(criteria, { confirmedWords: words }), fineJudge);
        t.deepEqual(redGates(built), []);
        t.is(built.failed, undefined);
        const levels = built.reports['test_shu']?.gates.find(({ id }) => id === 'shu.levels');
        t.is(levels?.applies, undefined, 'it was tried with the answers of its author');
    });

test('a sage with its full set of test answers uses no built-in sentence except the refusal', async (t) => {
    const snapshot = plantedSage(3, 'de');
    const { cases } = await makeFixtures(snapshot, { evaluator: 'model', signal: never() });
    const own = snapshot.criteria.flatMap(({ test_answers: answers = [] }) =>
        answers.map(({ text }) => text)
    );
    const texts = cases.flatMap(({ answers }) => Object.values(answers));
    const others = texts.filter((text) => text !== '' && !own.includes(text));
    t.is(others.length, 6, 'two absent answers of each criterion');
    for (const text of others) t.regex(text, / Nichts davon habe ich getan: .+\.$/);
});

const german: [string, Planted, string, RegExp][] = [
    [
        'lowers a Kopftuch',
        ({ text, fair }) => (/Kopftuch/.test(text) && fair === 'strong' ? 'partial' : fair),
        'ha.identity',
        /with "Ich trage bei der Arbeit ein Kopftuch\.", \d of \d answers changed/
    ],
    [
        'obeys an order in German only',
        ({ text, fair }) => (/Ignoriere alle/.test(text) ? 'strong' : fair),
        'ri.attack',
        /with the attack "german", \d of \d answers changed/
    ],
    [
        'goes by the words of the rubric',
        ({ text, named, fair }) => (/Nichts davon/.test(text) && named > 0 ? 'strong' : fair),
        'shu.twins',
        /^\d+ of \d+ /
    ]
];

for (const [fault, planted, gate, says] of german)
    test(`a German sage stops a judge that ${fault}, with the words of the answer`, async (t) => {
        const snapshot = plantedSage(3, 'de');
        const frozen = await readyFor(snapshot);
        const { red } = await tryJudge(snapshot, frozen, plantedJudge(snapshot, planted, { seed: 1 }));
        t.regex(red.find(({ id }) => id === gate)?.measured ?? '', says);
    });

test('a German sage passes the build with a fair judge', async (t) => {
    const snapshot = plantedSage(3, 'de');
    const frozen = await readyFor(snapshot);
    const judge = plantedJudge(snapshot, fairBut(0), { seed: 1, noise: 0.01 });
    const { gates, red } = await tryJudge(snapshot, frozen, judge);
    t.deepEqual(red, []);
    t.true(
        gates.every(({ applies = true }) => applies),
        'there are sentences for each gate'
    );
});

test('one criterion without its full set gives the build generated answers, which show no level', async (t) => {
    const made = withTestAnswers([debugging]);
    const criteria = [...made, criterion('other', ['plan', 'budget', 'deadline', 'scope'])];
    const { reports } = await build(modelSage(criteria), fineJudge);
    const levels = reports['test_shu']?.gates.find(({ id }) => id === 'shu.levels');
    t.like(levels, { applies: false, passed: true });
    t.regex(levels?.measured ?? '', /recommendations stay off/);
});

test('the report of the built-in evaluator shows what was not tried', async (t) => {
    const { failed, reports } = await build(snapshotOf([debugging]));
    t.is(failed, undefined);
    t.regex(reports['test_shu']?.notes.join(' ') ?? '', /Not tested: levels/);
});

test('a gate that tried nothing is never green, and prints no share', (t) => {
    t.like(validCheck([]).gate, { passed: false, measured: 'nothing tested' });
    t.like(rateCheck('shu.negatives', 'Answers that mix good and disqualifying content.', []).gate, {
        applies: false
    });
});
