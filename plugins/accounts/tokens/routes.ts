// Service tokens over JSON: what the command line does with them.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import {
    endToken,
    getToken,
    listTokenPage,
    makeToken,
    type TokenRow
} from '../../../db/accounts/service-tokens.ts';
import { day } from '../../../db/store/time.ts';
import type { App } from '../../app.ts';
import { actBy, administrators, auditActorOf } from '../../surfaces/auth/requester.ts';
import {
    formInteger,
    listOf,
    pageOf,
    type Paging,
    paging,
    shortText,
    viewPage
} from '../../surfaces/http/fields.ts';
import {
    anyText,
    maybeMoment,
    message,
    moment,
    named,
    several,
    wholeId
} from '../../surfaces/http/response-fields.ts';
import { rest } from '../../surfaces/rest.ts';
import { newForms } from './new-page.ts';
import { scope } from './scopes.ts';
import { longTexts } from '../../surfaces/http/bodies/index.ts';
import { onWire } from '../../shared/wire.ts';

export const tokenFilter = {
    state: Joi.string().empty('').valid('good', 'ended'),
    ...paging
};

export type AskedTokens = Paging & { state?: 'good' | 'ended' };

export const tokenRoutes = (app: App): ServerRoute[] => [listRoute(app), makeRoute(app), revokeRoute(app)];

const listRoute = (app: App): ServerRoute =>
    rest<AskedTokens>(app, {
        name: 'listServiceTokens',
        method: 'GET',
        path: '/service-tokens',
        summary: 'Lists service tokens, newest first, without their values.',
        scope: administrators,
        query: tokenFilter,
        response: listOf(serviceToken),
        run: async ({ page, per_page, state }) => {
            const asked = { state, at: app.now(), ...pageOf({ page, per_page }) };
            return viewPage(await listTokenPage(app.store.read, asked), tokenOf);
        }
    });

interface Wish {
    name: string;
    scopes: string[];
    expires_days?: number;
}

const makeRoute = (app: App): ServerRoute =>
    rest<Wish>(app, {
        name: 'makeServiceToken',
        method: 'POST',
        path: '/service-tokens',
        summary: 'Creates a service token. Only this response contains its value.',
        scope: administrators,
        formPost: newForms(app),
        bodyOfForm: ({ name, expires_days: days, ...form }) => ({
            name,
            scopes: Object.keys(form).flatMap((field) => /^scope_(.+)$/.exec(field)?.[1] ?? []),
            ...(days !== undefined && days !== '' && { expires_days: Number(days) })
        }),
        maxBytes: longTexts,
        body: {
            name: shortText.required(),
            scopes: Joi.array().items(scope).min(1).max(100).unique().required(),
            expires_days: Joi.number().integer().min(1).max(9999).description('Without it, it never expires.')
        },
        status: 201,
        response: { ...message, service_token: serviceToken, token: Joi.string().required() },
        async run({ expires_days, ...wish }, _, request) {
            const at = app.now();
            const expiresAt = expires_days === undefined ? undefined : at + expires_days * day;
            return app.store.write(async (tx) => {
                const { id, token } = await makeToken(tx, { ...wish, expiresAt, at }, auditActorOf(request));
                const row = await getToken(tx, id);
                return { message: 'Token created.', service_token: tokenOf(row), token };
            });
        }
    });

const revokeRoute = (app: App): ServerRoute =>
    rest<{ id: number }>(app, {
        name: 'revokeServiceToken',
        method: 'POST',
        path: '/service-tokens/{id}/revoke',
        summary: 'Revokes a service token permanently.',
        scope: administrators,
        formPost: { backTo: ({ id }) => pathOf(Number(id) || 0) },
        params: { id: formInteger.required() },
        also: [404, 409],
        response: { ...message, service_token: serviceToken },
        run: ({ id }, _, request) =>
            app.store.write(async (tx) => {
                await endToken(tx, id, actBy(app, request));
                return {
                    message: 'Token revoked. It no longer works.',
                    service_token: tokenOf(await getToken(tx, id))
                };
            })
    });

export const pathOf = (id: number) => `/people/tokens/${id}`;

const serviceToken = named('ServiceToken', {
    id: wholeId,
    name: anyText,
    scopes: several(Joi.string()),
    created_at: moment,
    expires_at: maybeMoment,
    last_used_at: maybeMoment,
    revoked_at: maybeMoment
});

const tokenOf = (row: TokenRow) =>
    onWire(row, 'id', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt');
