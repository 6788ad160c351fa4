// The staff's routes for intake items: list, create, assign, convert and close.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { dealStatuses } from '../../db/sales/deals.ts';
import { assignIntake, closeIntake, convertIntake, createIntake } from '../../db/sales/intake.ts';
import { listIntake } from '../../db/sales/intake-list.ts';
import type { App } from '../app.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { formInteger, listOf, pageOf, viewPage } from '../surfaces/http/fields.ts';
import { oneOf, wholeId } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { type AskedIntake, intakeFilter } from './filter.ts';
import { itemBody, itemOfForm, type NewItem, newItem } from './new-item.ts';
import { newItemForm } from './pages/new.ts';
import { backTo } from './paths.ts';
import { bosses, sales, working } from './rights.ts';
import { item, itemOf } from './rows.ts';

const params = { id: formInteger.required() };

export const listRoute = (app: App): ServerRoute =>
    rest<AskedIntake>(app, {
        name: 'listIntakeItems',
        method: 'GET',
        path: '/intake',
        summary: 'Lists the items, newest first. Without ss_sales_admin, only your own.',
        scope: sales,
        query: intakeFilter,
        response: listOf(item),
        run: async ({ page, per_page, ...filter }, worker) => {
            const rows = pageOf({ page, per_page });
            return viewPage(await listIntake(app.store.read, { worker, ...filter, ...rows }), itemOf);
        }
    });

export const createRoute = (app: App): ServerRoute =>
    rest<NewItem>(app, {
        name: 'createIntakeItem',
        method: 'POST',
        path: '/intake',
        summary: 'Creates an item. The current user becomes its owner.',
        scope: sales,
        formPost: newItemForm,
        bodyOfForm: itemOfForm,
        body: newItem,
        status: 201,
        response: { item },
        run: async (body, { id: ownerId }, request) => {
            const creation = { ownerId, ...actBy(app, request) };
            return {
                item: itemOf(await app.store.write((tx) => createIntake(tx, itemBody(body), creation)))
            };
        }
    });

export const assignRoute = (app: App): ServerRoute =>
    rest<{ id: number; owner_id: number }>(app, {
        name: 'assignIntakeItem',
        method: 'POST',
        path: '/intake/{id}/assign',
        summary: 'Assigns an item to a user with a sales role.',
        scope: bosses,
        formPost: { backTo, keeps: ['owner_id'], says: 'Owner assigned.' },
        bodyOfForm: ({ owner_id }) => ({ owner_id: Number(owner_id) }),
        params,
        body: { owner_id: Joi.number().integer().positive().required() },
        also: [404, 409],
        response: { item },
        run: async ({ id, owner_id }, worker, request) => {
            const by = working(app, worker, request);
            return { item: itemOf(await app.store.write((tx) => assignIntake(tx, id, owner_id, by))) };
        }
    });

export const convertRoute = (app: App): ServerRoute =>
    rest<{ id: number }>(app, {
        name: 'convertIntakeItem',
        method: 'POST',
        path: '/intake/{id}/convert',
        summary: 'Converts an item into a draft deal.',
        scope: sales,
        formPost: {
            backTo: (form, done, data) => (done ? `/deals/${(data as Converted).deal.id}` : backTo(form)),
            says: 'Deal created as a draft.'
        },
        bodyOfForm: () => ({}),
        params,
        body: {},
        also: [404, 409],
        response: { item, deal: Joi.object({ id: wholeId, status: oneOf(...dealStatuses) }).required() },
        run: async ({ id }, worker, request) => {
            const by = working(app, worker, request);
            const { item, deal } = await app.store.write((tx) => convertIntake(tx, id, by));
            return { item: itemOf(item), deal: { id: deal.id, status: deal.status } };
        }
    });

interface Converted {
    deal: { id: number };
}

export const closeRoute = (app: App): ServerRoute =>
    rest<{ id: number; status: 'intake_closed' | 'intake_spam' }>(app, {
        name: 'closeIntakeItem',
        method: 'POST',
        path: '/intake/{id}/close',
        summary: 'Closes an item without a deal.',
        scope: sales,
        formPost: { backTo, keeps: ['status'], says: 'Item closed.' },
        bodyOfForm: ({ status }) => ({ status }),
        params,
        body: { status: Joi.valid('intake_closed', 'intake_spam').required() },
        also: [404, 409],
        response: { item },
        run: async ({ id, status }, worker, request) => {
            const by = working(app, worker, request);
            return { item: itemOf(await app.store.write((tx) => closeIntake(tx, id, status, by))) };
        }
    });
