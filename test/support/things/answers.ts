import type { Criterion } from '../../../db/sages/sages.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import { evidenceEvaluator, readHere } from '../../../jobs/evaluation/evidence/index.ts';

export const evidence = evidenceEvaluator(readHere);

export const debugging: Criterion = {
    id: 'debugging',
    question: 'Tell us about a hard bug that you found.',
    weight: 2,
    levels: {
        absent: 'names no bug',
        partial: 'names a bug',
        strong: 'names a bug, a cause and a measured result'
    },
    indicators: ['hypothesis', 'reproduced', 'measured', 'bisect', 'root cause', 'profiler'],
    negative_indicators: ['restarted until it worked']
};

export const strongAnswer =
    'Requests hung every night at two. My hypothesis was a lock, so I reproduced it on a spare host and measured ' +
    'how long each query waited. The root cause was a backup that held a table.';

/** What the embedded reader finds in one answer. */
export async function found(answer: string, criterion = debugging): Promise<Finding> {
    const input = { criteria: [criterion], answers: { [criterion.id]: answer }, prompt: '' };
    const [finding] = await evidence.find(input, never());
    if (!finding) throw new Error('the reader found nothing');
    return finding;
}

export const never = () => new AbortController().signal;

/** An answer as long as it may be. */
export const size = 50 * 1024;
export const filled = (head: string, piece: string) => head + piece.repeat(Math.ceil(size / piece.length));
