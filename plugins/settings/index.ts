// The settings in force, and whether what they name works: for administrators.
import { feature } from '../app.ts';
import { decisionMailsPages } from './decision-mails-page.ts';
import { decisionMailRoutes } from './decision-mails.ts';
import { settingsPage } from './page.ts';
import { settingsRoutes } from './routes.ts';

export const settings = feature('settings', ['auth', 'form-posts'], (app) => [
    settingsPage(app),
    ...settingsRoutes(app),
    ...decisionMailsPages(app),
    ...decisionMailRoutes(app)
]);
