// Service tokens, by which machines call: for administrators.
import type { Plugin } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { listPage } from './list-page.ts';
import { newPage } from './new-page.ts';
import { tokenRoutes } from './routes.ts';
import { tokenPage } from './token-page.ts';

export const serviceTokens: Plugin<App> = {
    name: 'service-tokens',
    dependencies: ['auth', 'form-posts'],
    register(server, app) {
        server.route([listPage(app), newPage(app), tokenPage(app), ...tokenRoutes(app)]);
    }
};
