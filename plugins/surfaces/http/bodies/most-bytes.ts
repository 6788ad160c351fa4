// What types of bodies there are, and how much of each is read.
import type { HotRequest } from '../asked.ts';

export const formType = 'application/x-www-form-urlencoded';
export const jsonType = 'application/json';
export const multipartType = 'multipart/form-data';

/** The most bytes where a field is a long text, each letter of which may be nine bytes of a form. */
export const longTexts = 256 * 1024;

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** The most bytes for callers with these scopes; `maxBytes` of the route is the most for any caller. */
        maxBytesFor?: (scopes: readonly string[]) => number;
    }
}

/** The most bytes of the body of a request. Where files are taken, only a form that can hold one may be as large as they are. */
export function mostBytesOf({ route, auth, headers }: Pick<HotRequest, 'auth' | 'headers' | 'route'>) {
    const { allow = [], maxBytes = 0 } = route.settings.payload ?? {};
    const most = route.settings.app?.maxBytesFor?.(auth.credentials?.scope ?? []) ?? maxBytes;
    const holdsNoFile = allow.includes(multipartType) && sentType(headers) === formType;
    return holdsNoFile ? Math.min(most, longTexts) : most;
}

/** The type that the request names, or this one where it names none, without its parameters. */
export function sentType(headers: HotRequest['headers'], otherwise = '') {
    const sent: unknown = headers['content-type'] ?? otherwise;
    const [type = ''] = typeof sent === 'string' ? sent.split(';') : [];
    return type.trim().toLowerCase();
}
