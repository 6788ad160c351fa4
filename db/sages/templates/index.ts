// Ten sages to start from.
import type { SageFields } from '../edits.ts';
import { backendEngineer } from './backend-engineer.ts';
import { bookkeeper } from './bookkeeper.ts';
import { deliveryDriver } from './delivery-driver.ts';
import { electrician } from './electrician.ts';
import { midwife } from './midwife.ts';
import { specialNeedsAssistant } from './special-needs-assistant.ts';
import { supportAgent } from './support-agent.ts';
import type { SageTemplate } from './template.ts';
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

/** What an author would write to make this sage; the texts of its results template fit any role. */
export function fieldsOfTemplate({ slug: _slug, summary: _summary, ...fields }: SageTemplate): SageFields {
    const results = {
        name: `${fields.name} results`,
        intro: 'Judge the answers below.',
        directions: 'Use the levels only. Do not reward length.',
        outputFormat: 'JSON',
        recommendation: 'Recommend from 70 of 100 upward.'
    };
    return { ...fields, contextIds: [], results };
}
