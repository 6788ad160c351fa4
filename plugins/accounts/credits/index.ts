// The credits of the installation: the balance, every entry, and granting more.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { account, credits as ledger, grantMore, listCredits } from '../../../db/accounts/credits.ts';
import { iso } from '../../../db/store/time.ts';
import type { App } from '../../app.ts';
import { auditActorOf } from '../../surfaces/auth/requester.ts';
import {
    count,
    maybeId,
    maybeText,
    messageOnly,
    moment,
    oneOf,
    wholeId
} from '../../surfaces/http/response-fields.ts';
import { listOf, oneLine, pageOf, viewPage } from '../../surfaces/http/fields.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { rest } from '../../surfaces/rest.ts';
import { type AskedEntries, entryFilter, readers } from './filter.ts';
import { creditsPage } from './page.ts';
import { typed } from '../../surfaces/http/bodies/typed.ts';

export const creditRoutes = (app: App): ServerRoute[] => [showRoute(app), grantRoute(app), creditsPage(app)];

const balance = { balance: count, held: count, available: count };

const showRoute = (app: App): ServerRoute =>
    rest<AskedEntries>(app, {
        name: 'getCredits',
        method: 'GET',
        path: '/credits',
        summary: 'Returns the balance of the credits, and lists the entries of their ledger, newest first.',
        scope: readers,
        query: entryFilter,
        response: { ...balance, ...listOf(entry) },
        run: async ({ page, per_page, ...filter }) => {
            const { read } = app.store;
            const found = await listCredits(read, { ...filter, ...pageOf({ page, per_page }) });
            return { ...(await account(read)), ...viewPage(found, entryOf) };
        }
    });

const grantRoute = (app: App): ServerRoute =>
    rest<{ amount: number; reason: string }>(app, {
        name: 'grantCredits',
        method: 'POST',
        path: '/credits',
        summary: 'Adds credits to the account.',
        scope: ['ss_admin_all'],
        formPost: { backTo: () => '/people/credits', keeps: ['amount', 'reason'] },
        bodyOfForm: (form) => ({ amount: Number(typed(form, 'amount')), reason: form['reason'] }),
        body: {
            amount: Joi.number().integer().min(1).max(1_000_000).required(),
            reason: oneLine(500).trim().required()
        },
        status: 201,
        response: messageOnly,
        async run({ amount, reason }, { id: userId }, request) {
            const grant = { amount, reason, by: auditActorOf(request), userId, at: app.now() };
            await app.store.write((tx) => grantMore(tx, grant));
            return { message: `${pluralize(amount, 'credit')} added.` };
        }
    });

const entry = {
    id: wholeId,
    kind: oneOf(...ledger.kind.enumValues),
    reference: Joi.string().required(),
    amount: Joi.number().integer().required().description('The change of the balance.'),
    hold: Joi.number().integer().required().description('The change of the held credits.'),
    reason: maybeText,
    by: maybeId,
    at: moment
};

type Entry = Awaited<ReturnType<typeof listCredits>>['items'][number];

function entryOf({ id, kind, reference, amount, hold, reason, by, at }: Entry) {
    return { id, kind, reference, amount, hold, reason, by, at: iso(at) };
}
