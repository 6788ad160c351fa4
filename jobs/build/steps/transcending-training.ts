import { givesLevels } from '../../../db/sages/sages.ts';
import type { TestScreen } from '../../../db/builds/reports.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import { gate } from '../checks.ts';
import { isBroken } from '../comparing.ts';
import { judgeScreen } from '../../evaluation/judge-screen.ts';
import { casesOf, failure, promptOf } from '../fixtures/cases.ts';
import type { Training } from '../training.ts';
import type { BuildStep, StepInput } from './step.ts';

/** Judges a whole screen by the function that judges a candidate's, so that what is wrong with it shows here. */
export const transcendingTraining: BuildStep = async (input) => {
    const training = trainingOf(input);
    const { fixture, screen } = await testScreenOf(input);
    input.progress(1, 1);
    const unjudged = screen.verdict.findings.filter((finding) => !isValid(finding));
    return {
        report: {
            gates: [screenGate(screen), holdOutGate(training)],
            failures: unjudged.map(({ criterion_id, reason }) =>
                failure('training.screen', { fixture, verdict: screen.verdict }, criterion_id, {
                    expected: 'a finding',
                    came: reason,
                    remedy: 'This is a fault of the evaluator, not of the sage.'
                })
            ),
            cases: { run: 1, planned: 1 },
            notes: [training.why, 'The answers of the test screen are made up.']
        },
        freeze: { training, test_screen: screen }
    };
};

/** No improvement round is tried yet. */
const trainingOf = ({ evaluator }: StepInput): Training => ({
    applies: false,
    adopted: false,
    why: givesLevels(evaluator.name)
        ? 'Nothing is tuned: the examples that people marked are shown to the model as they are.'
        : 'The embedded reader is not tuned.'
});

async function testScreenOf({ snapshot, frozen, evaluator, signal }: StepInput) {
    const fixture = casesOf(frozen).find(({ kind }) => kind === 'screen');
    if (!fixture) throw new Error('No whole screen was frozen: sage_generation has to run first.');
    const { answers } = fixture;
    const release = { snapshot, prompt: promptOf(frozen).prompt };
    const verdict = await judgeScreen(evaluator, { release, answers, signal });
    return { fixture, screen: { answers, verdict } };
}

const isValid = (finding: Finding) => !isBroken(finding);

const screenGate = ({ verdict }: TestScreen) =>
    gate('training.screen', 'The test screen is evaluated.', {
        passed: verdict.findings.length > 0 && verdict.findings.every(isValid),
        measured: `${verdict.findings.filter(isValid).length} of ${verdict.findings.length} findings are valid`,
        required: 'a valid finding for every criterion'
    });

const holdOutGate = ({ why }: Training) =>
    gate('training.hold_out', 'Held-out answers are judged no worse than before.', {
        blocking: false,
        applies: false,
        passed: true,
        measured: why,
        required: 'at least 10 held-out answers that people labelled'
    });
