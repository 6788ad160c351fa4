// Where a user is logged in, and how they end that.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { closeOwnSession, listSessionsOf } from '../../db/sessions.ts';
import type { App } from '../app.ts';
import { rest } from '../surfaces/rest.ts';

export function sessionRoutes(app: App): ServerRoute[] {
    const { store, now } = app;
    return [
        rest(app, {
            method: 'GET',
            path: '/sessions',
            summary: 'Where the user is logged in.',
            run: async (_, actor) => ({ items: await listSessionsOf(store.read, actor, now()) })
        }),
        rest<{ id: string }>(app, {
            method: 'POST',
            path: '/sessions/{id}/revoke',
            summary: 'Ends one of the own sessions.',
            plainForm: { backTo: () => '/profile' },
            params: { id: Joi.string().hex().length(16).required() },
            run: async ({ id }, actor) => {
                await store.write((tx) => closeOwnSession(tx, actor.id, id));
                return { message: 'That session is ended.' };
            }
        })
    ];
}
