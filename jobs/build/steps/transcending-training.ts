import type { TestScreen } from '../../../db/builds/reports.ts';
import { casesOf, failure, judgeCase, withCutOffs } from '../fixtures/cases.ts';
import { gate } from '../checks.ts';
import type { Fixture } from '../fixtures/fixtures.ts';
import { type Improvement, improve } from '../improvement.ts';
import type { BuildStep, StepInput } from './step.ts';

/** Tries to do better, then judges a whole screen the way a candidate's will be judged. */
export const transcendingTraining: BuildStep = async (input) => {
    const training = await improve(input);
    const { fixture, screen } = await judgeScreen(input, training);
    const gates = [screenGate(screen), holdOutGate(training)];
    const unscored = screen.verdict.findings.filter(({ level }) => level === 'unscored');
    return {
        report: {
            gates,
            failures: unscored.map(({ criterion_id, reason }) =>
                failure('training.screen', { fixture, verdict: screen.verdict }, criterion_id, {
                    expected: 'a level',
                    came: reason
                })
            ),
            cases: { run: casesOf(input.frozen).length, planned: casesOf(input.frozen).length },
            notes: [training.why, 'The answers of the test screen are synthetic.']
        },
        freeze: { training, test_screen: screen }
    };
};

async function judgeScreen(input: StepInput, { cutOffs }: Improvement) {
    const fixture = casesOf(input.frozen).find(({ id }) => id === 'set/mixed');
    if (!fixture) throw new Error('No whole screen was frozen: sage_generation has to run first.');
    const verdict = await judgeCase({ ...input, snapshot: withCutOffs(input.snapshot, cutOffs) }, fixture);
    return { fixture, screen: screenOf(fixture, verdict) };
}

const screenOf = ({ answers }: Fixture, verdict: TestScreen['verdict']): TestScreen => ({ answers, verdict });

const screenGate = ({ verdict }: TestScreen) =>
    gate('training.screen', 'The test screen is evaluated.', {
        passed: verdict.findings.every(({ level }) => level !== 'unscored'),
        measured: `score ${verdict.score ?? 'none'}, ${verdict.recommendation}`,
        required: 'a level for every criterion'
    });

const mostFall = 0.1;

const holdOutGate = ({ kappa }: Improvement) =>
    gate('training.hold_out', 'The held-out answers are judged no worse than before.', {
        passed: kappa.before - kappa.after <= mostFall,
        measured: `weighted kappa ${kappa.before.toFixed(2)} before, ${kappa.after.toFixed(2)} after`,
        required: 'no fall by more than 0.10'
    });
