import type { AuthCredentials, ServerAuthSchemeObject } from '@hapi/hapi';
import { assertTaken } from '../http/bodies/announced.ts';
import { readBody } from '../http/bodies/index.ts';
import type { HotRequest } from '../http/asked.ts';

/** The two steps of a scheme. */
export interface AuthScheme {
    /** Returns who sends the request. Refuses: not_logged_in. */
    identify(request: HotRequest): Promise<AuthCredentials>;
    /** Looks at the request again once its body has been read, and refuses what does not come from them. */
    confirm?(request: HotRequest): void;
}

/**
 * The scheme for hapi. Its second step reads the body, for this is where hapi itself refuses what is too large, before it
 * looks at capabilities; and a form carries its nonce in the body. The fast path takes the scheme from `server.auth.api`.
 */
export const schemeForHapi = (scheme: AuthScheme): ServerAuthSchemeObject & { api: AuthScheme } => ({
    api: scheme,
    async authenticate(request, h) {
        const credentials = await scheme.identify(request);
        const { headers, route } = request;
        assertTaken({ headers, route, auth: { credentials } });
        return h.authenticated({ credentials });
    },
    async payload(request, h) {
        await readBody(request, h);
        scheme.confirm?.(request);
        return h.continue;
    }
});
