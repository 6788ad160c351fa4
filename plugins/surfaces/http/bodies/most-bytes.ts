// What types of bodies there are, and how much of each is read.
import { Refusal } from '../../../../db/store/refusal.ts';
import type { HotRequest } from '../asked.ts';

export const formType = 'application/x-www-form-urlencoded';
export const jsonType = 'application/json';
export const multipartType = 'multipart/form-data';

/** The most bytes where a field is a long text, each letter of which may be nine bytes of a form. */
export const longTexts = 256 * 1024;

/** The most bytes where the fields are many long texts, and of any form of a user: what somebody pastes is read to be shown again. */
export const manyTexts = 1024 * 1024;

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** The most bytes of this type for callers with these scopes; `maxBytes` of the route is the most for any caller. */
        maxBytesFor?: ((scopes: readonly string[], type: string) => number) | undefined;
    }
}

/** The most bytes of the body of a request. Where files are taken, only a form that can hold one may be as large as they are. */
export function mostBytesOf({ route, auth, headers }: Pick<HotRequest, 'auth' | 'headers' | 'route'>) {
    const { allow = [], maxBytes = 0 } = route.settings.payload ?? {};
    const type = sentType(headers);
    const most = route.settings.app?.maxBytesFor?.(auth.credentials?.scope ?? [], type) ?? maxBytes;
    return allow.includes(multipartType) && type === formType ? Math.min(most, manyTexts) : most;
}

/** For a route of users that takes forms: a form may be large, a body of a program no more than what the route declares. */
export const roomForForms = (maxBytes: number) => ({
    maxBytes: Math.max(maxBytes, manyTexts),
    maxBytesFor: (_: readonly string[], type: string) =>
        type === formType ? Math.max(maxBytes, manyTexts) : maxBytes
});

/** The type that the request names, or this one where it names none, without its parameters. */
export function sentType(headers: HotRequest['headers'], otherwise = '') {
    const sent: unknown = headers['content-type'] ?? otherwise;
    const [type = ''] = typeof sent === 'string' ? sent.split(';') : [];
    return type.trim().toLowerCase();
}

type Announced = Pick<HotRequest, 'auth' | 'headers' | 'route'>;

/**
 * Refuses a body before any of it is read. hapi would read and drop the whole of it before its refusal. Refuses, where the
 * route reads a body: too_large, unsupported_media_type.
 */
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
