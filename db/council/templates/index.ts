// Ten sages to start from.
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

/** What an author would write to make this sage. */
export function fieldsOfTemplate({ slug: _slug, summary: _summary, ...fields }: SageTemplate): SageFields {
    return { ...fields, contextIds: [], results: defaultTexts(fields) };
}
