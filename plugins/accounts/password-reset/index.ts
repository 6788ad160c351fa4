// Forgotten passwords: requesting a link, and choosing a new password with it.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { askAction } from './ask.ts';
import { chooseAction } from './choose.ts';
import { resetPageRoute } from './page-route.ts';

export const resetRoutes = (app: App): ServerRoute[] => [
    resetPageRoute(app),
    askAction(app),
    chooseAction(app)
];
