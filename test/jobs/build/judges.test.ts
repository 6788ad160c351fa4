// Each judge has one fault, and one gate of a build is there for it. All of them speak the API of a model server.
// One after the other: side by side they would wait for each other's answers.
import test, { type ExecutionContext } from 'ava';
import pLimit from 'p-limit';
import { EvaluatorFault } from '../../../jobs/evaluation/faults.ts';
import { modelEvaluator } from '../../../jobs/evaluation/model/evaluator.ts';
import * as judges from '../../doubles/judges.ts';
import { clientOf, type ModelJudge, startModelServer } from '../../doubles/model-server.ts';
import { keptEvidence as evidence } from '../../support/fixtures/kept-readings.ts';
import { withTestAnswers } from '../../support/fixtures/test-answers.ts';
import { build, debugging, redGates, snapshotOf, teamwork } from '../../support/fixtures/builds.ts';

const criteria = withTestAnswers([debugging, teamwork]);
const engineer = snapshotOf(criteria);
const meter = { assertAllowed: () => Promise.resolve(), count: () => Promise.resolve() };

async function modelOf(t: ExecutionContext, judgeCall: ModelJudge) {
    const server = await startModelServer(t, judgeCall);
    const client = clientOf(t, server, { timeout: 20_000 });
    return { server, model: modelEvaluator({ client, meter, limit: pLimit(4), reader: evidence }) };
}

const idsOf = (gates: readonly { id: string }[]) => gates.map(({ id }) => id);

/** The step, and the gate that is there for it. */
const faults: [string, judges.MakeJudge, string, string][] = [
    ['answers another criterion', judges.answersAnotherCriterion, 'test_shu', 'shu.criterion'],
    ['answers prose', judges.answersProse, 'starting', 'starting.evaluator'],
    ['answers cut JSON', judges.answersCutJson, 'starting', 'starting.evaluator']
];

for (const [fault, make, step, gate] of faults) {
    test.serial(`a judge that ${fault} is stopped by ${gate}`, async (t) => {
        const { model } = await modelOf(t, make(criteria));
        const built = await build(engineer, model);
        t.is(built.failed, step);
        const red = idsOf(redGates(built));
        t.true(red.includes(gate), red.join());
        for (const { remedy = '' } of Object.values(built.reports).flatMap(({ failures }) => failures))
            t.notRegex(remedy, /indicator/, 'no author is told to change the rubric for what a model did');
    });
}

test.serial('a judge that is too slow for its steps is stopped by starting.time', async (t) => {
    let now = 0;
    const slow = judges.slow(() => (now += 30_000));
    const { model } = await modelOf(t, slow(criteria));
    const built = await build(engineer, model, () => now);
    t.deepEqual(idsOf(redGates(built)), ['starting.time']);
});

test.serial('a server that fails is stopped by starting.evaluator, and the sage is not blamed', async (t) => {
    const { model } = await modelOf(t, judges.serverError);
    const red = redGates(await build(engineer, model));
    t.deepEqual(idsOf(red), ['starting.evaluator']);
    t.regex(red[0]?.measured ?? '', /server_error.*the sage is not the cause/);
});

test.serial('a server that fails during a build ends it with the error of the evaluator', async (t) => {
    const { model } = await modelOf(t, judges.lastsFor(20, judges.serverError)(criteria));
    const error = await t.throwsAsync(build(engineer, model), { instanceOf: EvaluatorFault });
    t.is(error?.code, 'server_error');
});

test.serial('a correct judge passes the build', async (t) => {
    const { model, server } = await modelOf(t, judges.goodJudge(criteria));
    const built = await build(engineer, model);
    t.deepEqual(idsOf(redGates(built)), []);
    t.is(built.failed, undefined);
    const levels = built.reports.test_shu?.gates.find(({ id }) => id === 'shu.levels');
    t.regex(levels?.measured ?? '', /\(100%\)/, 'each level comes through the model server');
    t.true(server.calls.length < 500, `${server.calls.length} calls`);
});
