import type { Lifecycle, Request, ResponseToolkit } from '@hapi/hapi';

/**
 * The two steps of a scheme. The second one must read the body (`readBody`), for this is where hapi itself refuses what
 * is too large, before it looks at capabilities; and a form carries its nonce in the body.
 */
export interface AuthScheme {
    authenticate(request: Request, h: ResponseToolkit): Promise<Lifecycle.ReturnValue>;
    payload(request: Request, h: ResponseToolkit): Lifecycle.ReturnValue | Promise<Lifecycle.ReturnValue>;
}
