// Test answers: those of a template, as an author sends them and as a test changes one of them, and a full set for any rubric.
import { approvedFieldsOf, sageTemplates } from '../../../db/council/templates/index.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { TestAnswer } from '../../../db/sages/test-answers.ts';
import { carry, materialOf } from '../../../jobs/build/fixtures/remarks.ts';

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

/** The same criteria with a full set, which a judge can level that goes by the words of the rubric, but for the twins. */
export const withTestAnswers = (criteria: readonly Criterion[]) => criteria.map(withFullSet);

const saying = { absent: 0, partial: 1 / 3, strong: 2 / 3 } as const;

function withFullSet(criterion: Criterion): Criterion {
    const { id, indicators, negative_indicators: against } = criterion;
    const { asides } = materialOf(criterion);
    const approved = { reason: 'As its author says.', by: 1, at: 0 };
    const reported = (level: keyof typeof saying, nth: number) => [
        ...indicators
            .map((_, n) => carry(indicators[(n + nth) % indicators.length] ?? '', 'said', n))
            .slice(0, Math.ceil(saying[level] * indicators.length)),
        ...asides.slice(nth * 4).slice(0, level === 'absent' ? 6 : 1)
    ];
    const plain = (['absent', 'partial', 'strong'] as const).flatMap((level) =>
        [0, 1].map((nth) => ({
            ...approved,
            level,
            kind: 'plain' as const,
            text: reported(level, nth).join(' ')
        }))
    );
    const denied = [...reported('absent', 0), ...against.map((one) => carry(one, 'said', 0))].join(' ');
    return {
        ...criterion,
        test_answers: [
            ...plain,
            {
                ...approved,
                level: 'strong',
                kind: 'twin',
                text: `For ${id}: step by step, and it still held.`
            },
            { ...approved, level: 'absent', kind: 'disqualifier', text: denied }
        ]
    };
}
