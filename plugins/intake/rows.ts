// An intake item as responses show it.
import Joi from 'joi';
import {
    checklistSteps,
    type IntakeRow,
    intakeStatuses,
    type IntakeFilter,
    intakeOrders
} from '../../db/sales/intake.ts';
import { iso } from '../../db/store/time.ts';
import { pickedIn, pickName } from '../shared/many.ts';
import {
    anyText,
    flag,
    maybeId,
    maybeMoment,
    moment,
    named,
    oneOf,
    wholeId
} from '../surfaces/http/response-fields.ts';
import { formInteger, oneLine, type Paging, paging } from '../surfaces/http/fields.ts';
import type { Form } from '../surfaces/http/bodies/typed.ts';
import { onWire } from '../shared/wire.ts';

const ticked = named('ChecklistStep', { done: flag, done_at: maybeMoment });

export const item = named('IntakeItem', {
    id: wholeId,
    title: anyText,
    contact_name: anyText,
    contact_email: anyText,
    company: anyText,
    message: anyText,
    status: oneOf(...intakeStatuses),
    owner_id: maybeId,
    deal_id: maybeId,
    checklist: Joi.object(Object.fromEntries(checklistSteps.map((step) => [step, ticked]))).required(),
    created_at: moment,
    updated_at: moment
});

export function itemOf(row: IntakeRow) {
    const checklist = checklistSteps.map((step) => {
        const at = row[`${step}At`];
        return [step, { done: row[step], done_at: iso(at) }] as const;
    });
    return {
        ...onWire(row, 'id', 'title', 'contactName', 'contactEmail', 'company', 'message', 'status'),
        ...onWire(row, 'ownerId', 'dealId', 'createdAt', 'updatedAt'),
        checklist: Object.fromEntries(checklist)
    };
}

/** The selected rows of the list, in a form. */
export const itemsIn = (form: Form) => pickedIn(form, /^\d{1,9}$/).map(Number);

/** The field that selects an item. */
export const boxOf = ({ id, title }: IntakeRow) => ({ name: pickName(id), label: title });

/** The filters of the list of items, in JSON and on the page. */
export const intakeFilter = {
    status: Joi.valid(...intakeStatuses),
    owner: Joi.alternatives(Joi.valid('me', 'nobody'), formInteger),
    q: oneLine(200).trim().description('Looked for in the newest 2,000.'),
    sort: Joi.valid(...intakeOrders),
    ...paging
};

export type AskedIntake = Paging & IntakeFilter;
