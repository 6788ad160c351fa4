// The trace and span ids of each event. They are derived from the names that requests and jobs have anyway, so that every node,
// also after a restart, knows the span of the request behind a job, and nothing else has to be stored.
import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { attemptNow, originNow } from '../../../db/store/origin.ts';

export interface Place {
    traceId: string;
    spanId: string;
    isSampled: boolean;
}

/** A span of another service that is the parent of this one. */
export type Caller = Place;

export type IsSampled = (traceId: string, caller?: Caller) => boolean;

export interface Places {
    /** The span of a request, and that of its caller, if it named one. */
    ofRequest(id: string): Place & { caller?: Caller };
    /** From now on this request belongs to the trace of its caller, if the header has one. */
    follow: (id: string, traceparent: string | undefined) => void;
    /** The span of the present work: an attempt of a job, or a request. Undefined: the process works on its own. */
    now(): Place | undefined;
    /** The attempt of a job that is under way, and the request that wanted it. */
    attempt(): { place: Place; parent: Place | undefined };
    /** A new span below this one, or one of a trace of its own. */
    below(parent: Place | undefined): Place;
    /** The span that a request has where its caller is not known: that of jobs which other nodes do for it. */
    alone(id: string): Place;
}

/** Callers' traces are kept for this many requests. A job that is done later belongs to the trace of its request alone. */
const mostFollowed = 5000;

/** `installation` keeps the ids of several apart that send to one place. */
export function openPlaces(installation: string, isSampled: IsSampled): Places {
    const callers = new LRUCache<string, Caller>({ max: mostFollowed });
    const idsOf = (name: string) => {
        const digest = createHash('sha256').update(`${installation}\n${name}`).digest('hex');
        return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
    };
    const named = (name: string): Place => {
        const ids = idsOf(name);
        return { ...ids, isSampled: isSampled(ids.traceId) };
    };
    const alone = (id: string) => named(`request ${id}`);
    const ofRequest = (id: string) => {
        const caller = callers.get(id);
        if (!caller) return alone(id);
        const own = idsOf(`request ${id}`);
        // Sampling must not depend on the caller, who can choose an id that is always sampled.
        return { ...own, traceId: caller.traceId, isSampled: isSampled(own.traceId, caller), caller };
    };
    // An attempt that did not count is followed by one of the same number.
    const spanOf = spansOnce();
    const attempt = () => {
        const request = originNow();
        const attempt = attemptNow();
        const parent = request === null ? undefined : ofRequest(request);
        const { traceId, isSampled } = parent ?? named(`job ${attempt?.jobId}`);
        return { place: { traceId, spanId: spanOf(attempt ?? {}), isSampled }, parent };
    };
    return {
        alone,
        ofRequest,
        attempt,
        follow(id, traceparent) {
            const caller = traceparent === undefined ? undefined : callerOf(traceparent);
            if (caller) callers.set(id, caller);
        },
        now() {
            if (attemptNow()) return attempt().place;
            const request = originNow();
            return request === null ? undefined : ofRequest(request);
        },
        below: (parent) => ({ ...(parent ?? named(random(16))), spanId: random(8) })
    };
}

/** One id of a span for each attempt, as long as it lasts. */
function spansOnce() {
    const made = new WeakMap<object, string>();
    return (attempt: object) => {
        const spanId = made.get(attempt) ?? random(8);
        made.set(attempt, spanId);
        return spanId;
    };
}

const random = (bytes: number) => randomBytes(bytes).toString('hex');

/** As https://www.w3.org/TR/trace-context/ writes it. What is written differently, or several times, is left alone. */
function callerOf(traceparent: string): Caller | undefined {
    const [, traceId = '', spanId = '', flags = ''] =
        /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? [];
    if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return undefined;
    return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
