import type { Gate } from '../../db/build-report.ts';
import { compilePrompt } from '../../db/prompts.ts';
import { lintRubric } from './rubric-lint.ts';
import type { BuildStep } from './step.ts';

const longestPrompt = 400_000;

/** Lints the rubric and compiles the prompt: the string that everything is judged by from here on. */
export const creatingSage: BuildStep = async (input) => {
    const { snapshot } = input;
    const compiled = compilePrompt({ ...snapshot, evaluatorRole: snapshot.sage.evaluatorRole });
    const gates = [...lintRubric(snapshot), fits(compiled.prompt.length)];
    input.progress(gates.length, gates.length);
    const warnings = gates.filter(({ passed, blocking }) => !passed && !blocking).length;
    return {
        report: {
            gates,
            failures: [],
            cases: { run: 0, planned: 0 },
            notes: [
                `The prompt has ${compiled.prompt.length} characters; the rubric has ${warnings} warnings.`
            ]
        },
        freeze: { prompt: compiled }
    };
};

const fits = (length: number): Gate => ({
    id: 'prompt.fits',
    title: 'The compiled prompt fits.',
    blocking: true,
    passed: length <= longestPrompt,
    measured: `${length} characters`,
    required: `at most ${longestPrompt}`
});
