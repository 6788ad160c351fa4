import test from 'ava';
import type { Finding } from '../../db/sages/verdicts.ts';
import { answerSection } from '../../plugins/screens/review/answers.ts';
import { complaint } from '../support/fixtures/evidence.ts';

const shown = (finding: Partial<Finding>) =>
    answerSection({
        criterion: complaint,
        place: 1,
        answer: 'I called the family back the same day.',
        finding: {
            criterion_id: complaint.id,
            level: 'strong',
            quotes: [],
            reason: '',
            flags: [],
            ...finding
        },
        own: undefined
    }).html;

test('a strong answer without a highlight is explained in passing, and flagged by nothing', (t) => {
    const common = 'That is common for strong answers.';
    t.true(shown({ evidence: [] }).includes(common));
    t.false(shown({ evidence: [] }).includes('class="flags"'));
    t.false(shown({}).includes(common), 'the model alone looks for no indicators');
    t.false(shown({ level: 'partial', evidence: [] }).includes(common));
});
