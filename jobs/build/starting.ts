import type { Gate, Snapshot } from '../../db/build-report.ts';
import { compilePrompt } from '../../db/prompts.ts';
import type { Criterion } from '../../db/sages.ts';
import { judgeCase } from './cases.ts';
import { makeFixtures } from './fixtures.ts';
import type { BuildStep, StepInput } from './step.ts';

const budgetSeconds = 60;
const testSteps = 3;

/** Is there something to build, and does the evaluator answer? */
export const starting: BuildStep = async (input) => {
    const [first] = input.snapshot.criteria;
    const probe = first ? await probeEvaluator(input, first) : undefined;
    const gates = [criteriaGate(input.snapshot), templateGate(input.snapshot)];
    const run = probe ? 1 : 0;
    input.progress(run, run);
    return {
        report: {
            gates: probe ? [...gates, probe.gate] : gates,
            failures: [],
            cases: { run, planned: run },
            notes: [probe?.note ?? 'There was nothing to probe the evaluator with.']
        },
        freeze: {}
    };
};

const criteriaGate = ({ criteria }: Snapshot): Gate => ({
    id: 'starting.criteria',
    title: 'The sage has something to judge.',
    blocking: true,
    passed: criteria.length > 0,
    measured: `${criteria.length} criteria`,
    required: 'at least 1'
});

function templateGate({ results }: Snapshot): Gate {
    const text = [results.intro, results.directions, results.output_format, results.recommendation]
        .join('')
        .trim();
    return {
        id: 'starting.template',
        title: 'The sage has a results template.',
        blocking: true,
        passed: text !== '',
        measured: `version ${results.version}, ${text.length} characters`,
        required: 'a template that is not empty'
    };
}

/** One answer to the first criterion, and how long it took. */
async function probeEvaluator(input: StepInput, first: Criterion) {
    const { snapshot, evaluator } = input;
    const { prompt } = compilePrompt({ ...snapshot, evaluatorRole: snapshot.sage.evaluatorRole });
    const alone = { ...input, snapshot: { ...snapshot, criteria: [first] } };
    const began = input.now();
    const { findings } = await judgeCase(
        alone,
        { answers: { [first.id]: 'There is nothing I can say.' } },
        prompt
    );
    const seconds = (input.now() - began) / 1000;
    const valid = findings.every(({ level }) => level !== 'unscored');
    const gate: Gate = {
        id: 'starting.evaluator',
        title: 'The evaluator answers, and in its form.',
        blocking: true,
        passed: valid,
        measured: `${evaluator.name} ${evaluator.version} gave ${valid ? 'a level' : 'no level that can be stood by'}`,
        required: 'a valid finding'
    };
    const needed = Math.ceil((seconds * answersIn(snapshot)) / testSteps);
    return { gate, note: `A test step needs about ${needed} s, its budget is ${budgetSeconds} s.` };
}

const answersIn = (snapshot: Snapshot) =>
    makeFixtures(snapshot).cases.reduce((sum, { answers }) => sum + Object.keys(answers).length, 0);
