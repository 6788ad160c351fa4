// Ending one's own session.
import type { ServerRoute } from '@hapi/hapi';
import { closeSession } from '../../../db/accounts/sessions.ts';
import type { App } from '../../app.ts';
import { messageOnly } from '../../surfaces/http/response-fields.ts';
import { loginPage } from '../../surfaces/pages/signed-in-page.ts';
import { rest } from '../../surfaces/rest.ts';

export const logoutRoute = (app: App): ServerRoute =>
    rest(app, {
        name: 'logOut',
        method: 'POST',
        path: '/logout',
        summary: 'Ends this session.',
        formPost: { backTo: (_, done) => (done ? loginPage() : '/profile') },
        response: messageOnly,
        run: async (_, actor) => {
            await app.store.write((tx) => closeSession(tx, actor.session));
            return { message: 'You are signed out.' };
        }
    });
