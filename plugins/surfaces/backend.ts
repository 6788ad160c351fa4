// Routes of the backend API: a user's JWT with the permission that the route names; the response is the bare resource.
import type { ServerRoute } from '@hapi/hapi';
import type { BackendPermission } from './auth/backend-permissions.ts';
import { type HotJsonRoute, hotJsonRoute, type JsonRoute, jsonRoute } from './json-routes.ts';

interface BackendRoute<Input> extends JsonRoute<Input> {
    permission: BackendPermission;
}

/** A route below /pl. `run` returns the whole body. */
export function backend<Input>({ permission, ...route }: BackendRoute<Input>): ServerRoute {
    return jsonRoute<Input>({ ...route, path: `/pl${route.path}` }, guardOf(permission));
}

/** The same for a hot route. */
export function hotBackend<Input, Data extends object>({
    permission,
    ...route
}: HotJsonRoute<Input, Data> & { permission: BackendPermission }): ServerRoute {
    return hotJsonRoute<Input, Data>({ ...route, path: `/pl${route.path}` }, guardOf(permission));
}

const guardOf = (permission: BackendPermission) =>
    ({ surface: 'backend', strategy: 'jwt', scope: [permission], limit: 'backend' }) as const;
