import type { AuthCredentials, ServerAuthSchemeObject } from '@hapi/hapi';
import { readBody } from '../http/bodies.ts';
import type { Asked } from '../http/asked.ts';

/** The two steps of a scheme. */
export interface AuthScheme {
    /** Returns who sends the request. Refuses: not_logged_in. */
    identify(request: Asked): Promise<AuthCredentials>;
    /** Looks at the request again once its body has been read, and refuses what does not come from them. */
    confirm?(request: Asked): void;
}

/**
 * The scheme for hapi. Its second step reads the body, for this is where hapi itself refuses what is too large, before it
 * looks at capabilities; and a form carries its nonce in the body. The lane takes the scheme from `server.auth.api`.
 */
export const schemeForHapi = (scheme: AuthScheme): ServerAuthSchemeObject & { api: AuthScheme } => ({
    api: scheme,
    async authenticate(request, h) {
        return h.authenticated({ credentials: await scheme.identify(request) });
    },
    async payload(request, h) {
        await readBody(request, h);
        scheme.confirm?.(request);
        return h.continue;
    }
});
