// A double of a server with a model, and an answer to judge.
import type { ExecutionContext } from 'ava';
import pLimit from 'p-limit';
import type { Finding } from '../../../db/sages/verdicts.ts';
import type { Evaluator, Judgeable } from '../../../jobs/evaluation/evaluator.ts';
import { EvaluatorFault } from '../../../jobs/evaluation/faults.ts';
import type { ModelSettings } from '../../../jobs/evaluation/model/client.ts';
import { modelEvaluator } from '../../../jobs/evaluation/model/evaluator.ts';
import { clientOf, type ModelJudge, startModelServer } from '../../doubles/model-server.ts';

export const criterion = (id: string) => ({
    id,
    question: 'How do you hand over a shift?',
    weight: 1,
    levels: { absent: 'Says nothing.', partial: 'Names it.', strong: 'Tells how.' },
    indicators: ['written notes', 'reads back'],
    negative_indicators: []
});
export const input = (answers: Record<string, string>): Judgeable => ({
    criteria: Object.keys(answers).map(criterion),
    answers,
    prompt: '# Role\nA careful reader.'
});
const empty = (criterion_id: string): Finding => ({
    criterion_id,
    level: 'unscored',
    quotes: [],
    reason: '',
    flags: []
});
const reader: Evaluator = {
    name: 'none',
    version: '1',
    find: ({ criteria }) => Promise.resolve(criteria.map(({ id }) => empty(id)))
};
export const strong = (quote: string) => ({ level: 'strong', quotes: [quote], reason: 'It tells how.' });

/** An evaluator whose model is `judgeCall`, with what it sent and counted. */
export async function evaluatorOf(
    t: ExecutionContext,
    judgeCall: ModelJudge,
    settings: Partial<ModelSettings> = {}
) {
    const server = await startModelServer(t, judgeCall);
    const counted: number[] = [];
    const meter = {
        allowed: true,
        assertAllowed: () =>
            meter.allowed ? Promise.resolve() : Promise.reject(new EvaluatorFault('monthly_limit')),
        count: ({ prompt, completion }: { prompt: number; completion: number }) =>
            Promise.resolve(void counted.push(prompt + completion))
    };
    const client = clientOf(t, server, settings);
    return { server, counted, meter, model: modelEvaluator({ client, meter, limit: pLimit(2), reader }) };
}

export const never = new AbortController().signal;
export const find = async (evaluator: Evaluator, answers: Record<string, string>) =>
    (await evaluator.find(input(answers), never))[0];
