// Service tokens, by which machines call: for administrators.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { listPage } from './list-page.ts';
import { newPages } from './new-page.ts';
import { tokenRoutes } from './routes.ts';
import { tokenPage } from './token-page.ts';

export const serviceTokens = (app: App): ServerRoute[] => [
    listPage(app),
    ...newPages(app),
    tokenPage(app),
    ...tokenRoutes(app)
];
