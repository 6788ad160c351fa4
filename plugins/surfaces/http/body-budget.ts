import { Refusal } from '../../../db/refusal.ts';
import type { Asked } from './asked.ts';

/** While a body is read, memory holds it several times over: as bytes, as text, as values. */
const mostAtOnce = 96 * 1024 * 1024;

export interface BodyBudget {
    /** Call before the body is read. Refuses: too_many_requests, when the bodies under way fill the budget. */
    acquire: (request: Asked) => void;
    /** Call after the response. */
    release: (request: Asked) => void;
}

/** Bounds the bytes of bodies that a process reads at once. Without a bound two hundred uploads took six gigabytes. */
export function bodyBudget(most: number = mostAtOnce): BodyBudget {
    const acquired = new Map<Asked, number>();
    let used = 0;
    return {
        acquire(request) {
            const size = sizeOf(request);
            if (used + size > most)
                throw new Refusal('too_many_requests', 'Too many large requests at once.', {
                    retryAfter: 1,
                    limit: 'large bodies'
                });
            used += size;
            acquired.set(request, size);
        },
        release(request) {
            used -= acquired.get(request) ?? 0;
            acquired.delete(request);
        }
    };
}

/** The size of a body; the most that its route reads where the request does not say it, or the body is compressed. */
function sizeOf({ headers, route }: Asked) {
    const { maxBytes = 0, parse = false } = route.settings.payload ?? {};
    if (!parse) return 0; // bodies of other routes are small, or not read
    const length = headers['content-encoding'] === undefined ? Number(headers['content-length']) : NaN;
    return Math.min(Number.isNaN(length) ? maxBytes : length, maxBytes);
}
