import { buildPlan } from '../../../db/builds/plan.ts';
import type { Snapshot } from '../../../db/builds/reports.ts';
import { givesLevels } from '../../../db/sages/sages.ts';
import { promptFor } from '../../../db/council/snapshots.ts';
import { judgeCase, type Judges } from '../fixtures/cases.ts';
import { gate } from '../checks.ts';
import { EvaluatorFault } from '../../evaluation/faults.ts';
import { type Planned, roundsThatFit } from '../gates/plan.ts';
import { callsOf, testSteps } from '../gates/stages.ts';
import { planOf } from '../gates/trying.ts';
import type { BuildStep, StepInput } from './step.ts';

/**
 * Checks that it is paid for, that there is something to build, and that the evaluator answers. Freezes the inputs of all other
 * steps.
 */
export const starting: BuildStep = async (input) => {
    const { snapshot, hold } = input;
    const [first] = snapshot.criteria;
    const probed = first ? await probeEvaluator(input) : undefined;
    const gates = [holdGate(hold), roleGate(snapshot), criteriaGate(snapshot), templateGate(snapshot)];
    const run = probed?.calls ?? 0;
    input.progress(run, run);
    return {
        report: {
            gates: probed ? [...gates, ...probed.gates] : gates,
            failures: [],
            cases: { run, planned: run },
            notes: probed ? [] : ['No criterion to test the evaluator with.']
        },
        freeze: { snapshot, ...probed?.freeze }
    };
};

const holdGate = ({ held, cost }: StepInput['hold']) =>
    gate('starting.hold', 'The credits for this build are reserved', {
        passed: held === cost,
        measured: `${held} reserved`,
        required: `${cost} reserved`
    });

const roleGate = ({ sage }: Snapshot) =>
    gate('starting.role', 'The sage has an evaluator role.', {
        passed: sage.evaluatorRole !== '',
        measured: `${sage.evaluatorRole.length} characters`,
        required: 'at least 1'
    });

const criteriaGate = ({ criteria }: Snapshot) =>
    gate('starting.criteria', 'The sage has at least one criterion.', {
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
        required: 'a non-empty template'
    });
}

/** Sends as many answers in parallel as the evaluator accepts: does it reply, in its format, and fast enough for this build? */
async function probeEvaluator(input: StepInput) {
    const { evaluator, snapshot } = input;
    const calls = givesLevels(evaluator.name) ? (evaluator.atOnce ?? 1) : 1;
    const began = input.now();
    const probed = await Promise.all(Array.from({ length: calls }, () => probe(input)));
    const seconds = (input.now() - began) / 1000;
    const label = `${evaluator.name} ${evaluator.version}`;
    const wrong = probed.find((one) => one !== undefined);
    if (wrong !== undefined) return { gates: [evaluatorGate(false, `${label}: ${wrong}`)], calls };
    const note = `${calls === 1 ? 'One answer' : `${calls} answers at the same time`} took ${seconds.toFixed(1)} s.`;
    const { judge, isPrepared } = (await input.judge?.()) ?? {};
    const { slow, ...rounds } = givesLevels(evaluator.name)
        ? roundsInTime(snapshot, isPrepared ? 0 : seconds / calls)
        : { slow: undefined };
    return {
        gates: [
            evaluatorGate(true, `${label} replied in the required format`),
            gate('starting.time', 'All test cases fit into the time limits.', {
                passed: slow === undefined,
                measured: slow ?? note,
                required: 'within 60 s for each test step'
            })
        ],
        calls,
        freeze: { ...rounds, ...(judge !== undefined && { judge }) }
    };
}

/** For the cases that miss and are evaluated again. */
const margin = 1.1;

/**
 * How many rounds the build evaluates, in half of the time where several: most answers are longer. `slow`: not even the first.
 */
function roundsInTime(snapshot: Snapshot, secondsEach: number) {
    const budgets = testSteps.map((name) => ({
        name,
        budget: (buildPlan.find((one) => one.name === name)?.max_time ?? 0) / 1000,
        needed: (planned: readonly Planned[]) => Math.ceil(callsOf(name, planned) * secondsEach * margin)
    }));
    const plan = planOf(snapshot);
    const rounds = roundsThatFit(plan, (planned) =>
        budgets.every(({ needed, budget }) => needed(planned) <= budget / 2)
    );
    const [first = []] = plan;
    const over = budgets.find(({ needed, budget }) => needed(first) > budget);
    const slow =
        over &&
        `${over.name} needs about ${over.needed(first)} s. Its time limit is ${over.budget} s. ${preparing}`;
    return { rounds, slow };
}

const preparing =
    'Its cases are being evaluated in advance (see the page of the sage). Build again after that.';

/** Undefined when it replied as it should; else what is wrong, in words. */
export async function probe(input: Judges) {
    const [first] = input.snapshot.criteria;
    if (!first) return 'no criteria';
    const snapshot = { ...input.snapshot, criteria: [first] };
    try {
        const answers = { [first.id]: 'There is nothing I can say.' };
        const { prompt } = promptFor(snapshot);
        const { findings } = await judgeCase({ ...input, snapshot }, { answers }, prompt);
        const flags = findings.flatMap((finding) => finding.flags);
        return flags.length === 0 ? undefined : `its reply is not usable (${flags.join(', ')})`;
    } catch (error) {
        if (error instanceof EvaluatorFault)
            return `the evaluator is not available (${error.code}); the sage is not the cause. ${error.words}`;
        throw error;
    }
}

const evaluatorGate = (passed: boolean, measured: string) =>
    gate('starting.evaluator', 'The evaluator answers in the required format.', {
        passed,
        measured,
        required: 'a valid finding'
    });
