// The metrics of events on this node: responses, attempts of jobs, evaluations and limits that were hit.
import type { Server } from '@hapi/hapi';
import { Counter, Histogram, type Registry } from 'prom-client';
import { Refusal } from '../../../db/store/refusal.ts';

interface Response {
    method: string;
    route: string;
    status: number;
    ms: number | undefined;
}

/** A scrape does not count among the requests that it reports. */
export function observeResponses(
    registry: Registry,
    observe: (observer: (answered: Response) => void) => void
) {
    const durations = new Histogram({
        name: 'http_request_duration_seconds',
        help: 'Time from the head of a request to the end of its response, by route.',
        labelNames: ['method', 'route', 'status'],
        buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
        registers: [registry]
    });
    const aborted = new Counter({
        name: 'http_requests_aborted_total',
        help: 'Requests whose client disconnected before the response.',
        registers: [registry]
    });
    observe(({ method, route, status, ms }) => {
        if (route === '/metrics') return;
        if (ms === undefined) aborted.inc();
        else durations.observe({ method, route, status }, ms / 1000);
    });
}

/** Counts the requests that a limit refused. The fast path in front of hapi refuses nothing, so that all of them end here. */
export function observeLimits(registry: Registry, server: Server) {
    const hits = new Counter({
        name: 'sage_council_rate_limit_hits_total',
        help: 'Requests refused because a limit was reached, by the limit.',
        labelNames: ['limit'],
        registers: [registry]
    });
    server.events.on('response', ({ plugins: { errors } }) => {
        const { cause } = errors ?? {};
        if (cause instanceof Refusal && cause.limit !== undefined) hits.inc({ limit: cause.limit });
    });
}

/** How an attempt of a job ended. */
export interface Attempt {
    task: string;
    outcome: 'done' | 'failed';
    seconds: number;
}

/** Returns what is called for each attempt of a job. */
export function attemptObserver(registry: Registry) {
    const durations = new Histogram({
        name: 'sage_council_job_attempt_duration_seconds',
        help: 'Time that an attempt of a job took, by task and by how it ended.',
        labelNames: ['task', 'outcome'],
        buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
        registers: [registry]
    });
    return ({ task, outcome, seconds }: Attempt) => durations.observe({ task, outcome }, seconds);
}

/** How an evaluator's reading of one candidate's answers ended. */
export interface Evaluation {
    evaluator: string;
    outcome: 'done' | 'failed';
    seconds: number;
}

/** Returns what is called for each reading of answers. */
export function evaluationObserver(registry: Registry) {
    const durations = new Histogram({
        name: 'sage_council_evaluation_duration_seconds',
        help: 'Time that an evaluator took for answers to all criteria, by evaluator and by how it ended.',
        labelNames: ['evaluator', 'outcome'],
        buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
        registers: [registry]
    });
    return ({ evaluator, outcome, seconds }: Evaluation) =>
        durations.observe({ evaluator, outcome }, seconds);
}
