// Refuses a body before any of it is read. hapi would read and drop the whole of it before its refusal.
import { Refusal } from '../../../../db/store/refusal.ts';
import type { HotRequest } from '../asked.ts';
import { mostBytesOf, sentType } from './most-bytes.ts';

type Announced = Pick<HotRequest, 'auth' | 'headers' | 'route'>;

/** Refuses, where the route reads a body: too_large, unsupported_media_type. */
export function assertTaken(request: Announced) {
    const { allow, defaultContentType = '' } = request.route.settings.payload ?? {};
    if (!allow) return;
    if (isTooLarge(request)) throw new Refusal('too_large', 'Request too large.');
    const mime = sentType(request.headers, defaultContentType);
    if (plainType.test(mime) && !allow.includes(mime))
        throw new Refusal('unsupported_media_type', 'Unsupported content type.');
}

/** hapi itself refuses a malformed type. */
const plainType = /^[\w.+-]+\/[\w.+-]+$/;

/** Whether its header announces more than its route accepts; a route that reads none accepts nothing. */
export function isTooLarge(request: Announced) {
    const { allow } = request.route.settings.payload ?? {};
    return Number(request.headers['content-length'] ?? 0) > (allow ? mostBytesOf(request) : 0);
}
