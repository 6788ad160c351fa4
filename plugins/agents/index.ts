// What agents call, and the pages on which people see and change what they get.
import { feature } from '../app.ts';
import { contentPages } from './content-pages/index.ts';
import { storage } from './storage/index.ts';
import { taskLinks } from './task-links/index.ts';
import { traceRoutes } from './traces/index.ts';

export const agents = feature('agents', ['auth', 'form-posts'], (app) => [
    ...taskLinks(app),
    ...traceRoutes(app),
    ...contentPages(app),
    storage
]);
