// A candidate's consent: who reads their answers. It limits access even if the settings change afterwards.
import type { EvaluatorName } from '../sages/sages.ts';

/** The readers of answers besides people: the software of this server, a model of a provider, or none. */
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

/** Whether the candidate agreed to these readers. The answers of a build's test screen belong to no candidate. */
export function agreedTo({ kind, consentNotice }: Agreement, readers: Readers) {
    if (kind === 'test' || readers.reader === 'nobody') return true;
    const agreed = consentNotice ?? unkept;
    return agreed.reader === readers.reader && agreed.operator === readers.operator;
}
