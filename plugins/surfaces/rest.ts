// JSON routes of the web application: session cookie and X-Svc-Nonce on writes, or the staff's token; {success, data}.
import type { Request, ServerRoute } from '@hapi/hapi';
import type { Capability } from '../../db/accounts/capabilities.ts';
import type { Actor } from '../../db/accounts/sessions.ts';
import type { App } from '../app.ts';
import { staff } from './auth/capability-sets.ts';
import { actorOf } from './auth/requester.ts';
import { type JsonRoute, jsonRoute } from './json-routes.ts';
import type { NonceName } from './auth/nonces.ts';
import { withVersion } from './http/versions.ts';

/** `path` is below {rest_url}. */
interface RestRoute<Input, Data> extends Omit<JsonRoute<Input>, 'run' | 'versioned'> {
    /** Any one of these capabilities lets the caller pass; without it every user may call. */
    scope?: readonly Capability[];
    nonces?: readonly NonceName[];
    /** The version of the resource, which becomes the ETag. */
    versionOf?: (data: Data) => number;
    run: (input: Input, actor: Actor, request: Request) => Promise<Data>;
}

/** A JSON route for people. `run` returns the content of `data`. */
export function rest<Input, Data extends object = object>(
    { config }: App,
    { scope, nonces = ['svc_rest'], versionOf, run, ...route }: RestRoute<Input, Data>
): ServerRoute {
    return jsonRoute<Input>(
        {
            ...route,
            path: config.paths.rest + route.path,
            versioned: versionOf !== undefined,
            run: async (input, request, h) => {
                const data = await run(input, actorOf(request), request);
                return versionOf ? withVersion(h, success(data), versionOf(data)) : success(data);
            }
        },
        { surface: 'rest', strategy: 'session', scope, nonces, limit: 'actions' }
    );
}

/** A JSON route for the support staff: a person, or a machine with a token. `auditActorOf` names the caller. */
export function staffRest<Input>({ config }: App, { run, ...route }: JsonRoute<Input>): ServerRoute {
    return jsonRoute<Input>(
        {
            ...route,
            path: config.paths.rest + route.path,
            run: async (input, request, h) => success(await run(input, request, h))
        },
        { surface: 'rest', strategy: 'staff', scope: staff, nonces: ['svc_rest'], limit: 'actions' }
    );
}

export const success = (data: object) => ({ success: true, data });
