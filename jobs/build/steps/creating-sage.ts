import { emptyReport } from '../../../db/builds/reports.ts';
import { promptFor } from '../../../db/council/snapshots.ts';
import { gate } from '../checks.ts';
import { lintRubric } from '../rubric/lint.ts';
import type { BuildStep } from './step.ts';

/** Lints the rubric and compiles the prompt: the string for all evaluations from here on. */
export const creatingSage: BuildStep = async (input) => {
    const { snapshot } = input;
    const compiled = promptFor(snapshot);
    const gates = [...(await lintRubric(snapshot, input.signal)), fits(compiled.prompt.length)];
    input.progress(gates.length, gates.length);
    const warnings = gates.filter(({ passed, blocking }) => !passed && !blocking).length;
    return {
        report: {
            ...emptyReport(
                `The prompt has ${compiled.prompt.length} characters. The rubric has ${warnings} warnings.`
            ),
            gates
        },
        freeze: { prompt: compiled }
    };
};

const longestPrompt = 400_000;

export const fits = (length: number) =>
    gate('prompt.fits', 'The compiled prompt fits.', {
        passed: length <= longestPrompt,
        measured: `${length} characters`,
        required: `${longestPrompt} or fewer`
    });
