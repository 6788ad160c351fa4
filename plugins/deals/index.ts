// The sales side: deals, the moves between their states, and what they earn.
import { feature } from '../app.ts';
import { commissionsAction, commissionsFile } from './commissions.ts';
import { dealRoutes } from './routes.ts';
import { ratesRoutes } from './rates.ts';
import { offerRoutes } from './offer.ts';
import { commissionsPage } from './pages/commissions.ts';
import { formPages } from './pages/form.ts';
import { listPage } from './pages/list.ts';
import { dealPage } from './pages/one.ts';

export const deals = feature('deals', ['actions', 'auth', 'form-posts'], (app) => [
    commissionsAction(app),
    commissionsFile(app),
    ...dealRoutes(app),
    ...offerRoutes(app),
    listPage(app),
    ...formPages(app),
    dealPage(app),
    commissionsPage(app),
    ...ratesRoutes(app)
]);
