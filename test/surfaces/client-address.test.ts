// The address of a client: read when a request comes in, for its connection may be gone when it is needed.
import type { Request } from '@hapi/hapi';
import test from 'ava';
import { addressReader } from '../../plugins/surfaces/auth/client-address.ts';
import { ask, encode } from '../support/cast.ts';
import { loginPath, password, withUser } from '../support/people.ts';
import { createWorld } from '../support/world.ts';

test('a connection that is reset while its login is looked at does no harm', async (t) => {
    const world = await createWorld(t);
    await withUser(world);
    world.server.ext('onPreAuth', ({ raw }, h) => {
        Object.defineProperty(raw.req.socket, 'remoteAddress', { value: undefined });
        return h.continue;
    });
    const { statusCode } = await ask(world.server, {
        method: 'POST',
        url: loginPath,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: encode({ login: 'ada', password })
    });
    t.is(statusCode, 200);
});

test('a connection that was reset before its address was read counts under an empty one', (t) => {
    const reset = { headers: { 'x-forwarded-for': '192.0.2.1' }, info: {} } as unknown as Request;
    for (const trusted of [[], ['127.0.0.1'], ['::1']]) t.is(addressReader(trusted)(reset), '');
});
