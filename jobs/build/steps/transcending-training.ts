import { two } from '../../../db/judgement/licence/rules.ts';
import type { TestScreen, Training } from '../../../db/builds/reports.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import { gate } from '../checks.ts';
import { isBroken } from '../comparing.ts';
import { judgeScreen } from '../../evaluation/judge-screen.ts';
import { casesOf, counted, failure, promptOf } from '../fixtures/cases.ts';
import { fewestHeldOut, nothingToTrain, train } from '../training.ts';
import type { BuildStep, StepInput } from './step.ts';

/** Tries the one possible improvement, and evaluates a whole screen by the function for candidates. */
export const transcendingTraining: BuildStep = async (input) => {
    const held = nothingToTrain(input) === undefined ? input.heldOut.length * 2 : 0;
    const counting = counted(input, held + 1);
    const began = input.now();
    const plain = await testScreenOf(input, {});
    const ahead = input.ahead?.();
    const training = await train(counting, input.now() - began);
    const { fixture, screen } = training.adopted ? await testScreenOf(input, training) : plain;
    counting.count();
    const unjudged = screen.verdict.findings.filter((finding) => !isValid(finding));
    return {
        report: {
            gates: [{ ...screenGate(screen), ...(!training.adopted && ahead) }, holdOutGate(training)],
            failures: unjudged.map(({ criterion_id, reason }) =>
                failure('training.screen', { fixture }, criterion_id, {
                    expected: 'a finding',
                    came: reason,
                    remedy: 'The evaluator is the cause, not the sage.'
                })
            ),
            cases: { run: 1 + judgedOf(training), planned: 1 + held },
            notes: [...notesOf(training), 'The test review uses sample answers.']
        },
        freeze: { training, test_screen: screen }
    };
};

const judgedOf = ({ n = 0, before = null, after = null }: Training) =>
    [before, after].filter((one) => one !== null).length * n;

const isWorse = ({ before = null, after = null }: Training) =>
    before !== null && after !== null && after < before;

const notesOf = (training: Training) => [
    training.why,
    ...(isWorse(training)
        ? ['Check the labels of the answers that are marked as examples, or remove the mark.']
        : [])
];

/** Evaluated like the release: with what the training has adopted. */
async function testScreenOf(
    { snapshot, frozen, evaluator, signal }: StepInput,
    { examples = {} }: Pick<Training, 'examples'>
) {
    const fixture = casesOf(frozen).find(({ kind }) => kind === 'screen');
    if (!fixture) throw new Error('No sample answers are saved. The step sage_generation has to run first.');
    const { answers } = fixture;
    const release = { snapshot: { ...snapshot, examples }, prompt: promptOf(frozen).prompt };
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

const inWords = (agreement: number | null | undefined) =>
    typeof agreement === 'number' ? two(agreement) : 'not measured';

/** Without a try the gate is grey; with worse results on held-out answers it blocks. */
const holdOutGate = (training: Training) =>
    gate('training.hold_out', 'Held-out answers are evaluated at least as well as before.', {
        blocking: training.applies,
        applies: training.applies,
        passed: !isWorse(training),
        measured: training.applies
            ? `agreement with reviewers on ${training.n ?? 0} held-out answers: ${inWords(training.before)} without examples, ` +
              `${inWords(training.after)} with them. ${training.why}`
            : training.why,
        required: training.applies
            ? 'no worse with the examples than without'
            : `at least ${fewestHeldOut} held-out answers with reviewer labels`
    });
