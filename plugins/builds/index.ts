// Building a sage: starting, watching, the report card, and the callback of whatever builds.
import { feature } from '../app.ts';
import { callbackRoute } from './callback.ts';
import { buildPage } from './page/build-page.ts';
import { reportPage } from './page/index.ts';
import { statusAction, stepAction } from './progress.ts';
import { prepareRoute, preparationRoute } from './preparation.ts';
import { reportFile, reportRoute } from './report.ts';
import { startAction } from './start.ts';

export const builds = feature('builds', ['actions', 'auth'], (app) => [
    startAction(app),
    stepAction(app),
    statusAction(app),
    reportRoute(app),
    reportFile(app),
    reportPage(app),
    buildPage(app),
    callbackRoute(app),
    prepareRoute(app),
    preparationRoute(app)
]);
