// Ten sages to start from, each in a file of its own: an ordinary role in ordinary words, which its author then adapts.
import { defaultTexts } from '../../sages/template-versions.ts';
import type { Criterion } from '../../sages/sages.ts';
import type { TestAnswer } from '../../sages/test-answers.ts';
import type { SageFields } from '../edits.ts';
import backendEngineer from './backend-engineer.json' with { type: 'json' };
import bookkeeper from './bookkeeper.json' with { type: 'json' };
import deliveryDriver from './delivery-driver.json' with { type: 'json' };
import electrician from './electrician.json' with { type: 'json' };
import midwife from './midwife.json' with { type: 'json' };
import specialNeedsAssistant from './special-needs-assistant.json' with { type: 'json' };
import supportAgent from './support-agent.json' with { type: 'json' };
import waiter from './waiter.json' with { type: 'json' };
import wardNurse from './ward-nurse.json' with { type: 'json' };
import warehouseShiftLead from './warehouse-shift-lead.json' with { type: 'json' };

export interface SageTemplate {
    /** Names the template in addresses; never changes. */
    slug: string;
    name: string;
    /** One line that helps an author to choose. */
    summary: string;
    evaluatorRole: string;
    criteria: Criterion[];
    /** By criterion, in the order of `places`. A criterion without negative indicators has no disqualifier. */
    testAnswers: Readonly<Record<string, readonly Pick<TestAnswer, 'text' | 'reason'>[]>>;
    /** Words that may name a protected attribute and are about the work here, each with the reason. */
    confirmedWords?: { word: string; reason: string }[];
}

/** In the order in which they are offered. */
export const sageTemplates: readonly SageTemplate[] = [
    wardNurse,
    midwife,
    specialNeedsAssistant,
    backendEngineer,
    supportAgent,
    electrician,
    bookkeeper,
    warehouseShiftLead,
    deliveryDriver,
    waiter
];

/** The two of the demo. */
export const demoTemplates: readonly SageTemplate[] = [backendEngineer, supportAgent];

/** What each test answer of a criterion is. */
const places = [
    { level: 'absent', kind: 'plain' },
    { level: 'absent', kind: 'plain' },
    { level: 'partial', kind: 'plain' },
    { level: 'partial', kind: 'plain' },
    { level: 'strong', kind: 'plain' },
    { level: 'strong', kind: 'plain' },
    { level: 'strong', kind: 'twin' },
    { level: 'absent', kind: 'disqualifier' }
] as const;

/** A sage as an author would write it. Its test answers are drafts, which a person has yet to approve. */
export function fieldsOfTemplate(template: SageTemplate): SageFields {
    const { criteria, ...fields } = approvedFieldsOf(template);
    return { ...fields, criteria: criteria.map(withDrafts) };
}

const withDrafts = ({ test_answers: answers = [], ...criterion }: Criterion): Criterion => ({
    ...criterion,
    test_answers: answers.map((one) => ({ ...one, draft: true }))
});

/** The same with the approval of its author. */
export function approvedFieldsOf({ slug: _slug, summary: _summary, ...template }: SageTemplate): SageFields {
    const { testAnswers, ...fields } = template;
    const answersOf = (id: string) =>
        places.flatMap((place, n) => {
            const answer = testAnswers[id]?.[n];
            return answer ? [{ ...place, ...answer }] : [];
        });
    const criteria = fields.criteria.map((one) => ({ ...one, test_answers: answersOf(one.id) }));
    return { ...fields, criteria, contextIds: [], results: defaultTexts(fields) };
}
