// What narrows the list of sages and orders it, over JSON and on its page.
import Joi from 'joi';
import { evaluatorNames, sageOrders, sageStates } from '../../db/sages/sages.ts';
import { shortText } from '../surfaces/http/fields.ts';

export const sageFilter = {
    status: Joi.valid('ss_active', 'ss_inactive').empty(''),
    state: Joi.valid(...sageStates).empty(''),
    evaluator: Joi.valid(...evaluatorNames).empty(''),
    q: shortText.empty('').description('A part of the name.'),
    sort: Joi.valid(...sageOrders).empty('')
};
