import type { TestScreen } from '../../../db/builds/reports.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import { judgeScreen } from '../../evaluation/judge.ts';
import { gate } from '../checks.ts';
import { isBroken } from '../comparing.ts';
import { casesOf, failure, promptOf } from '../fixtures/cases.ts';
import type { BuildStep, StepInput } from './step.ts';

/** Evaluates a whole screen by the function for candidates. */
export const transcendingTraining: BuildStep = async (input) => {
    const { fixture, screen } = await testScreenOf(input);
    input.progress(1, 1);
    const unjudged = screen.verdict.findings.filter((finding) => !isValid(finding));
    return {
        report: {
            gates: [{ ...screenGate(screen), ...input.ahead?.() }],
            failures: unjudged.map(({ criterion_id, reason }) =>
                failure('training.screen', { fixture }, criterion_id, {
                    expected: 'a finding',
                    came: reason,
                    remedy: 'The evaluator is the cause, not the sage.'
                })
            ),
            cases: { run: 1, planned: 1 },
            notes: ['The test review uses the test answers of the author.']
        },
        freeze: { test_screen: screen }
    };
};

async function testScreenOf({ snapshot, frozen, evaluator, signal }: StepInput) {
    const fixture = casesOf(frozen).find(({ kind }) => kind === 'screen');
    if (!fixture) throw new Error('No sample answers are saved. The step sage_generation has to run first.');
    const { answers } = fixture;
    // A build that an earlier version began may have examples that no one has tried.
    const release = { snapshot: { ...snapshot, examples: {} }, prompt: promptOf(frozen).prompt };
    const verdict = await judgeScreen(evaluator, { release, answers, signal });
    return { fixture, screen: { answers, verdict } };
}

const isValid = (finding: Finding) => !isBroken(finding);

const screenGate = ({ verdict }: TestScreen) =>
    gate('training.screen', 'The test answers are evaluated.', {
        passed: verdict.findings.length > 0 && verdict.findings.every(isValid),
        measured: `${verdict.findings.filter(isValid).length} of ${verdict.findings.length} findings are valid`,
        required: 'a valid finding for every criterion'
    });
