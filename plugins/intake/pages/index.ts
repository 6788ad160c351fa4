// The pages of the intake.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { itemPage } from './item.ts';
import { listPage } from './list.ts';
import { newPages } from './new.ts';
import { publicFormPage } from './public-form.ts';

export const intakePages = (app: App): ServerRoute[] => [
    listPage(app),
    ...newPages(app),
    itemPage(app),
    publicFormPage(app)
];
