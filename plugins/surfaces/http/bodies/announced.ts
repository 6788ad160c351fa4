// What is refused of a body before any of it is read. hapi would read and drop the whole of what it refuses, and only then say so.
import { Refusal } from '../../../../db/store/refusal.ts';
import type { Asked } from '../asked.ts';
import { mostBytesOf, sentType } from './most-bytes.ts';

type Announced = Pick<Asked, 'auth' | 'headers' | 'route'>;

/** Refuses, where the route reads a body: too_large, unsupported_media_type. */
export function assertTaken(request: Announced) {
    const { allow, defaultContentType = '' } = request.route.settings.payload ?? {};
    if (!allow) return;
    if (isTooLarge(request)) throw new Refusal('too_large', 'Request too large.');
    const mime = sentType(request.headers, defaultContentType);
    if (plainType.test(mime) && !allow.includes(mime))
        throw new Refusal('unsupported_media_type', 'Unsupported content type.');
}

/** What is no type at all hapi refuses as that. */
const plainType = /^[\w.+-]+\/[\w.+-]+$/;

/** Whether it says that it is larger than its route takes; a route that reads none takes nothing. */
export function isTooLarge(request: Announced) {
    const { allow } = request.route.settings.payload ?? {};
    return Number(request.headers['content-length'] ?? 0) > (allow ? mostBytesOf(request) : 0);
}
