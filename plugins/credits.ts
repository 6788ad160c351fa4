import type { Plugin, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { account, credits as ledger, listCredits } from '../db/credits.ts';
import { iso } from '../db/store/iso.ts';
import type { App } from './app.ts';
import { count, maybeText, moment, oneOf, wholeId } from './surfaces/openapi/response-fields.ts';
import { listOf, pageOf, type Paging, paging, viewPage } from './surfaces/fields.ts';
import { rest } from './surfaces/rest.ts';

export const credits: Plugin<App> = {
    name: 'credits',
    dependencies: ['auth'],
    register(server, app) {
        server.route(showRoute(app));
    }
};

const showRoute = (app: App): ServerRoute =>
    rest<Paging>(app, {
        name: 'getCredits',
        method: 'GET',
        path: '/credits',
        summary: 'Returns the balance of the credits, and lists the entries of their ledger, newest first.',
        scope: ['ss_admin_all', 'ss_council_admin', 'ss_council_sage', 'ss_support'],
        query: paging,
        response: { balance: count, held: count, available: count, ...listOf(entry) },
        run: async (page) => {
            const { read } = app.store;
            const entries = viewPage(await listCredits(read, pageOf(page)), entryOf);
            return { ...(await account(read)), ...entries };
        }
    });

const entry = {
    id: wholeId,
    kind: oneOf(...ledger.kind.enumValues),
    reference: Joi.string().required(),
    amount: Joi.number().integer().required().description('The change of the balance.'),
    hold: Joi.number().integer().required().description('The change of the held credits.'),
    reason: maybeText,
    at: moment
};

type Entry = Awaited<ReturnType<typeof listCredits>>['items'][number];

function entryOf({ id, kind, reference, amount, hold, reason, at }: Entry) {
    return { id, kind, reference, amount, hold, reason, at: iso(at) };
}
