// Which form action a request names: in the query of the contract's one address, or by the action's own address.
import type { Request } from '@hapi/hapi';
import { Refusal } from '../../../db/store/refusal.ts';

const actionName = /^[a-z][a-z0-9_]{0,63}$/;

const isAction = ({ method, server }: Request, name: unknown): name is string =>
    method === 'post' &&
    typeof name === 'string' &&
    actionName.test(name) &&
    server.lookup(name)?.settings.app?.action !== undefined;

/** The name comes from the parsed query: `request.url` is built from the Host header, which a client may break. */
export function namedIn(request: Request) {
    const name: unknown = request.query['action'];
    if (request.method === 'post' && (name === undefined || name === ''))
        throw new Refusal(
            'unknown_action',
            'The query names no action: send action=<name> in the query and in the body.',
            { field: 'action' }
        );
    if (!isAction(request, name)) throw new Refusal('unknown_action', 'Unknown action.');
    return name;
}

/** The action whose own address this is. Any other address below the contract's one is not there, and hapi says so. */
export function namedAt(below: string, request: Request) {
    const { path } = request;
    const name = path.startsWith(below) && path.slice(below.length);
    return isAction(request, name) ? name : undefined;
}
