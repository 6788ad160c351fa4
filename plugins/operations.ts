// What whoever runs the service asks: is it alive, is it ready, what can it do.
import type { Plugin } from '@hapi/hapi';
import { jobTally } from '../db/jobs.ts';
import type { App } from './app.ts';
import { openapi } from './surfaces/openapi.ts';

export const operations: Plugin<App> = {
    name: 'operations',
    register(server, app) {
        server.route([
            {
                method: 'GET',
                path: '/healthz',
                options: described('Alive.'),
                handler: () => ({ status: 'ok' })
            },
            {
                method: 'GET',
                path: '/readyz',
                options: described('Ready, or degraded while jobs wait.'),
                handler: () => readiness(app)
            },
            {
                method: 'GET',
                path: '/openapi.json',
                options: described('This document.'),
                handler: (request) => openapi(request.server, app.config)
            }
        ]);
    }
};

const described = (description: string) => ({ description, tags: ['operations'] });

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
