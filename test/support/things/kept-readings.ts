// The embedded reader of tests that are not about reading. To read the fixtures of one build costs a second of CPU, and
// the same input always gives the same findings: so each is read once in a process.
import { setImmediate } from 'node:timers/promises';
import type { Finding } from '../../../db/sages/verdicts.ts';
import { sha256 } from '../../../db/accounts/tokens.ts';
import type { Evaluator } from '../../../jobs/evaluation/evaluator.ts';
import { type Evaluators, makeEvaluators } from '../../../jobs/evaluation/index.ts';

const evidence = makeEvaluators({ now: () => 0 }).of('evidence');
const kept = new Map<string, Finding[]>();

/** The reader with a memory. It reads no prompt, so that a text is the same whatever the prompt says. */
export const keptEvidence: Evaluator = {
    ...evidence,
    async find(input, signal) {
        await setImmediate(undefined, { signal });
        const key = sha256(JSON.stringify({ ...input, prompt: '' }));
        const findings = kept.get(key) ?? (await evidence.find(input, signal));
        kept.set(key, findings);
        return structuredClone(findings);
    }
};

/** The same evaluators, but the embedded reader reads nothing twice. */
export const keepReadings = (evaluators: Evaluators): Evaluators => ({
    ...(evaluators.describe && { describe: evaluators.describe }),
    of: (name) => (name === 'evidence' ? keptEvidence : evaluators.of(name)),
    forDemo: (name) => (name === 'evidence' ? keptEvidence : evaluators.forDemo(name))
});
