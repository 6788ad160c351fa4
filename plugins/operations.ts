// What whoever runs the service asks: is it alive, is it ready, what can it do.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import inert from '@hapi/inert';
import type { Plugin, ServerRoute } from '@hapi/hapi';
import { jobTally } from '../db/jobs.ts';
import type { App } from './app.ts';
import { openapi } from './surfaces/openapi.ts';

export const operations: Plugin<App> = {
    name: 'operations',
    async register(server, app) {
        await server.register(inert);
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
            },
            ...publicFiles()
        ]);
    }
};

const publicFolder = join(import.meta.dirname, 'surfaces/public');

/** One route for each file there is, so that nothing else can be asked for. */
function publicFiles(): ServerRoute[] {
    const options = { cache: { expiresIn: 60 * 60 * 1000, privacy: 'public' as const } };
    return globSync('**/*.*', { cwd: publicFolder }).map((file) => ({
        method: 'GET',
        path: `/public/${file}`,
        options,
        handler: { file: { path: join(publicFolder, file), confine: publicFolder, etagMethod: 'hash' } }
    }));
}

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
