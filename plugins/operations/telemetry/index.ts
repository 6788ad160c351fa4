// Spans of OpenTelemetry, if set: of requests, of attempts of jobs, of evaluations, and of calls to other services. Each is
// created when it is over, from the data of the log and the metrics, so that nothing waits for it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from '@hapi/hapi';
import type { Logger } from 'pino';
import { attemptNow, originNow } from '../../../db/store/origin.ts';
import type { Config } from '../../../config/index.ts';
import type { Outgoing } from '../../../config/outgoing.ts';
import { quiet, type RequestRecord } from '../../surfaces/http/access-log.ts';
import { requestId } from '../../surfaces/http/security-headers.ts';
import type { Place } from './places.ts';
import { attemptSpan, callSpan, type Description, evaluationSpan, mailSpan, requestSpan } from './spans.ts';

interface Options {
    config: Pick<Config, 'telemetry' | 'baseUrl' | 'program'>;
    log: Logger;
    now: () => number;
    openWay: (place: string) => Outgoing;
    /** How many milliseconds spans wait for others before they are sent. */
    period?: number;
    /** How many milliseconds the end of the process waits for the last ones. */
    lastPatience?: number;
}

export type Telemetry = NonNullable<Awaited<ReturnType<typeof openTelemetry>>>;

/** Undefined without an endpoint: then nothing of OpenTelemetry is loaded. */
export async function openTelemetry({ config, log, now, openWay, period, ...rest }: Options) {
    const { lastPatience = 1000 } = rest;
    const { telemetry: settings, baseUrl, program } = config;
    if (!settings) return undefined;
    const { openExport } = await import('./export.ts');
    const { openSending } = await import('./sending.ts');
    const { openPlaces } = await import('./places.ts');
    const sending = openSending({ settings, log, openWay });
    const out = openExport({
        settings,
        version: program.version,
        send: sending.send,
        ...(period !== undefined && { period })
    });
    const places = openPlaces(baseUrl, out.isSampled);

    const add = (place: Place, parent: Place | undefined, ms: number, span: Description) => {
        if (!place.isSampled) return;
        const ended = now();
        out.add({ ...span, place, parent, links: [], began: ended - ms, ended });
    };
    /** Something that ends now, in a request or an attempt of a job. */
    const addBelow = (ms: number, span: Description) => {
        const parent = places.now();
        add(places.below(parent), parent, ms, span);
    };

    return {
        follow: places.follow,
        response: (answered: RequestRecord) => {
            const { id, route, ms, traceparent } = answered;
            if (quiet.has(route)) return;
            places.follow(id, traceparent);
            const place = places.ofRequest(id);
            if (!place.isSampled) return;
            const began = Number.parseInt(id, 10); // an id starts with the time of its request
            const ended = ms === undefined ? now() : began + ms;
            const links = place.caller ? [places.alone(id)] : [];
            out.add({ ...requestSpan(answered), place, parent: place.caller, links, began, ended });
        },
        attempt: (ended: Parameters<typeof attemptSpan>[0] & { seconds: number }) => {
            const { place, parent } = places.attempt();
            const ids = { ...attemptNow(), request: originNow() };
            add(place, parent, ended.seconds * 1000, attemptSpan(ended, ids));
        },
        /** Not of the built-in evaluator: it makes no calls, and a build has hundreds of its runs. */
        evaluation: (ended: Parameters<typeof evaluationSpan>[0] & { seconds: number }) => {
            if (ended.evaluator !== 'evidence') addBelow(ended.seconds * 1000, evaluationSpan(ended));
        },
        call: (ended: Parameters<typeof callSpan>[0] & { ms: number }) => addBelow(ended.ms, callSpan(ended)),
        mail: (ended: Parameters<typeof mailSpan>[0] & { ms: number }) => addBelow(ended.ms, mailSpan(ended)),
        /** Sends what waits, within a second, and drops the rest. */
        async close() {
            const ends = new AbortController();
            const late = sleep(lastPatience, undefined, { signal: ends.signal }).catch(() => undefined);
            await Promise.race([out.flush(), late]);
            ends.abort();
            await sending.close();
        }
    };
}

/** Creates a span of each request of this server, whether the lane or hapi answers it. */
export function watchRequests(server: Server, telemetry: Telemetry) {
    server.ext('onRequest', (request, h) => {
        telemetry.follow(requestId(request), request.headers['traceparent'] as string | undefined);
        return h.continue;
    });
    server.plugins.responses.observe(telemetry.response);
}
