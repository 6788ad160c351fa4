import { buildPlan } from '../../../db/builds/plan.ts';
import type { Snapshot } from '../../../db/builds/reports.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import { promptFor } from '../../../db/sages/snapshots.ts';
import { judgeCase } from '../fixtures/cases.ts';
import { gate } from '../checks.ts';
import { countAnswers } from '../fixtures/fixtures.ts';
import type { BuildStep, StepInput } from './step.ts';

/** Is it paid for, is there something to build, and does the evaluator answer? Freezes what all others judge by. */
export const starting: BuildStep = async (input) => {
    const { snapshot, hold } = input;
    const [first] = snapshot.criteria;
    const probe = first ? await probeEvaluator(input, first) : undefined;
    const gates = [holdGate(hold), roleGate(snapshot), criteriaGate(snapshot), templateGate(snapshot)];
    const run = probe ? 1 : 0;
    input.progress(run, run);
    return {
        report: {
            gates: probe ? [...gates, probe.gate] : gates,
            failures: [],
            cases: { run, planned: run },
            notes: [probe?.note ?? 'There was nothing to probe the evaluator with.']
        },
        freeze: { snapshot }
    };
};

const holdGate = ({ held, cost }: StepInput['hold']) =>
    gate('starting.hold', 'The credits for this build are held', {
        passed: held === cost,
        measured: `${held} held`,
        required: `${cost} held`
    });

const roleGate = ({ sage }: Snapshot) =>
    gate('starting.role', 'The sage has a role to judge in.', {
        passed: sage.evaluatorRole !== '',
        measured: `${sage.evaluatorRole.length} characters`,
        required: 'at least 1'
    });

const criteriaGate = ({ criteria }: Snapshot) =>
    gate('starting.criteria', 'The sage has something to judge.', {
        passed: criteria.length > 0,
        measured: `${criteria.length} criteria`,
        required: 'at least 1'
    });

function templateGate({ results }: Snapshot) {
    const text = [results.intro, results.directions, results.output_format, results.recommendation]
        .join('')
        .trim();
    return gate('starting.template', 'The sage has a results template.', {
        passed: text !== '',
        measured: `version ${results.version}, ${text.length} characters`,
        required: 'a template that is not empty'
    });
}

const testSteps = buildPlan.filter(({ name }) => name.startsWith('test_'));
const budgetSeconds = Math.min(...testSteps.map(({ max_time }) => max_time)) / 1000;

/** One answer to the first criterion, and how long it took. */
async function probeEvaluator(input: StepInput, first: Criterion) {
    const { snapshot, evaluator } = input;
    const { prompt } = promptFor(snapshot);
    const alone = { ...input, snapshot: { ...snapshot, criteria: [first] } };
    const began = input.now();
    const { findings } = await judgeCase(
        alone,
        { answers: { [first.id]: 'There is nothing I can say.' } },
        prompt
    );
    const seconds = (input.now() - began) / 1000;
    const valid = findings.every(({ level }) => level !== 'unscored');
    const needed = Math.ceil((seconds * countAnswers(snapshot)) / testSteps.length);
    return {
        gate: gate('starting.evaluator', 'The evaluator answers, and in its form.', {
            passed: valid,
            measured: `${evaluator.name} ${evaluator.version} gave ${valid ? 'a level' : 'no level that can be stood by'}`,
            required: 'a valid finding'
        }),
        note: `A test step needs about ${needed} s, its budget is ${budgetSeconds} s.`
    };
}
