// The filters of the list of users, in JSON and on the page.
import Joi from 'joi';
import { roleNames } from '../../../db/accounts/capabilities.ts';
import { type PeopleFilter, peopleOrders } from '../../../db/accounts/people.ts';
import { oneLine, type Paging, paging } from '../../surfaces/http/fields.ts';

const maybe = (schema: Joi.StringSchema) => schema.empty('');

export const peopleFilter = {
    q: maybe(oneLine(200)).trim(),
    role: maybe(Joi.string()).valid(...roleNames),
    state: maybe(Joi.string()).valid('active', 'disabled'),
    sort: maybe(Joi.string()).valid(...peopleOrders),
    ...paging
};

export type AskedPeople = Paging & PeopleFilter;
