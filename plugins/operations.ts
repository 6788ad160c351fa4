// The routes for operators: health, readiness and the OpenAPI document.
import type { Plugin, RouteOptions, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { jobTally } from '../db/jobs/tally.ts';
import type { App } from './app.ts';
import { anyText, count, oneOf, several } from './surfaces/openapi/response-fields.ts';
import { openapi } from './surfaces/openapi/index.ts';

export const operations: Plugin<App> = {
    name: 'operations',
    register(server, app) {
        server.route([healthRoute, readinessRoute(app), openapiRoute(app)]);
    }
};

const described = (id: string, description: string, response: Joi.PartialSchemaMap): RouteOptions => ({
    id,
    description,
    tags: ['operations'],
    app: { docs: { response: Joi.object(response) } }
});

const healthRoute: ServerRoute = {
    method: 'GET',
    path: '/healthz',
    options: described('getHealth', 'Returns ok while the process is alive.', { status: oneOf('ok') }),
    handler: () => ({ status: 'ok' })
};

const readinessRoute = (app: App): ServerRoute => ({
    method: 'GET',
    path: '/readyz',
    options: described(
        'getReadiness',
        'Returns whether the service is ready, or degraded because jobs are waiting.',
        ready
    ),
    handler: () => readiness(app)
});

const ready = {
    status: oneOf('ready', 'degraded'),
    parts: Joi.object({
        store: oneOf('ok'),
        jobs: Joi.object({
            state: oneOf('starting', 'running', 'degraded', 'stopped'),
            problem: Joi.string().description('What must be changed before jobs can run.'),
            waiting: count,
            dead: count,
            delayed: count,
            lag_ms: count
        }).required()
    }).required()
};

/** The document is made once, for the first request: all routes are there by then. */
function openapiRoute({ config }: App): ServerRoute {
    let made: ReturnType<typeof openapi> | undefined;
    return {
        method: 'GET',
        path: '/openapi.json',
        options: described('getOpenapi', 'Returns this document.', document),
        handler: ({ server }) => (made ??= openapi(server, config))
    };
}

const document = {
    openapi: Joi.string().required(),
    info: Joi.object().required(),
    servers: several(Joi.object({ url: Joi.string().required() })),
    tags: several(Joi.object({ name: Joi.string().required(), description: anyText })),
    paths: Joi.object().required(),
    components: Joi.object().required()
};

/** A degraded service is not down: without the PostgreSQL of the jobs all routes respond, and work waits in the ledger. */
async function readiness({ store, jobs, now }: App) {
    const { state, problem } = jobs();
    const { waiting, dead, delayed, oldestAt } = await jobTally(store.read);
    return {
        status: state === 'running' ? 'ready' : 'degraded',
        parts: {
            store: 'ok',
            jobs: {
                state,
                ...(problem !== undefined && { problem }),
                waiting,
                dead,
                delayed,
                lag_ms: waiting > 0 ? now() - oldestAt : 0
            }
        }
    };
}
