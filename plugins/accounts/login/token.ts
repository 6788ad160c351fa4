// JWTs for the backend API.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Actor } from '../../../db/accounts/sessions.ts';
import { iso } from '../../../db/store/time.ts';
import type { App } from '../../app.ts';
import { type BackendPermission, backendPermissions } from '../../surfaces/auth/backend-permissions.ts';
import { issueJwt } from '../../surfaces/auth/jwt.ts';
import { rest } from '../../surfaces/rest.ts';

export const tokenRoute = (app: App): ServerRoute =>
    rest<{ permissions?: BackendPermission[] }>(app, {
        name: 'issueJwt',
        method: 'POST',
        path: '/auth/token',
        summary:
            'Issues a JWT for the backend API, with the requested permissions or all that the user holds.',
        body: {
            permissions: Joi.array()
                .items(Joi.valid(...backendPermissions))
                .min(1)
                .unique()
        },
        response: {
            token: Joi.string().required(),
            token_type: Joi.valid('Bearer').required(),
            expires_in: Joi.number().integer().required(),
            expires_at: Joi.string().isoDate().required(),
            permissions: Joi.array().items(Joi.string()).required()
        },
        run: async ({ permissions }, actor) => tokenFor(app, actor, permissions)
    });

function tokenFor({ secrets, config, now }: App, actor: Actor, wanted?: readonly BackendPermission[]) {
    const { jwtTtl: ttl } = config;
    const asked = { permissions: wanted, ttl, at: now() };
    const { token, expiresAt, permissions } = issueJwt(secrets.jwt, actor, asked);
    const expires_at = iso(expiresAt);
    return { token, token_type: 'Bearer', expires_in: ttl, expires_at, permissions };
}
