// Ten sages to start from.
import type { Criterion } from '../../sages/sages.ts';
import type { SageFields } from '../edits.ts';
import { defaultTexts } from '../../sages/template-versions.ts';
import { backendEngineer } from './backend-engineer.ts';
import { bookkeeper } from './bookkeeper.ts';
import { deliveryDriver } from './delivery-driver.ts';
import { electrician } from './electrician.ts';
import { midwife } from './midwife.ts';
import { specialNeedsAssistant } from './special-needs-assistant.ts';
import { supportAgent } from './support-agent.ts';
import type { SageTemplate } from './template.ts';

export type { SageTemplate };
import { waiter } from './waiter.ts';
import { wardNurse } from './ward-nurse.ts';
import { warehouseShiftLead } from './warehouse-shift-lead.ts';

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
    const criteria = fields.criteria.map((one) => ({ ...one, test_answers: testAnswers[one.id] ?? [] }));
    return { ...fields, criteria, contextIds: [], results: defaultTexts(fields) };
}
