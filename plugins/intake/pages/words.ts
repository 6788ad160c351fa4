// The words of an item's state and of its checklist.
import type { ChecklistStep, IntakeRow } from '../../../db/sales/intake.ts';
import { badge, type Tone } from '../../surfaces/pages/parts/badge.ts';

export const stateWords: Readonly<Record<IntakeRow['status'], string>> = {
    intake_open: 'Open',
    intake_converted: 'Converted to deal',
    intake_closed: 'Closed',
    intake_spam: 'Spam'
};

const tones: Readonly<Record<IntakeRow['status'], Tone>> = {
    intake_open: 'waiting',
    intake_converted: 'good',
    intake_closed: 'quiet',
    intake_spam: 'quiet'
};

export const stateOf = ({ status }: Pick<IntakeRow, 'status'>) => badge(stateWords[status], tones[status]);

export const stepWords: Readonly<Record<ChecklistStep, string>> = {
    reviewed: 'Reviewed',
    priced: 'Priced',
    approved: 'Approved',
    responded: 'Responded'
};
