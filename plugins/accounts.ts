// Logging in and out, and what a logged-in client may use.
import type { Lifecycle, Plugin, RouteOptions } from '@hapi/hapi';
import Joi from 'joi';
import { isPassword } from '../db/passwords.ts';
import { Refusal } from '../db/refusal.ts';
import { type Actor, closeSession, openSession } from '../db/sessions.ts';
import { findUser, type UserRow } from '../db/users.ts';
import { capabilitiesOf } from '../db/capabilities.ts';
import type { App } from './app.ts';
import { actorOf, sessionCookie } from './surfaces/auth.ts';
import { bodyOf, formType, jsonType } from './surfaces/bodies.ts';
import { checked } from './surfaces/fields.ts';
import { clientAddress, limiter } from './surfaces/limits.ts';
import { nonceFor, noncesOf } from './surfaces/nonces.ts';
import { documented, rest, success } from './surfaces/rest.ts';

export const accounts: Plugin<App> = {
    name: 'accounts',
    dependencies: ['auth'],
    register(server, app) {
        const { rest: root } = app.config.paths;
        server.route([
            { method: 'POST', path: `${root}/login`, options: loginOptions, handler: login(app) },
            { method: 'GET', path: `${root}/session`, options: sessionOptions, handler: session(app) },
            rest(app, {
                method: 'POST',
                path: '/logout',
                summary: 'Ends this session.',
                run: async (_, actor) => {
                    await app.store.write((tx) => closeSession(tx, actor.session));
                    return { message: 'You are logged out.' };
                }
            })
        ]);
    }
};

const credentials = Joi.object({
    login: Joi.string().max(254).required(),
    password: Joi.string().max(256).required(),
    remember: Joi.boolean().truthy('1', 'on').falsy('0', '').default(false)
});

interface Credentials {
    login: string;
    password: string;
    remember: boolean;
}

const loginOptions: RouteOptions = {
    ...documented('Opens a session: sets its cookie, answers the user and their nonces.', {
        body: credentials
    }),
    payload: { parse: false, output: 'data', allow: [jsonType, formType], maxBytes: 64 * 1024 }
};

function login(app: App): Lifecycle.Method {
    const { store, config, now, secrets } = app;
    const attempts = loginAttempts(app);
    return async (request, h) => {
        const { login, password, remember } = checked<Credentials>(credentials, bodyOf(request), {
            convert: true
        });
        const keys = { login: login.toLowerCase(), address: attempts.addressOf(request) };
        await attempts.check(keys);
        const user = await findUser(store.read, login);
        const right = await isPassword(password, user?.passwordHash);
        if (!user || !right || user.disabledAt !== null) {
            await attempts.count(keys);
            throw new Refusal('not_logged_in', 'The login or the password is wrong.');
        }
        const { cookie, id } = await store.write((tx) => openSession(tx, user.id, { at: now(), remember }));
        const actor = actorFrom(user, id);
        const ttl = remember ? 14 * day : null;
        return h
            .response(success({ user: personOf(actor), nonces: noncesOf(secrets.nonce, actor, now()) }))
            .state(sessionCookie({ config }), cookie, { ttl });
    };
}

const day = 24 * 60 * 60 * 1000;

/** Failed logins, counted for the login that was tried and for the address that tried; success does not count. */
function loginAttempts({ config }: App) {
    const message = 'Too many attempts.';
    const byLogin = limiter(config.rates.login, 15 * 60, message);
    const byAddress = limiter(config.rates.loginAddress, 15 * 60, message);
    return {
        addressOf: clientAddress(config.trustedProxies),
        async check({ login, address }: { login: string; address: string }) {
            await byLogin.check(login);
            await byAddress.check(address);
        },
        async count({ login, address }: { login: string; address: string }) {
            await byLogin.count(login);
            await byAddress.count(address);
        }
    };
}

function actorFrom({ id, login, email, displayName, role, grants }: UserRow, session: string): Actor {
    return { id, login, email, displayName, capabilities: capabilitiesOf({ role, grants }), session };
}

const sessionOptions: RouteOptions = {
    ...documented('Who is logged in, and every nonce they may use.', {}),
    auth: { strategy: 'session', mode: 'try' }
};

function session({ secrets, now }: App): Lifecycle.Method {
    return (request, h) => {
        if (!request.auth.isAuthenticated) {
            const nonces = {
                reset_password_nonce: nonceFor(secrets.nonce, 'reset_password_nonce', undefined, now())
            };
            const data = { message: 'Please log in.', nonces };
            return h.response({ success: false, data }).code(401).header('x-svc-error', 'not_logged_in');
        }
        const actor = actorOf(request);
        return success({ user: personOf(actor), nonces: noncesOf(secrets.nonce, actor, now()) });
    };
}

function personOf({ id, login, email, displayName, capabilities }: Actor) {
    return { id, login, email, display_name: displayName, capabilities };
}
