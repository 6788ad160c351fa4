// The test answers of a template, as an author sends them and as a test changes one of them.
import { approvedFieldsOf, sageTemplates } from '../../../db/council/templates/index.ts';
import type { TestAnswer } from '../../../db/sages/test-answers.ts';

/** The criteria of the first template with the full set. */
export const tested = () => sageTemplates.slice(0, 1).flatMap((one) => approvedFieldsOf(one).criteria);

/** The same with the answer at this place of the first criterion changed, or one more at the end. */
export const withAnswer = (change: Partial<TestAnswer>, place = -1) =>
    tested().map((one, n) => {
        const answers = one.test_answers ?? [];
        const at = place < 0 ? answers.length : place;
        const fresh: TestAnswer = {
            level: 'absent',
            kind: 'plain',
            text: 'Another story.',
            reason: 'It is.'
        };
        return n > 0
            ? one
            : { ...one, test_answers: answers.toSpliced(at, 1, { ...fresh, ...answers[at], ...change }) };
    });
