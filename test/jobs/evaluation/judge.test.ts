import test from 'ava';
import { sha256 } from '../../../db/accounts/tokens.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import type { Evaluator } from '../../../jobs/evaluation/evaluator.ts';
import { judge } from '../../../jobs/evaluation/judge.ts';
import { debugging, evidence, never, strongAnswer } from '../../support/fixtures/answers.ts';

const strong: Finding = {
    criterion_id: 'debugging',
    level: 'strong',
    quotes: ['Requests hung every night at two.'],
    reason: 'it says so',
    flags: []
};

const answering = (...findings: Finding[]): Evaluator => ({
    name: 'fixed',
    version: '7',
    find: async () => findings
});

const judged = (evaluator: Evaluator, answer = strongAnswer) =>
    judge(evaluator, {
        judgeable: {
            criteria: [debugging],
            answers: { debugging: answer },
            prompt: 'the prompt'
        },
        threshold: 70,
        signal: never()
    });

test('a verdict names its evaluator and the prompt it was judged by, and code does the sums', async (t) => {
    t.deepEqual(await judged(answering(strong)), {
        findings: [strong],
        score: 100,
        recommendation: 'advance',
        evaluator: { name: 'fixed', version: '7' },
        prompt_sha256: sha256('the prompt')
    });
});

test('a level whose quotes are not in the answer goes to a person', async (t) => {
    const { findings, score, recommendation } = await judged(
        answering({ ...strong, quotes: ['I never wrote this.'] })
    );
    t.like(findings[0], { level: 'unscored', quotes: [], flags: ['quote_not_found', 'level_unquoted'] });
    t.is(score, null);
    t.is(recommendation, 'needs_review');
});

test('a level without a quote, or with an empty quote, goes to a person', async (t) => {
    for (const quotes of [[], [''], [' '], ['.']]) {
        t.is((await judged(answering({ ...strong, quotes }))).findings[0]?.level, 'unscored');
    }
});

test('a wrong quote next to a correct one is removed and flagged', async (t) => {
    const { findings } = await judged(
        answering({ ...strong, quotes: [...strong.quotes, 'I never wrote this.'] })
    );
    t.deepEqual(findings, [{ ...strong, flags: ['quote_not_found'] }]);
});

test('absent needs no quote', async (t) => {
    const { score, recommendation } = await judged(answering({ ...strong, level: 'absent', quotes: [] }));
    t.is(score, 0);
    t.is(recommendation, 'reject');
});

test('a missing, double or invalid finding of a criterion is unscored and never 0', async (t) => {
    const odd = { ...strong, level: 'brilliant' as 'strong' };
    for (const evaluator of [answering(), answering(strong, strong), answering(odd)]) {
        const { findings, score } = await judged(evaluator);
        t.is(findings[0]?.level, 'unscored');
        t.is(score, null);
    }
});

test('a finding on a criterion that was not requested is ignored', async (t) => {
    const { findings } = await judged(answering(strong, { ...strong, criterion_id: 'constructor' }));
    t.deepEqual(findings, [strong]);
});

const judgeable = { criteria: [debugging], answers: {}, prompt: '' };

test('nothing is evaluated after the caller aborted', async (t) => {
    const signal = AbortSignal.abort();
    await t.throwsAsync(judge(evidence, { judgeable, threshold: 70, signal }), { name: 'AbortError' });
});

test('an evaluator that does not heed the signal is not waited for', async (t) => {
    const deaf: Evaluator = { ...answering(), find: () => new Promise(() => undefined) };
    const stop = new AbortController();
    const verdict = judge(deaf, { judgeable, threshold: 70, signal: stop.signal });
    stop.abort(new Error('the budget is used up'));
    await t.throwsAsync(verdict, { message: 'the budget is used up' });
});
