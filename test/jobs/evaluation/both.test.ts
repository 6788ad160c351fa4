import test from 'ava';
import type { Evidence, Finding } from '../../../db/sages/verdicts.ts';
import type { Evaluator } from '../../../jobs/evaluation/evaluator.ts';
import { bothEvaluators } from '../../../jobs/evaluation/index.ts';
import { never } from '../../support/fixtures/answers.ts';
import { complaint } from '../../support/fixtures/evidence.ts';

const finding = (fields: Partial<Finding>): Evaluator => ({
    name: 'fixed',
    version: '1',
    find: () =>
        Promise.resolve([
            { criterion_id: complaint.id, level: 'unscored', quotes: [], reason: '', flags: [], ...fields }
        ])
});
const said = (indicator: string): Evidence => ({ indicator, quote: '', start: 0, end: 0, kind: 'said' });

async function flagsOf(level: Finding['level'], evidence: Evidence[]) {
    const both = bothEvaluators(finding({ level }), finding({ evidence }));
    const input = { criteria: [complaint], answers: {}, prompt: '' };
    const [found] = await both.find(input, never());
    return found?.flags;
}

test('absent contradicts half of the indicators but no negative one, and strong contradicts none', async (t) => {
    const [first = '', second = ''] = complaint.indicators;
    const [against = ''] = complaint.negative_indicators;
    t.deepEqual(await flagsOf('absent', [said(first), said(second)]), ['evaluators_disagree']);
    t.deepEqual(await flagsOf('absent', [said(first), said(against)]), []);
    t.deepEqual(await flagsOf('absent', []), []);
    t.deepEqual(await flagsOf('partial', []), []);
    t.deepEqual(await flagsOf('strong', []), []);
});
