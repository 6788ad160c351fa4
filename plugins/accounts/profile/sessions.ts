// The sessions of a user: listing them, and ending one.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { endSession, endSessions } from '../../../db/accounts/access.ts';
import { listSessionsOf } from '../../../db/accounts/sessions.ts';
import type { App } from '../../app.ts';
import { actBy } from '../../surfaces/auth/requester.ts';
import { anyText, flag, messageOnly, moment, several } from '../../surfaces/http/response-fields.ts';
import { rest } from '../../surfaces/rest.ts';
import { onWire } from '../../shared/wire.ts';

const sessionId = Joi.string().hex().length(16).required();

const session = Joi.object({
    id: sessionId,
    agent: anyText,
    created_at: moment,
    expires_at: moment,
    current: flag
});

type OwnSession = Awaited<ReturnType<typeof listSessionsOf>>[number];

const sessionOf = (session: OwnSession) => ({
    ...onWire(session, 'id', 'agent', 'createdAt', 'expiresAt'),
    current: session.isCurrent
});

export const sessionRoutes = (app: App): ServerRoute[] => [
    listRoute(app),
    revokeRoute(app),
    revokeOthersRoute(app)
];

const listRoute = (app: App): ServerRoute =>
    rest(app, {
        name: 'listSessions',
        method: 'GET',
        path: '/sessions',
        summary: 'Lists your sessions.',
        response: { items: several(session) },
        run: async (_, actor) => ({
            items: (await listSessionsOf(app.store.read, actor, app.now())).map(sessionOf)
        })
    });

const revokeRoute = (app: App): ServerRoute =>
    rest<{ id: string }>(app, {
        name: 'revokeSession',
        method: 'POST',
        path: '/sessions/{id}/revoke',
        summary: 'Ends one of your sessions.',
        formPost: { backTo: () => '/profile/sessions' },
        params: { id: sessionId },
        also: [404, 409],
        response: messageOnly,
        run: async ({ id }, actor, request) => {
            const done = actBy(app, request);
            await app.store.write((tx) => endSession(tx, actor, id, done));
            return { message: 'Session ended.' };
        }
    });

const revokeOthersRoute = (app: App): ServerRoute =>
    rest(app, {
        name: 'revokeOtherSessions',
        method: 'POST',
        path: '/sessions/revoke-others',
        summary: 'Ends all your sessions except this one.',
        formPost: { backTo: () => '/profile/sessions' },
        also: [409],
        response: messageOnly,
        run: async (_, actor, request) => {
            const done = actBy(app, request);
            await app.store.write((tx) => endSessions(tx, actor, done, actor.session));
            return { message: 'All your other sessions ended.' };
        }
    });
