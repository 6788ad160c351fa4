// Forgotten passwords: requesting a link, and choosing a new password with it.
import type { Plugin } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { askAction } from './ask.ts';
import { chooseAction } from './choose.ts';
import { resetPageRoute } from './page-route.ts';

export const passwordReset: Plugin<App> = {
    name: 'password-reset',
    dependencies: ['actions', 'auth', 'human-check', 'form-posts'],
    register(server, app) {
        const human = server.plugins['human-check'];
        server.route([resetPageRoute(app), askAction(app, human), chooseAction(app, human)]);
    }
};
