// The people of the tests, named by what they are.
import type { Server, ServerInjectOptions } from '@hapi/hapi';
import type { Config } from '../config.ts';
import type { Role } from '../db/capabilities.ts';
import { findActor, openSession } from '../db/sessions.ts';
import type { Store } from '../db/store.ts';
import { createUser, findUser } from '../db/users.ts';
import { noncesOf } from '../plugins/surfaces/nonces.ts';

export const secrets = { nonce: 'n'.repeat(40), links: 'l'.repeat(40), postgres: 'p'.repeat(40) };

export const parts = {
    administrator: 'administrator',
    councilAdmin: 'council_admin',
    author: 'sage_author',
    otherAuthor: 'sage_author',
    powerUser: 'power_user',
    salesRep: 'sales_rep',
    salesAdmin: 'sales_admin',
    support: 'support'
} as const satisfies Record<string, Role>;
export type Part = keyof typeof parts;

interface Stage {
    store: Store;
    server: Server;
    config: Config;
    now: () => number;
}

/** Injects a request; `body` is the answer as JSON, or its text. */
export async function ask(server: Server, request: ServerInjectOptions) {
    const { statusCode, headers, payload } = await server.inject(request);
    const isJson = String(headers['content-type']).startsWith('application/json');
    return { statusCode, headers, body: isJson ? JSON.parse(payload) : payload };
}

export type Client = Awaited<ReturnType<typeof joinCast>>;
type Form = Record<string, string | number>;

/** Logs this person in, without the cost of a password, and answers a client that acts for them. */
export async function joinCast({ store, server, config, now }: Stage, part: Part) {
    const at = now();
    const known = await findUser(store.read, part);
    const user =
        known ??
        (await store.write((tx) =>
            createUser(
                tx,
                { login: part, email: `${part}@example.test`, passwordHash: '-', role: parts[part] },
                at
            )
        ));
    const { cookie } = await store.write((tx) => openSession(tx, user.id, { at, remember: true }));
    const actor = await findActor(store.read, cookie, at);
    if (!actor) throw new Error('the session is not there');
    const headers = { cookie: `svc_session=${cookie}` };
    const nonces = () => noncesOf(secrets.nonce, actor, now());
    const { ajax, rest } = config.paths;

    return {
        user,
        cookie,
        actor,
        headers,
        nonces,
        /** Posts a form action with the right nonce, unless `form` brings its own. */
        action: (name: string, form: Form = {}) =>
            ask(server, {
                method: 'POST',
                url: `${ajax}?action=${name}&nonce=`,
                headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
                payload: encode({ action: name, nonce: nonces()['svc_frontend_nonce'] ?? '', ...form })
            }),
        get: (path: string) => ask(server, { method: 'GET', url: rest + path, headers }),
        send: (method: 'POST' | 'PATCH' | 'PUT', path: string, payload: object = {}) =>
            ask(server, {
                method,
                url: rest + path,
                headers: {
                    ...headers,
                    'x-svc-nonce': nonces()['svc_rest'] ?? '',
                    'content-type': 'application/json'
                },
                payload: JSON.stringify(payload)
            })
    };
}

export const encode = (form: Form) => new URLSearchParams(form as Record<string, string>).toString();
