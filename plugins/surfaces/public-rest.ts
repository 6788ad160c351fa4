// JSON routes of the web application without a nonce: public, or for programs.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../app.ts';
import { type JsonRoute, jsonRoute } from './json-routes.ts';

/** `path` is below {rest_url}. Unlike elsewhere, a query that the route does not name is ignored. */
interface PublicRoute<Input> extends Omit<JsonRoute<Input>, 'versioned'> {
    /** Of the callers; absent: public. */
    auth?: { strategy: 'session'; mode: 'try' } | { strategy: 'service-token'; scope: readonly string[] };
}

/** A JSON route that requires no nonce. */
export function publicRest<Input>({ config }: App, { auth, ...route }: PublicRoute<Input>): ServerRoute {
    const path = config.paths.rest + route.path;
    return jsonRoute<Input>({ ...route, path }, { surface: 'rest', ...auth, isPublic: true });
}
