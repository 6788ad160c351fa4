import type { Asked } from '../asked.ts';

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** The most bytes for whoever has these scopes; `maxBytes` of the route is the most for anybody. */
        maxBytesFor?: (scopes: readonly string[]) => number;
    }
}

/** The most bytes of the body of a request. */
export function mostBytesOf({ route, auth }: Pick<Asked, 'route' | 'auth'>) {
    const { maxBytes = 0 } = route.settings.payload ?? {};
    return route.settings.app?.maxBytesFor?.(auth.credentials?.scope ?? []) ?? maxBytes;
}
