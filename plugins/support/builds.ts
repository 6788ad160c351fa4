import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { cancelBuild, retryBuild } from '../../db/builds/retries.ts';
import { type RunRow, runs } from '../../db/builds/runs.ts';
import type { App } from '../app.ts';
import { maybeText, moment, named, oneOf, wholeId } from '../surfaces/http/response-fields.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { staffRest } from '../surfaces/rest.ts';
import { onWire } from '../shared/wire.ts';

const params = { run_id: Joi.string().max(100).required() };

/** Forms name their sage, so that a browser finds back to the report; those of the list of builds say so. */
const ofSage = ({ sage, from, run_id }: Readonly<Record<string, unknown>>) =>
    from !== 'list' && typeof sage === 'string'
        ? `/sages/${encodeURIComponent(sage)}/builds/${String(run_id)}`
        : '/jobs/builds';

export const buildRoutes = (app: App): ServerRoute[] => [retryRoute(app), cancelRoute(app)];

const retryRoute = (app: App): ServerRoute =>
    staffRest<{ run_id: string }>(app, {
        name: 'retryBuild',
        method: 'POST',
        path: '/admin/builds/{run_id}/retry',
        summary: 'Retries a failed build from the failed step and reserves credits again.',
        params,
        body: {},
        formPost: { backTo: ofSage, says: 'Check resumed.' },
        bodyOfForm: () => ({}),
        response: { build },
        also: [402, 404, 409],
        run: async ({ run_id }, request) => {
            await app.settleDeadlines();
            const act = actBy(app, request);
            return { build: buildOf(await app.store.write((tx) => retryBuild(tx, run_id, act))) };
        }
    });

const cancelRoute = (app: App): ServerRoute =>
    staffRest<{ run_id: string }>(app, {
        name: 'cancelBuild',
        method: 'POST',
        path: '/admin/builds/{run_id}/cancel',
        summary: 'Cancels a running build and releases its reserved credits.',
        params,
        body: {},
        formPost: { backTo: ofSage, says: 'Check cancelled. Its credits are released.' },
        bodyOfForm: () => ({}),
        also: [404, 409],
        response: { build },
        run: async ({ run_id }, request) => {
            const act = actBy(app, request);
            return { build: buildOf(await app.store.write((tx) => cancelBuild(tx, run_id, act))) };
        }
    });
const build = named('Build', {
    run_id: Joi.string().required(),
    sage_id: wholeId,
    state: oneOf(...runs.state.enumValues),
    failure: maybeText.description('An error code.'),
    started_at: moment,
    deadline_at: moment
});

const buildOf = (run: RunRow) =>
    onWire(run, 'runId', 'sageId', 'state', 'failure', 'startedAt', 'deadlineAt');
