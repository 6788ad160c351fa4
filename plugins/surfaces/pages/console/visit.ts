// One look at a page: who looks, at what, and after which form post.
import type { Request } from '@hapi/hapi';
import type { Actor } from '../../../../db/accounts/sessions.ts';
import type { App } from '../../../app.ts';
import { noncesOf } from '../../auth/nonces.ts';
import type { Flash } from '../../http/form-post.ts';

export interface PageContext {
    app: App;
    actor: Actor;
    request: Request;
    /** The outcome of the form post that led here, if one did. */
    flash: Flash | undefined;
    /** By name, for the forms of the page. */
    nonces: Readonly<Record<string, string>>;
}

export function visitOf(app: App, actor: Actor, request: Request, flash?: Flash): PageContext {
    return { app, actor, request, flash, nonces: noncesOf(app.secrets.nonce, actor, app.now()) };
}

/** The path and query that the browser requested. */
export const addressOf = ({ raw, path }: Request) => raw.req.url ?? path;
