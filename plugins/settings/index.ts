// The settings in force, and whether what they name works: for administrators.
import type { Plugin } from '@hapi/hapi';
import type { App } from '../app.ts';
import { decisionMailsPage } from './decision-mails-page.ts';
import { decisionMailRoutes } from './decision-mails.ts';
import { settingsPage } from './page.ts';
import { settingsRoutes } from './routes.ts';

export const settings: Plugin<App> = {
    name: 'settings',
    dependencies: ['auth', 'form-posts'],
    register(server, app) {
        server.route([settingsPage(app), ...settingsRoutes(app)]);
        server.route([decisionMailsPage(app), ...decisionMailRoutes(app)]);
    }
};
