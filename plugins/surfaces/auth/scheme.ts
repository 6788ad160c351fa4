import type { Lifecycle, Request, ResponseToolkit } from '@hapi/hapi';
import { readBody } from '../http/bodies.ts';

/** The two steps of a scheme, as hapi calls them: before the body is read, and with it. */
export interface AuthScheme {
    authenticate(request: Request, h: ResponseToolkit): Promise<Lifecycle.ReturnValue>;
    payload(request: Request, h: ResponseToolkit): Lifecycle.ReturnValue | Promise<Lifecycle.ReturnValue>;
}

/** The second step of schemes that need no nonce: a browser never sends a token by itself. */
export const withoutNonce: AuthScheme['payload'] = async (request, h) => {
    await readBody(request);
    return h.continue;
};
