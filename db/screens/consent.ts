// What a candidate agreed to: who reads their answers. Nobody else may, however the settings change afterwards.
import type { EvaluatorName } from '../sages/sages.ts';

/** Who reads answers besides people: the software of this server, a model that somebody runs, or nobody. */
export interface Readers {
    reader: 'evidence' | 'model' | 'nobody';
    /** Of the model; null where none reads. */
    operator: string | null;
}

export interface ConsentNotice extends Readers {
    /** The words that were shown. */
    text: string;
}

/** Who reads the answers to a release of this evaluator. Without a model that is set up only people do. */
export function readersOf(evaluator: EvaluatorName, operator: string | undefined): Readers {
    if (evaluator === 'evidence') return { reader: 'evidence', operator: null };
    return operator === undefined ? { reader: 'nobody', operator: null } : { reader: 'model', operator };
}

/** Answers of before the notices were kept were agreed to be read by software of this server. */
const unkept: Readers = { reader: 'evidence', operator: null };

interface Agreement {
    kind: 'real' | 'test' | 'demo';
    consentNotice: ConsentNotice | null;
}

/** Whether the candidate agreed to these readers. The answers of a build's test screen are nobody's. */
export function agreedTo({ kind, consentNotice }: Agreement, readers: Readers) {
    if (kind === 'test' || readers.reader === 'nobody') return true;
    const agreed = consentNotice ?? unkept;
    return agreed.reader === readers.reader && agreed.operator === readers.operator;
}
