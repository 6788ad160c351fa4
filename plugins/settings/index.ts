// The settings in force, and whether what they name works: for administrators.
import { feature } from '../app.ts';
import { changePages, changeRoute } from './change.ts';
import { decisionMailRoutes, decisionMailsPages } from './decision-mails.ts';
import { environmentPage, settingsPage } from './page.ts';
import { settingsRoutes } from './routes.ts';

export const settings = feature('settings', ['auth', 'form-posts'], (app) => [
    settingsPage(app),
    environmentPage(app),
    ...changePages(app),
    changeRoute(app),
    ...settingsRoutes(app),
    ...decisionMailsPages(app),
    ...decisionMailRoutes(app)
]);
