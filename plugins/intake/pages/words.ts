// The words of the checklist of an item.
import type { ChecklistStep } from '../../../db/sales/intake.ts';

export const stepWords: Readonly<Record<ChecklistStep, string>> = {
    reviewed: 'Reviewed',
    priced: 'Priced',
    approved: 'Approved',
    responded: 'Responded'
};
