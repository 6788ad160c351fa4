// A sage in a language that the embedded reader does not read: its gates show nothing, and say so.
import type { Snapshot } from '../../db/builds/reports.ts';
import { givesLevels } from '../../db/sages/sages.ts';
import { readsLanguage } from '../../db/sages/words.ts';
import type { StepOutcome } from './steps/step.ts';

/** The gates on what is found in an answer. */
const ofReading = new Set(['shu.found', 'shu.kind', 'ha.identity', 'ha.rerun', 'ha.shape', 'ri.attack']);

const why = 'People review every answer of this sage, because the built-in evaluator supports English only.';

/** Returns the outcome of a step; where the reader read nothing, the gates on what it finds do not apply. */
export function withoutReading({ sage }: Snapshot, { report, freeze }: StepOutcome): StepOutcome {
    if (givesLevels(sage.evaluator) || readsLanguage(sage.language)) return { report, freeze };
    const gates = report.gates.map((gate) =>
        gate.passed && ofReading.has(gate.id)
            ? { ...gate, applies: false, measured: why, required: 'a sage in English' }
            : gate
    );
    return { report: { ...report, gates }, freeze };
}
