// Intake items: made by the public or by staff, and worked on until they become a deal or are closed.
import type { Plugin } from '@hapi/hapi';
import type { App } from '../app.ts';
import { checklistRoute, stepRoute } from './checklist.ts';
import { assignRoute, closeRoute, convertRoute, createRoute, listRoute } from './items.ts';
import { intakePages } from './pages/index.ts';
import { publicRoute } from './public.ts';

export const intake: Plugin<App> = {
    name: 'intake',
    dependencies: ['auth', 'form-posts', 'human-check'],
    register(server, app) {
        server.route([
            checklistRoute(app),
            stepRoute(app),
            publicRoute(app, server.plugins['human-check']),
            listRoute(app),
            createRoute(app),
            assignRoute(app),
            convertRoute(app),
            closeRoute(app),
            ...intakePages(app)
        ]);
    }
};
