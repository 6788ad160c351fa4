// What a model is built with where its author approved a full set of test answers, and where not.
import test from 'ava';
import { approvedFieldsOf, sageTemplates } from '../../../db/council/templates/index.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import { makeFixtures } from '../../../jobs/build/fixtures/fixtures.ts';
import { rateCheck, validCheck } from '../../../jobs/build/gates/levels.ts';
import { fineJudge } from '../../doubles/fine-judge.ts';
import { plantedSage } from '../../doubles/planted-judges.ts';
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
