// Intake items: created by the public or by staff, and handled until they become a deal or are closed.
import { feature } from '../app.ts';
import { checklistRoute, stepRoute } from './checklist.ts';
import { assignRoute, closeRoute, convertRoute, createRoute, listRoute } from './items.ts';
import { intakePages } from './pages/index.ts';
import { publicRoute } from './public.ts';

export const intake = feature('intake', ['auth', 'form-posts', 'human-check'], (app) => [
    checklistRoute(app),
    stepRoute(app),
    publicRoute(app),
    listRoute(app),
    createRoute(app),
    assignRoute(app),
    convertRoute(app),
    closeRoute(app),
    ...intakePages(app)
]);
