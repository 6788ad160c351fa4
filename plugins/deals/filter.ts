// Which deals, in JSON and on the pages.
import Joi from 'joi';
import { type DealFilter, type DealOrder, dealOrders } from '../../db/sales/deal-list.ts';
import { dealStatuses } from '../../db/sales/deals.ts';
import { formInteger, oneLine, type Paging, paging } from '../surfaces/http/fields.ts';

const maybe = (schema: Joi.StringSchema) => schema.empty('');

export const dealFilter = {
    status: maybe(Joi.string()).valid(...dealStatuses),
    rep_id: formInteger.empty(''),
    q: maybe(oneLine(200)).trim(),
    sort: maybe(Joi.string()).valid(...dealOrders),
    ...paging
};

export interface AskedDeals extends Paging, Omit<DealFilter, 'repId'> {
    rep_id?: number;
    sort?: DealOrder;
}
