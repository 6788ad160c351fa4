// Who works with this installation, and what they may do: for administrators.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { listPage } from './list-page.ts';
import { newPage } from './new-page.ts';
import { personPage } from './person-page.ts';
import { peopleRoutes } from './routes.ts';

export const people = (app: App): ServerRoute[] => [
    listPage(app),
    newPage(app),
    personPage(app),
    ...peopleRoutes(app)
];
