import type { Criterion } from '../../db/sages/sages.ts';
import type { Finding } from '../../db/sages/verdicts.ts';
import type { Evaluator } from './evaluator.ts';

/**
 * Combines the model's findings with the reader's evidence, and flags a criterion where they disagree: the model found nothing,
 * and half of the indicators are said. That nothing is said in a strong answer means little: in half of them the reader finds none.
 */
export function bothEvaluators(model: Evaluator, evidence: Evaluator): Evaluator {
    return {
        name: 'both',
        version: `${model.version}+${evidence.version}`,
        ...(model.atOnce !== undefined && { atOnce: model.atOnce }),
        async find(input, signal) {
            const [judged, read] = await Promise.all([
                model.find(input, signal),
                evidence.find(input, signal)
            ]);
            return judged.map((finding) => {
                const criterion = input.criteria.find(({ id }) => id === finding.criterion_id);
                const beside = read.find(({ criterion_id }) => criterion_id === finding.criterion_id);
                return criterion && beside ? besideEvidence(criterion, finding, beside) : finding;
            });
        }
    };
}

function besideEvidence(criterion: Criterion, finding: Finding, { evidence = [], flags }: Finding): Finding {
    const spoken = evidence.filter(({ kind }) => kind === 'said').map(({ indicator }) => indicator);
    const said = new Set(spoken).intersection(new Set(criterion.indicators)); // negative indicators are evidence too
    const disagree =
        finding.level === 'absent' && said.size > 0 && said.size * 2 >= criterion.indicators.length;
    const odd = disagree ? ['evaluators_disagree'] : [];
    return { ...finding, evidence, flags: [...new Set([...finding.flags, ...flags, ...odd])] };
}
