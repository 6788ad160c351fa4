// An ordinary criterion, and what the reader makes of an answer to it.
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Evidence, EvidenceKind } from '../../../db/sages/verdicts.ts';
import { evidenceEvaluator, readHere } from '../../../jobs/evaluation/evidence/index.ts';
import { never } from './answers.ts';

export const complaint: Criterion = {
    id: 'complaint',
    question: 'Tell us about a time when a guest complained about the room. What did you do?',
    weight: 1,
    levels: {
        absent: 'does nothing about it',
        partial: 'passes it on',
        strong: 'listens, writes it down, finds another room and looks after the guest later'
    },
    indicators: [
        'writes the complaint down',
        'tells the duty manager',
        'offers another room | moves them to a different room',
        'calls the guest back the same evening'
    ],
    negative_indicators: ['blames the housekeeping']
};

const evaluator = evidenceEvaluator(readHere);

/** What is found in one answer. */
export async function readBy(criterion: Criterion, answer: string, language?: string) {
    const input = { criteria: [criterion], answers: { [criterion.id]: answer }, prompt: '' };
    const spoken = language === undefined ? {} : { language };
    const judgeable = { ...input, ...spoken };
    const [finding] = await evaluator.find(judgeable, never());
    if (!finding) throw new Error('the reader found nothing');
    return { ...finding, evidence: finding.evidence ?? [] };
}

export const read = (answer: string, language?: string) => readBy(complaint, answer, language);

/** The indicators that are of this kind, each once. */
export const ofKind = (evidence: readonly Evidence[], kind: EvidenceKind) => [
    ...new Set(evidence.filter((one) => one.kind === kind).map(({ indicator }) => indicator))
];
