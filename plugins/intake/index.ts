// Intake items: created by the public or by staff, and handled until they become a deal or are closed.
import type { ServerRoute } from '@hapi/hapi';
import { feature, type App } from '../app.ts';
import {
    answerRoute,
    assignRoute,
    closeRoute,
    convertRoute,
    createRoute,
    listRoute,
    checklistRoute,
    stepRoute,
    manyRoutes,
    publicRoute,
    takeRoute
} from './items.ts';
import { itemPage } from './pages/item.ts';
import { listPage } from './pages/list.ts';
import { newPages } from './pages/new.ts';
import { publicFormPage } from './pages/public-form.ts';

export const intake = feature('intake', ['auth', 'form-posts', 'human-check'], (app) => [
    checklistRoute(app),
    stepRoute(app),
    publicRoute(app),
    listRoute(app),
    createRoute(app),
    assignRoute(app),
    takeRoute(app),
    answerRoute(app),
    convertRoute(app),
    closeRoute(app),
    ...manyRoutes(app),
    ...intakePages(app)
]);

const intakePages = (app: App): ServerRoute[] => [
    listPage(app),
    ...newPages(app),
    itemPage(app),
    publicFormPage(app)
];
