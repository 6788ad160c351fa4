// Intake items: created by the public or by staff, and handled until they become a deal or are closed.
import { feature } from '../app.ts';
import { itemRoutes } from './items.ts';
import { itemPage } from './pages/item.ts';
import { listPage } from './pages/list.ts';
import { newPages } from './pages/new.ts';
import { publicFormPage } from './pages/public-form.ts';

export const intake = feature('intake', ['auth', 'form-posts', 'human-check'], (app) => [
    ...itemRoutes(app),
    listPage(app),
    ...newPages(app),
    itemPage(app),
    publicFormPage(app)
]);
