// What whoever runs the service asks: is it alive, is it ready, what can it do.
import type { Plugin, RouteOptions } from '@hapi/hapi';
import Joi from 'joi';
import { jobTally } from '../db/jobs/ledger.ts';
import type { App } from './app.ts';
import { count, oneOf } from './surfaces/openapi/response-fields.ts';
import { openapi } from './surfaces/openapi/index.ts';

export const operations: Plugin<App> = {
    name: 'operations',
    register(server, app) {
        let made: ReturnType<typeof openapi> | undefined;
        server.route([
            {
                method: 'GET',
                path: '/healthz',
                options: described('Alive.', { status: oneOf('ok') }),
                handler: () => ({ status: 'ok' })
            },
            {
                method: 'GET',
                path: '/readyz',
                options: described('Ready, or degraded while jobs wait.', ready),
                handler: () => readiness(app)
            },
            {
                method: 'GET',
                path: '/openapi.json',
                options: described('This document.', document),
                handler: (request) => (made ??= openapi(request.server, app.config))
            }
        ]);
    }
};

const ready = {
    status: oneOf('ready', 'degraded'),
    parts: Joi.object({
        store: oneOf('ok'),
        jobs: Joi.object({
            state: oneOf('starting', 'running', 'degraded', 'stopped'),
            waiting: count,
            dead: count,
            lag_ms: count
        }).required()
    }).required()
};

const document = {
    openapi: Joi.string().required(),
    info: Joi.object().required(),
    servers: Joi.array().required(),
    paths: Joi.object().required(),
    components: Joi.object().required()
};

const described = (description: string, answer: Joi.PartialSchemaMap): RouteOptions => ({
    description,
    tags: ['operations'],
    app: { told: { answer: Joi.object(answer) } }
});

/** Degraded is not down: without the jobs' Postgres the surfaces answer, and work waits in the ledger. */
async function readiness({ store, jobs, now }: App) {
    const { waiting, dead, oldestAt } = await jobTally(store.read);
    return {
        status: jobs() === 'running' ? 'ready' : 'degraded',
        parts: {
            store: 'ok',
            jobs: { state: jobs(), waiting, dead, lag_ms: waiting > 0 ? now() - oldestAt : 0 }
        }
    };
}
