// The filters of the list of items, in JSON and on the page.
import Joi from 'joi';
import { intakeStatuses } from '../../db/sales/intake.ts';
import { type IntakeFilter, intakeOrders } from '../../db/sales/intake-list.ts';
import { formInteger, oneLine, type Paging, paging } from '../surfaces/http/fields.ts';

export const intakeFilter = {
    status: Joi.valid(...intakeStatuses),
    owner: Joi.alternatives(Joi.valid('me', 'nobody'), formInteger),
    q: oneLine(200).trim().description('Looked for in the newest 2,000.'),
    sort: Joi.valid(...intakeOrders),
    ...paging
};

export type AskedIntake = Paging & IntakeFilter;
