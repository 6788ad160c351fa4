// A build of a rubric without a database: the eight steps in their order, up to the first that fails.
import type { HeldOut } from '../../../db/judgement/gold/held-out.ts';
import type { Snapshot, StepReport } from '../../../db/builds/reports.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import { buildSteps } from '../../../jobs/build/steps/index.ts';
import { passed } from '../../../jobs/build/steps/step.ts';
import type { Evaluator } from '../../../jobs/evaluation/evaluator.ts';
import type { Evaluators } from '../../../jobs/evaluation/index.ts';
import { keptEvidence } from './kept-readings.ts';

export const paid = { held: 1, cost: 1 };
export const never = () => new AbortController().signal;

export const criterion = (id: string, indicators: string[], more: Partial<Criterion> = {}): Criterion => ({
    id,
    question: 'How did you go about it?',
    weight: 1,
    levels: { absent: 'tells no way', partial: 'names one step', strong: 'tells cause, step and result' },
    indicators,
    negative_indicators: [],
    ...more
});

export const debugging = criterion(
    'debugging',
    ['hypothesis', 'reproduced', 'measured', 'bisect', 'root cause', 'profiler'],
    {
        question: 'Tell us about a hard bug that you found.',
        negative_indicators: ['restarted until it worked']
    }
);

export const teamwork = criterion(
    'teamwork',
    ['options', 'trade-offs', 'listened', 'wrote down', 'decision record', 'looked back'],
    { question: 'How do you settle a disagreement about a design?', negative_indicators: ['my way'] }
);

export function snapshotOf(criteria: Criterion[]): Snapshot {
    const sage = { id: 1, uuid: '6f1f6b0e-8f0e-4b6e-9d43-000000000001', name: 'Engineer', threshold: 70 };
    const texts = { intro: 'Judge the answers.', directions: 'Use the levels.', output_format: 'JSON' };
    return {
        sage: { ...sage, evaluatorRole: 'You judge written answers.', evaluator: 'evidence' },
        criteria,
        contexts: [{ id: 'c', version: 3, name: 'Team', context: 'A small team.' }],
        results: { id: 'r', version: 2, ...texts, recommendation: 'From 70 upward.' }
    };
}

export interface Built {
    /** The step that failed, if one did. */
    failed: string | undefined;
    reports: Record<string, StepReport>;
    frozen: Record<string, unknown>;
}

/** Runs the steps; what they freeze passes through JSON, as it does through the database. */
export async function build(
    snapshot: Snapshot,
    evaluator: Evaluator = keptEvidence,
    now: () => number = () => 0,
    heldOut: readonly HeldOut[] = []
): Promise<Built> {
    let frozen: Record<string, unknown> = {};
    const reports: Record<string, StepReport> = {};
    for (const [name, step] of Object.entries(buildSteps)) {
        const input = {
            snapshot,
            frozen,
            evaluator,
            heldOut,
            hold: paid,
            signal: never(),
            now,
            progress: () => undefined
        };
        const { report, freeze } = await step(input);
        reports[name] = report;
        frozen = JSON.parse(JSON.stringify({ ...frozen, ...freeze })) as Record<string, unknown>;
        if (!passed(report.gates)) return { failed: name, reports, frozen };
    }
    return { failed: undefined, reports, frozen };
}

/** An installation where every evaluator name means this evaluator. */
export const onlyEvaluator = (evaluator: Evaluator): Evaluators => ({
    of: () => evaluator,
    forDemo: () => evaluator
});

/** The blocking gates of a build that are not green. */
export const redGates = ({ reports }: Built) =>
    Object.values(reports).flatMap(({ gates }) => gates.filter((gate) => gate.blocking && !gate.passed));
