import { buildPlan } from '../../../db/builds/plan.ts';
import type { Snapshot } from '../../../db/builds/reports.ts';
import { type Criterion, givesLevels } from '../../../db/sages/sages.ts';
import { promptFor } from '../../../db/council/snapshots.ts';
import { judgeCase } from '../fixtures/cases.ts';
import { gate } from '../checks.ts';
import type { Evaluator } from '../../evaluation/evaluator.ts';
import { EvaluatorFault } from '../../evaluation/faults.ts';
import { mandatory, type Step } from '../sample.ts';
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
            gates: probe ? [...gates, ...probe.gates] : gates,
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

export function templateGate({ results }: Snapshot) {
    const text = [results.intro, results.directions, results.output_format, results.recommendation]
        .join('')
        .trim();
    return gate('starting.template', 'The sage has a results template.', {
        passed: text !== '',
        measured: `version ${results.version}, ${text.length} characters`,
        required: 'a template that is not empty'
    });
}

const testSteps = { shu: 'test_shu', ha: 'test_ha', ri: 'test_ri' } as const;

/** One answer to the first criterion: does the evaluator reply, in its form, and fast enough for what must be judged? */
async function probeEvaluator(input: StepInput, first: Criterion) {
    const { evaluator, snapshot } = input;
    const alone = { ...input, snapshot: { ...snapshot, criteria: [first] } };
    const began = input.now();
    const probed = await probe(alone, first);
    const seconds = (input.now() - began) / 1000;
    const told = `${evaluator.name} ${evaluator.version}`;
    if (typeof probed === 'string')
        return { gates: [evaluatorGate(false, `${told}: ${probed}`)], note: probed };
    const slow = tooSlow(evaluator, seconds);
    return {
        gates: [
            evaluatorGate(true, `${told} replied in its form`),
            gate('starting.time', 'What must be judged fits into the budgets of the steps.', {
                passed: slow === undefined,
                measured: slow ?? `one answer took ${seconds.toFixed(1)} s`,
                required: 'within 60 s for each test step'
            })
        ],
        note: `One answer took ${seconds.toFixed(1)} s.`
    };
}

/** Undefined when it replied as it should; else what is wrong, in words. */
async function probe(input: StepInput, first: Criterion) {
    try {
        const answers = { [first.id]: 'There is nothing I can say.' };
        const { prompt } = promptFor(input.snapshot);
        const { findings } = await judgeCase(input, { answers }, prompt);
        const flags = findings.flatMap((finding) => finding.flags);
        return flags.length === 0 ? undefined : `its reply cannot be relied on (${flags.join(', ')})`;
    } catch (error) {
        if (error instanceof EvaluatorFault)
            return `it cannot be asked now (${error.code}); the sage is not at fault. ${error.words}`;
        throw error;
    }
}

const evaluatorGate = (passed: boolean, measured: string) =>
    gate('starting.evaluator', 'The evaluator answers, and in its form.', {
        passed,
        measured,
        required: 'a valid finding'
    });

/** Undefined where there is time enough; else the step that has too little, with the figures. */
function tooSlow({ name: evaluator, atOnce = 1 }: Evaluator, seconds: number) {
    if (!givesLevels(evaluator)) return undefined;
    for (const [step, name] of Object.entries(testSteps)) {
        const budget = (buildPlan.find((one) => one.name === name)?.max_time ?? 0) / 1000;
        const needed = Math.ceil((seconds * mandatory(step as Step, evaluator)) / atOnce);
        if (needed > budget) return `${name} needs about ${needed} s, its budget is ${budget} s`;
    }
    return undefined;
}
