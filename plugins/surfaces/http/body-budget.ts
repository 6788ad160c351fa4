import type { Request } from '@hapi/hapi';
import { Refusal } from '../../../db/refusal.ts';

/** In memory a body stands several times over while it is read: as bytes, as text, as what it means. */
const mostAtOnce = 96 * 1024 * 1024;

export interface BodyRoom {
    /** Before the body is read. Refuses: too_many_requests, when those under way take all the room. */
    take(request: Request): void;
    /** After the answer. */
    giveBack(request: Request): void;
}

/** How much of large bodies a process reads at once. Without a bound two hundred uploads took six gigabytes. */
export function bodyRoom(most: number = mostAtOnce): BodyRoom {
    const taken = new Map<Request, number>();
    let used = 0;
    return {
        take(request) {
            const size = sizeOf(request);
            if (used + size > most)
                throw new Refusal('too_many_requests', 'Too many large requests at once.', { retryAfter: 1 });
            used += size;
            taken.set(request, size);
        },
        giveBack(request) {
            used -= taken.get(request) ?? 0;
            taken.delete(request);
        }
    };
}

/** What it may grow to, where it does not say how large it is, or is packed. */
function sizeOf({ headers, route }: Request) {
    const { maxBytes = 0, parse = false } = route.settings.payload ?? {};
    if (!parse) return 0; // nobody reads it
    const told = headers['content-encoding'] === undefined ? Number(headers['content-length']) : NaN;
    return Math.min(Number.isNaN(told) ? maxBytes : told, maxBytes);
}
