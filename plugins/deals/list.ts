// Reading deals: the list, and one deal with its history.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { listDeals, type DealFilter, type DealOrder, dealOrders } from '../../db/sales/deal-list.ts';
import { historyOf } from '../../db/sales/deal-history.ts';
import { visibleDeal, dealStatuses } from '../../db/sales/deals.ts';
import { type IntakeRow, itemOfDeal } from '../../db/sales/intake.ts';
import type { App } from '../app.ts';
import {
    formInteger,
    listOf,
    pageOf,
    viewPage,
    oneLine,
    type Paging,
    paging
} from '../surfaces/http/fields.ts';
import { anyText, several, wholeId } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { sales } from './rights.ts';
import { deal, dealMove, dealOf, moveOf, type OneDeal, versionOf } from './rows.ts';

export const listRoute = (app: App): ServerRoute =>
    rest<AskedDeals>(app, {
        name: 'listDeals',
        method: 'GET',
        path: '/deals',
        summary: 'Lists the deals, newest first. Without ss_sales_admin, only your own.',
        scope: sales,
        query: dealFilter,
        response: listOf(deal),
        run: async ({ page, per_page, rep_id: repId, ...filter }, seller) => {
            const search = { seller, repId, ...filter, ...pageOf({ page, per_page }) };
            return viewPage(await listDeals(app.store.read, search), dealOf);
        }
    });

export const showRoute = (app: App): ServerRoute =>
    rest<{ id: number }, ShownDeal>(app, {
        name: 'getDeal',
        method: 'GET',
        path: '/deals/{id}',
        summary: 'Returns a deal with its history. The ETag is its version.',
        scope: sales,
        params: { id: formInteger.required() },
        also: [404],
        response: {
            deal,
            history: several(dealMove),
            intake_item: madeOf
        },
        versionOf,
        run: async ({ id }, seller) => {
            const { read } = app.store;
            const deal = await visibleDeal(read, id, seller);
            const history = (await historyOf(read, id)).map(moveOf);
            return { deal: dealOf(deal), history, intake_item: originOf(await itemOfDeal(read, id)) };
        }
    });

interface ShownDeal extends OneDeal {
    intake_item: ReturnType<typeof originOf>;
}

const madeOf = Joi.object({ id: wholeId, title: anyText, message: anyText })
    .allow(null)
    .required()
    .description('The intake item that the deal was created from.');

const originOf = (item: IntakeRow | undefined) =>
    item ? { id: item.id, title: item.title, message: item.message } : null;

const maybe = (schema: Joi.StringSchema) => schema.empty('');

/** Which deals, in JSON and on the pages. */
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
