import { evidenceEvaluator, readHere } from '../../jobs/evaluation/evidence/index.ts';
import { figure, type Row } from './figure.ts';
import { type Judged, measure, saidAt } from './judgement/measure.ts';

/** The reader on the labelled set of judgement/; `node bench/judgement/run.ts` prints all of it. */
export const judgement: Row = {
    name: 'judgement',
    async measure(_, progress) {
        const { judged, order } = await measure(evidenceEvaluator(readHere), progress);
        const found = { row: 'judgement: said in strong answers', unit: 'of 1', against: 'in absent ones' };
        const sorted = { row: 'judgement: strong over absent', unit: 'AUC', against: 'by chance' };
        return [
            figure(
                { ...found, goal: { of: 'measured', is: 'at least', value: 0.5 } },
                { measured: [shareOf(judged, 'strong')], base: [shareOf(judged, 'absent')] }
            ),
            figure(
                { ...sorted, goal: { of: 'measured', is: 'at least', value: 0.65 } },
                { measured: [order], base: [0.5] }
            )
        ];
    }
};

function shareOf(judged: readonly Judged[], level: 'strong' | 'absent') {
    const said = saidAt(judged, level);
    return said.filter((count) => count > 0).length / said.length;
}
