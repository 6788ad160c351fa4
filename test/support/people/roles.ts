// The people of the tests, each named by their role.
import type { Server, ServerInjectOptions } from '@hapi/hapi';
import type { Config } from '../../../config/index.ts';
import type { Role } from '../../../db/accounts/capabilities.ts';
import { findActor, openSession } from '../../../db/accounts/sessions.ts';
import type { Store } from '../../../db/store/index.ts';
import { createUser, findUser } from '../../../db/accounts/users.ts';
import { noncesOf } from '../../../plugins/surfaces/auth/nonces.ts';
import { bodyOf, clientOf } from '../clients/client.ts';

export { encode } from '../clients/client.ts';

export const secrets = {
    challenge: 'c'.repeat(40),
    jwt: 'j'.repeat(40),
    nonce: 'n'.repeat(40),
    links: 'l'.repeat(40),
    postgres: 'p'.repeat(40)
};

/** The same as settings. */
export const secretSettings = Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [`${name.toUpperCase()}_SECRET`, value])
);

export const roles = {
    administrator: 'administrator',
    councilAdmin: 'council_admin',
    author: 'sage_author',
    otherAuthor: 'sage_author',
    reviewer: 'reviewer',
    powerUser: 'power_user',
    salesRep: 'sales_rep',
    otherRep: 'sales_rep',
    salesAdmin: 'sales_admin',
    support: 'support'
} as const satisfies Record<string, Role>;
export type Person = keyof typeof roles;

/** Injects a request; `body` is the body of the response as JSON, or its text. */
export async function ask(server: Server, request: ServerInjectOptions) {
    const { statusCode, headers, payload } = await server.inject(request);
    return { statusCode, headers, body: bodyOf(headers['content-type'], payload) };
}

export type Client = Awaited<ReturnType<typeof logInAs>>;

interface Fixtures {
    store: Store;
    server: Server;
    config: Config;
    now: () => number;
}

/** Logs this person in, without the cost of a password, and returns a client that acts for them. */
export async function logInAs({ store, server, config, now }: Fixtures, person: Person) {
    const at = now();
    const known = await findUser(store.read, person);
    const user =
        known ??
        (await store.write((tx) =>
            createUser(
                tx,
                { login: person, email: `${person}@example.test`, passwordHash: '-', role: roles[person] },
                at
            )
        ));
    const { cookie } = await store.write((tx) => openSession(tx, user.id, { at, remember: true }));
    const actor = await findActor(store.read, cookie, at);
    if (!actor) throw new Error('the session is not there');
    const headers = { cookie: `svc_session=${cookie}` };
    const nonces = () => noncesOf(secrets.nonce, actor, now());
    const injected = (request: ServerInjectOptions) => ask(server, request);
    const client = clientOf(injected, { headers, nonces, paths: config.paths });
    return { ...client, user, cookie, actor, headers, nonces };
}
