// Which entries of the credits, in JSON and on the page, and who may read them.
import Joi from 'joi';
import { credits } from '../../../db/accounts/credits.ts';
import { formInteger, type Paging, paging } from '../../surfaces/http/fields.ts';

export const readers = ['ss_admin_all', 'ss_council_admin', 'ss_council_sage', 'ss_support'] as const;

export const entryFilter = {
    by: formInteger.empty(''),
    kind: Joi.string()
        .empty('')
        .valid(...credits.kind.enumValues),
    ...paging
};

export interface AskedEntries extends Paging {
    by?: number;
    kind?: (typeof credits.kind.enumValues)[number];
}
