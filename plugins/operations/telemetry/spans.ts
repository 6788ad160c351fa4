// The attributes of a span, by the semantic conventions of OpenTelemetry for HTTP:
// https://opentelemetry.io/docs/specs/semconv/http/. Of requests the template of the route, of calls the host: no address with
// ids or tokens, no query, no person, and no free text.
import { METHODS } from 'node:http';
import type { RequestRecord } from '../../surfaces/http/access-log.ts';

export interface Description {
    name: string;
    kind: 'server' | 'client' | 'consumer' | 'internal';
    attributes: Readonly<Record<string, string | number | undefined>>;
    isFailed: boolean;
}

export function requestSpan({ id, method, route, status, ms }: RequestRecord): Description {
    const known = methodOf(method);
    const isGone = ms === undefined;
    const isFailed = !isGone && status >= 500;
    return {
        name: `${known === other ? 'HTTP' : known} ${route}`,
        kind: 'server',
        attributes: {
            'http.request.method': known,
            'http.route': route,
            'http.response.status_code': isGone ? undefined : status,
            'error.type': isGone ? 'client_gone' : isFailed ? String(status) : undefined,
            'sage_council.request.id': id
        },
        isFailed
    };
}

/** The convention for a method that is none of the usual ones: a client can write anything there. */
const other = '_OTHER';

function methodOf(method: string) {
    const upper = method.toUpperCase();
    return METHODS.includes(upper) ? upper : other;
}

interface Attempt {
    task: string;
    outcome: 'done' | 'failed';
    code?: string | undefined;
}

interface AttemptIds {
    jobId?: string;
    attempt?: number;
    request: string | null;
}

export const attemptSpan = (
    { task, outcome, code }: Attempt,
    { jobId, attempt, request }: AttemptIds
): Description => ({
    name: `job ${task}`,
    kind: 'consumer',
    attributes: {
        'sage_council.job.task': task,
        'sage_council.job.id': jobId,
        'sage_council.job.attempt': attempt,
        'sage_council.request.id': request ?? undefined,
        'error.type': outcome === 'failed' ? (code ?? other) : undefined
    },
    isFailed: outcome === 'failed'
});

interface Evaluation {
    evaluator: string;
    outcome: 'done' | 'failed';
}

export const evaluationSpan = ({ evaluator, outcome }: Evaluation): Description => ({
    name: `evaluate ${evaluator}`,
    kind: 'internal',
    attributes: { 'sage_council.evaluator': evaluator },
    isFailed: outcome === 'failed'
});

interface Call {
    method: string;
    host: string;
    port: number;
    status?: number;
    code?: string;
}

export const callSpan = ({ method, host, port, status, code }: Call): Description => ({
    name: methodOf(method),
    kind: 'client',
    attributes: {
        'http.request.method': methodOf(method),
        'server.address': host,
        'server.port': port,
        'http.response.status_code': status,
        'error.type': status === undefined ? (code ?? other) : status >= 400 ? String(status) : undefined
    },
    isFailed: status === undefined || status >= 400
});

interface Delivery {
    host: string;
    port: number | undefined;
    code?: string;
}

export const mailSpan = ({ host, port, code }: Delivery): Description => ({
    name: 'SMTP send',
    kind: 'client',
    attributes: {
        'network.protocol.name': 'smtp',
        'server.address': host,
        'server.port': port,
        'error.type': code
    },
    isFailed: code !== undefined
});
