// Logging in and out, and the nonces and tokens of a logged-in client.
import type { Plugin } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { loginRoute } from './login.ts';
import { logoutRoute } from './logout.ts';
import { sessionRoute } from './session.ts';
import { tokenRoute } from './token.ts';

export const accounts: Plugin<App> = {
    name: 'accounts',
    dependencies: ['auth', 'human-check'],
    register(server, app) {
        const human = server.plugins['human-check'];
        server.route([loginRoute(app, human), sessionRoute(app), tokenRoute(app), logoutRoute(app)]);
    }
};
