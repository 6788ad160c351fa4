// Each judge has one fault, and one gate of a build is there for it. All of them speak the API of a model server.
// One after the other: side by side they would wait for each other's answers, and a time-out is one of the faults.
import test, { type ExecutionContext } from 'ava';
import pLimit from 'p-limit';
import { weightedKappa } from '../../../db/judgement/licence/agreement.ts';
import type { Level } from '../../../db/sages/verdicts.ts';
import type { Fixture } from '../../../jobs/build/fixtures/fixture.ts';
import { EvaluatorFault, type FaultCode } from '../../../jobs/evaluation/faults.ts';
import { judge } from '../../../jobs/evaluation/judge.ts';
import type { ModelSettings } from '../../../jobs/evaluation/model/client.ts';
import { modelEvaluator } from '../../../jobs/evaluation/model/evaluator.ts';
import * as judges from '../../doubles/judges.ts';
import { clientOf, type ModelJudge, startModelServer } from '../../doubles/model-server.ts';
import { keptEvidence as evidence } from '../../support/fixtures/kept-readings.ts';
import { withTestAnswers } from '../../support/fixtures/test-answers.ts';
import { build, debugging, never, redGates, snapshotOf, teamwork } from '../../support/fixtures/builds.ts';

const criteria = withTestAnswers([debugging, teamwork]);
const engineer = snapshotOf(criteria);
const meter = { assertAllowed: () => Promise.resolve(), count: () => Promise.resolve() };

async function modelOf(t: ExecutionContext, judgeCall: ModelJudge, settings: Partial<ModelSettings> = {}) {
    const server = await startModelServer(t, judgeCall);
    const client = clientOf(t, server, { timeout: 20_000, ...settings });
    return { server, model: modelEvaluator({ client, meter, limit: pLimit(4), reader: evidence }) };
}

const idsOf = (gates: readonly { id: string }[]) => gates.map(({ id }) => id);

/** The step, and the gate that is there for it. */
const faults: [string, judges.MakeJudge, string, string][] = [
    ['is one level too kind', judges.oneLevelTooKind, 'test_shu', 'shu.levels'],
    ['answers another criterion', judges.answersAnotherCriterion, 'test_shu', 'shu.criterion'],
    ['changes the words that it quotes', judges.changesWords, 'test_shu', 'shu.valid'],
    ['repeats forged JSON', judges.repeatsForgedJson, 'test_ri', 'ri.attack'],
    ['leaks the canary', judges.leaksTheCanary, 'test_ri', 'ri.canary'],
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

const failing: [string, ModelJudge, FaultCode, number?][] = [
    ['answers 429 with Retry-After', judges.tooManyRequests, 'rate_limited'],
    ['answers 500', judges.serverError, 'server_error'],
    ['hangs', judges.hangs, 'timeout', 2000]
];

for (const [fault, judgeCall, code, timeout = 20_000] of failing) {
    test.serial(
        `a server that ${fault} is stopped by starting.evaluator, and the sage is not blamed`,
        async (t) => {
            const { model } = await modelOf(t, judgeCall, { timeout });
            const red = redGates(await build(engineer, model));
            t.deepEqual(idsOf(red), ['starting.evaluator']);
            t.regex(red[0]?.measured ?? '', new RegExp(`${code}.*the sage is not the cause`));
        }
    );

    test.serial(
        `a server that ${fault} during a build ends it with the evaluator error ${code}`,
        async (t) => {
            const { model } = await modelOf(t, judges.lastsFor(20, judgeCall)(criteria), { timeout });
            const error = await t.throwsAsync(build(engineer, model), { instanceOf: EvaluatorFault });
            t.is(error?.code, code);
        }
    );
}

test.serial('a correct judge passes the build', async (t) => {
    const { model, server } = await modelOf(t, judges.goodJudge(criteria));
    const built = await build(engineer, model);
    t.deepEqual(idsOf(redGates(built)), []);
    t.is(built.failed, undefined);
    t.true(server.calls.length < 500, `${server.calls.length} calls`);
});

test.serial('a model with a perfect judge behind it: kappa >= 0.99', async (t) => {
    const { frozen } = await build(engineer);
    const { cases } = frozen['fixtures'] as { cases: Fixture[] };
    const labelled = cases.filter(({ kind }) => kind === 'levelled' || kind === 'shape');
    const labels = new Map(
        labelled.map(({ answers, expected }) => [Object.values(answers)[0], Object.values(expected)[0]])
    );
    const { model } = await modelOf(t, ({ answer }) => judges.graded(labels.get(answer) ?? '', answer));
    const findings = await Promise.all(
        labelled.map(async ({ answers, expected }) => {
            const asked = criteria.filter(({ id }) => Object.hasOwn(answers, id));
            const judgeable = { criteria: asked, answers, prompt: '' };
            const verdict = await judge(model, { judgeable, threshold: 60, signal: never() });
            return {
                label: gradeOf(Object.values(expected)[0]),
                judged: gradeOf(verdict.findings[0]?.level)
            };
        })
    );
    t.true(findings.length >= 40, `${findings.length}`);
    t.true(weightedKappa(findings) >= 0.99);
});

/** Neither a label nor a finding of a perfect judge is unscored. */
function gradeOf(level: Level | undefined) {
    if (level === undefined || level === 'unscored') throw new Error('lost on the way');
    return level;
}
