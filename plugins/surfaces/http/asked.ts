// What the guards and the handler of a hot route share, whether hapi or the fast path answers it.
import type { AuthCredentials, Lifecycle, Request } from '@hapi/hapi';
import { withVersion } from './versions.ts';

/** The properties of a request that both hapi and the fast path provide. A guard that needs only these works in either. */
export interface HotRequest extends Pick<
    Request,
    'headers' | 'params' | 'plugins' | 'query' | 'route' | 'state'
> {
    auth: { credentials: AuthCredentials | null };
    mime: string | null;
    payload: unknown;
}

/** The response of a hot route, if it is not a refusal: JSON with status 200. */
interface HotResponse {
    body: object;
    /** Becomes the ETag. */
    version?: number;
}

/**
 * The handler of a hot route, in two steps: the first validates, and changes nothing whether it refuses or not; the second builds
 * the response from its result. After a refusal hapi may run both again, so the second step only reads, or does not refuse.
 */
export type Hot = (request: HotRequest) => () => Promise<HotResponse>;

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** The fast path may answer for this route. */
        hot?: Hot;
    }
}

/** The same handler for hapi. */
export const ordinaryHandler =
    (hot: Hot): Lifecycle.Method =>
    async (request, h) => {
        const { body, version } = await hot(request)();
        return version === undefined ? body : withVersion(h, body, version);
    };
