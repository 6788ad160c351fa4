// Building a sage: starting, watching, the report card, and the callback of whatever builds.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { getRun } from '../../db/builds/runs.ts';
import { completeBuild, recordTestScreen } from '../../db/council/steps.ts';
import { feature, type App } from '../app.ts';
import { messageOnly } from '../surfaces/http/response-fields.ts';
import { publicRest } from '../surfaces/public-rest.ts';
import { success } from '../surfaces/rest.ts';
import { reportPage } from './page/index.ts';
import { statusAction, stepAction } from './progress.ts';
import { prepareRoute, preparationRoute } from './preparation.ts';
import { reportFile, reportRoute } from './report.ts';
import { startAction } from './start.ts';
import { runId } from './responses.ts';

export const builds = feature('builds', ['actions', 'auth'], (app) => [
    startAction(app),
    stepAction(app),
    statusAction(app),
    reportRoute(app),
    reportFile(app),
    reportPage(app),
    callbackRoute(app),
    prepareRoute(app),
    preparationRoute(app)
]);

interface Callback {
    event: 'test_screen' | 'complete';
    run_id: string;
    test_screen_id: string;
}

/** The callback of a build, by a machine with a service token. */
const callbackRoute = (app: App): ServerRoute =>
    publicRest<Callback>(app, {
        name: 'receiveBuildCallback',
        method: 'POST',
        path: '/callback/build',
        summary: 'Receives the callback of a build: its test answers, or its completion.',
        auth: { strategy: 'service-token', scope: ['callback:build'] },
        body: {
            event: Joi.valid('test_screen', 'complete').required(),
            run_id: runId,
            test_screen_id: Joi.string()
                .max(100)
                .when('event', { is: 'test_screen', then: Joi.required(), otherwise: Joi.forbidden() })
        },
        also: [404, 409],
        response: messageOnly,
        run: async (callback) => {
            await receive(app, callback);
            return success({ message: 'Received.' });
        }
    });

function receive({ store, now }: App, { event, run_id, test_screen_id }: Callback) {
    return store.write(async (tx) => {
        await getRun(tx, run_id);
        if (event === 'complete') await completeBuild(tx, run_id, now());
        else await recordTestScreen(tx, run_id, test_screen_id);
    });
}
