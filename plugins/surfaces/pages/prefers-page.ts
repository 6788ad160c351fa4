import { mediaType } from '@hapi/accept';
import { jsonType } from '../http/bodies/index.ts';

/** Whether the header weighs HTML over JSON. A client that weighs them alike, or whose header is malformed, gets JSON. */
export function prefersPage(accept: string) {
    try {
        return /^text\/html(;|$)/.test(mediaType(accept, [jsonType, 'text/html']));
    } catch (error) {
        if (error instanceof Error && 'isBoom' in error) return false;
        throw error;
    }
}
