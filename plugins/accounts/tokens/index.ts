// Service tokens, by which machines call: for administrators.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { newPages } from './new-page.ts';
import { tokenRoutes } from './routes.ts';
import { listPage, tokenPage } from './pages.ts';

export const serviceTokens = (app: App): ServerRoute[] => [
    listPage(app),
    ...newPages(app),
    tokenPage(app),
    ...tokenRoutes(app)
];
