// Metrics for Prometheus: https://prometheus.io/docs/practices/naming/. Labels are routes, tasks, states and steps, never a sage,
// a person or an address, so that their number is bounded and they are no personal data.
import type { Plugin } from '@hapi/hapi';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { App } from '../../app.ts';
import { type TokenStrategy, tokenInHeaderOrBearer } from '../../surfaces/auth/token-scheme.ts';
import {
    type Attempt,
    attemptObserver,
    type Evaluation,
    evaluationObserver,
    observeLimits,
    observeResponses
} from './events.ts';
import { gaugeReader } from './gauges.ts';

declare module '@hapi/hapi' {
    interface PluginProperties {
        metrics: {
            observeAttempt: (attempt: Attempt) => void;
            observeEvaluation: (evaluation: Evaluation) => void;
        };
    }
}

const scope = ['metrics:read', 'admin:jobs'];

export const metrics: Plugin<App> = {
    name: 'metrics',
    dependencies: ['auth', 'responses'],
    register(server, app) {
        const registry = new Registry();
        observeResponses(registry, server.plugins.responses.observe);
        observeLimits(registry, server);
        server.expose('observeAttempt', attemptObserver(registry));
        server.expose('observeEvaluation', evaluationObserver(registry));
        const read = gaugeReader(registry, app);
        let isFirst = true;
        server.auth.strategy('metrics', 'service-token', {
            tokenIn: tokenInHeaderOrBearer
        } satisfies TokenStrategy);
        server.route({
            method: 'GET',
            path: '/metrics',
            options: {
                id: 'getMetrics',
                description: 'Returns the metrics of this node in the text format of Prometheus.',
                tags: ['operations'],
                auth: { strategy: 'metrics', access: { scope } },
                app: { docs: { surface: 'tools', types: [Registry.PROMETHEUS_CONTENT_TYPE] } }
            },
            async handler(_request, h) {
                if (isFirst) collectDefaultMetrics({ register: registry }); // it watches the event loop from then on
                isFirst = false;
                await read();
                return h.response(await registry.metrics()).type(Registry.PROMETHEUS_CONTENT_TYPE);
            }
        });
    }
};
