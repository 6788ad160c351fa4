// The staff's routes for intake items: list, make, assign, convert and close.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Capability } from '../../db/accounts/capabilities.ts';
import { dealStatuses } from '../../db/sales/deals.ts';
import {
    assignIntake,
    closeIntake,
    convertIntake,
    createIntake,
    type IntakeRow,
    intakeStatuses,
    listIntake
} from '../../db/sales/intake.ts';
import type { App } from '../app.ts';
import { formInteger, listOf, pageOf, type Paging, paging, viewPage } from '../surfaces/fields.ts';
import { oneOf, wholeId } from '../surfaces/openapi/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { itemBody, type NewItem, newItem } from './new-item.ts';
import { item, itemOf } from './rows.ts';

const sales = ['ss_sales', 'ss_sales_admin', 'ss_admin_all'] as const satisfies Capability[];
const params = { id: formInteger.required() };

export const listRoute = (app: App): ServerRoute =>
    rest<Paging & { status?: IntakeRow['status'] }>(app, {
        name: 'listIntakeItems',
        method: 'GET',
        path: '/intake',
        summary: 'Lists the items, newest first; without ss_sales_admin, only your own.',
        scope: sales,
        query: { status: Joi.valid(...intakeStatuses), ...paging },
        response: listOf(item),
        run: async ({ status, ...page }, worker) => {
            return viewPage(await listIntake(app.store.read, { worker, status, ...pageOf(page) }), itemOf);
        }
    });

export const createRoute = (app: App): ServerRoute =>
    rest<NewItem>(app, {
        name: 'createIntakeItem',
        method: 'POST',
        path: '/intake',
        summary: 'Makes an item. The user who makes it owns it.',
        scope: sales,
        body: newItem,
        status: 201,
        response: { item },
        run: async (body, { id: ownerId }) => {
            const item = await app.store.write((tx) =>
                createIntake(tx, itemBody(body), { ownerId, at: app.now() })
            );
            return { item: itemOf(item) };
        }
    });

export const assignRoute = (app: App): ServerRoute =>
    rest<{ id: number; owner_id: number }>(app, {
        name: 'assignIntakeItem',
        method: 'POST',
        path: '/intake/{id}/assign',
        summary: 'Assigns an item to a user of the sales side.',
        scope: ['ss_sales_admin', 'ss_admin_all'],
        params,
        body: { owner_id: Joi.number().integer().positive().required() },
        also: [404, 409],
        response: { item },
        run: async ({ id, owner_id }, worker) => {
            const working = { worker, at: app.now() };
            return { item: itemOf(await app.store.write((tx) => assignIntake(tx, id, owner_id, working))) };
        }
    });

export const convertRoute = (app: App): ServerRoute =>
    rest<{ id: number }>(app, {
        name: 'convertIntakeItem',
        method: 'POST',
        path: '/intake/{id}/convert',
        summary: 'Converts an item into a draft of a deal.',
        scope: sales,
        params,
        body: {},
        also: [404, 409],
        response: { item, deal: Joi.object({ id: wholeId, status: oneOf(...dealStatuses) }).required() },
        run: async ({ id }, worker) => {
            const working = { worker, at: app.now() };
            const { item, deal } = await app.store.write((tx) => convertIntake(tx, id, working));
            return { item: itemOf(item), deal: { id: deal.id, status: deal.status } };
        }
    });

export const closeRoute = (app: App): ServerRoute =>
    rest<{ id: number; status: 'intake_closed' | 'intake_spam' }>(app, {
        name: 'closeIntakeItem',
        method: 'POST',
        path: '/intake/{id}/close',
        summary: 'Closes an item without a deal.',
        scope: sales,
        params,
        body: { status: Joi.valid('intake_closed', 'intake_spam').required() },
        also: [404, 409],
        response: { item },
        run: async ({ id, status }, worker) => {
            const working = { worker, at: app.now() };
            return { item: itemOf(await app.store.write((tx) => closeIntake(tx, id, status, working))) };
        }
    });
