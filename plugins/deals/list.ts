// Reading deals: the list, and one deal with its history.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { type DealStatus, dealStatuses, historyOf, listDeals, visibleDeal } from '../../db/sales/deals.ts';
import type { App } from '../app.ts';
import { formInteger, listOf, pageOf, type Paging, paging, viewPage } from '../surfaces/fields.ts';
import { several } from '../surfaces/openapi/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { sales } from './rights.ts';
import { deal, dealMove, dealOf, moveOf, type OneDeal, versionOf } from './rows.ts';

export const listRoute = (app: App): ServerRoute =>
    rest<Paging & { status?: DealStatus }>(app, {
        name: 'listDeals',
        method: 'GET',
        path: '/deals',
        summary: 'Lists the deals, newest first; without ss_sales_admin, only your own.',
        scope: sales,
        query: { status: Joi.valid(...dealStatuses), ...paging },
        response: listOf(deal),
        run: async ({ status, ...page }, seller) => {
            const search = { seller, status, ...pageOf(page) };
            return viewPage(await listDeals(app.store.read, search), dealOf);
        }
    });

export const showRoute = (app: App): ServerRoute =>
    rest<{ id: number }, OneDeal>(app, {
        name: 'getDeal',
        method: 'GET',
        path: '/deals/{id}',
        summary: 'Returns a deal with its history. The ETag is its version.',
        scope: sales,
        params: { id: formInteger.required() },
        also: [404],
        response: { deal, history: several(dealMove) },
        versionOf,
        run: async ({ id }, seller) => {
            const { read } = app.store;
            const deal = await visibleDeal(read, id, seller);
            return { deal: dealOf(deal), history: (await historyOf(read, id)).map(moveOf) };
        }
    });
