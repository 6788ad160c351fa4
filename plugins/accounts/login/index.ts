// Logging in and out, and the nonces and tokens of a logged-in client.
import type { Lifecycle, Plugin, Request, RouteOptions } from '@hapi/hapi';
import Joi from 'joi';
import { capabilities } from '../../../db/accounts/capabilities.ts';
import { iso } from '../../../db/store/iso.ts';
import { isPassword } from '../../../db/accounts/passwords.ts';
import { Refusal } from '../../../db/refusal.ts';
import { type Actor, closeSession, findActor, openSession } from '../../../db/accounts/sessions.ts';
import { findUser } from '../../../db/accounts/users.ts';
import type { App } from '../../app.ts';
import { anyText, oneOf, message, several, wholeId } from '../../surfaces/openapi/response-fields.ts';
import { actorOf, agentOf } from '../../surfaces/auth/requester.ts';
import { sessionCookie } from '../../surfaces/auth/session-scheme.ts';
import { bodyOf, formType, jsonType } from '../../surfaces/http/bodies.ts';
import { validated } from '../../surfaces/fields.ts';
import { attemptLimiter } from '../../surfaces/auth/attempt-limits.ts';
import { type BackendPermission, backendPermissions, issueJwt } from '../../surfaces/auth/jwt.ts';
import { nonceFor, noncesOf } from '../../surfaces/auth/nonces.ts';
import { loginPage, ownPath } from '../../surfaces/pages/signed-in-page.ts';
import type { FormPost } from '../../surfaces/pages/form-posts.ts';
import { rest, success } from '../../surfaces/rest.ts';
import { restDocs } from '../../surfaces/openapi/route-docs.ts';

export const accounts: Plugin<App> = {
    name: 'accounts',
    dependencies: ['auth'],
    register(server, app) {
        const { rest: root } = app.config.paths;
        server.route([
            { method: 'POST', path: `${root}/login`, options: loginOptions, handler: login(app) },
            { method: 'GET', path: `${root}/session`, options: sessionOptions, handler: session(app) },
            rest<{ permissions?: BackendPermission[] }>(app, {
                method: 'POST',
                path: '/auth/token',
                summary:
                    'Issues a JWT for the backend API, with the requested permissions or all that the user holds.',
                body: {
                    permissions: Joi.array()
                        .items(Joi.valid(...backendPermissions))
                        .min(1)
                        .unique()
                },
                response: {
                    token: Joi.string().required(),
                    token_type: Joi.valid('Bearer').required(),
                    expires_in: Joi.number().integer().required(),
                    expires_at: Joi.string().isoDate().required(),
                    permissions: Joi.array().items(Joi.string()).required()
                },
                run: async ({ permissions }, actor) => tokenFor(app, actor, permissions)
            }),
            rest(app, {
                method: 'POST',
                path: '/logout',
                summary: 'Ends this session.',
                formPost: { backTo: (_, done) => (done ? loginPage() : '/profile') },
                response: message,
                run: async (_, actor) => {
                    await app.store.write((tx) => closeSession(tx, actor.session));
                    return { message: 'You are logged out.' };
                }
            })
        ]);
    }
};

function tokenFor({ secrets, config, now }: App, actor: Actor, wanted?: readonly BackendPermission[]) {
    const { jwtTtl: ttl } = config;
    const { token, expiresAt, permissions } = issueJwt(secrets.jwt, actor, {
        permissions: wanted,
        ttl,
        at: now()
    });
    const expires_at = iso(expiresAt);
    return { token, token_type: 'Bearer', expires_in: ttl, expires_at, permissions };
}

const credentials = Joi.object<Credentials>({
    login: Joi.string().max(254).required(),
    password: Joi.string().max(256).required(),
    remember: Joi.boolean().truthy('1', 'on').falsy('0', '').default(false)
});

interface Credentials {
    login: string;
    password: string;
    remember: boolean;
}

const nonce = Joi.string().hex().length(20);

const opened = Joi.object({
    user: Joi.object({
        id: wholeId,
        login: anyText,
        email: anyText,
        display_name: anyText,
        capabilities: several(oneOf(...capabilities))
    }).required(),
    nonces: Joi.object({
        svc_frontend_nonce: nonce.required(),
        svc_rest: nonce.required(),
        svc_admin_nonce: nonce,
        svc_sales_calc: nonce
    }).required()
});

const loginDocs = restDocs('Opens a session: sets its cookie, and returns the user and their nonces.', {
    body: credentials,
    response: opened,
    also: [401, 429]
});

const loginForm: FormPost = {
    backTo: ({ next }, done) => (done ? (ownPath(next) ?? '/profile') : loginPage(next)),
    keeps: ['login', 'remember']
};

const loginOptions: RouteOptions = {
    ...loginDocs,
    app: { ...loginDocs.app, formPost: loginForm },
    payload: { parse: false, output: 'data', allow: [jsonType, formType], maxBytes: 64 * 1024 }
};

/** As everywhere, unknown fields of a form are ignored and unknown fields of JSON are refused. */
function credentialsOf(request: Request) {
    const schema = request.mime === formType ? credentials.unknown() : credentials;
    return validated(schema, bodyOf(request), { convert: true });
}

function login(app: App): Lifecycle.Method {
    const { store, config, now } = app;
    const attempt = attemptLimiter(config.rates.login, config.rates.loginAddress);
    return async (request, h) => {
        const { login, password, remember } = credentialsOf(request);
        const tried = await attempt(request, login); // counted by the typed text: counting by account would reveal which names belong to one account
        const user = await findUser(store.read, login);
        const right = await isPassword(password, user?.passwordHash);
        if (!user || !right || user.disabledAt !== null) {
            throw new Refusal('not_logged_in', 'The login or the password is wrong.');
        }
        await tried.refund();
        const { cookie, expiresAt } = await store.write((tx) =>
            openSession(tx, user.id, {
                at: now(),
                remember,
                agent: agentOf(request)
            })
        );
        const ttl = remember ? expiresAt - now() : null;
        return h
            .response(success(await sessionOf(app, cookie)))
            .state(sessionCookie({ config }), cookie, { ttl });
    };
}

/** The user whom this cookie logs in, with their nonces. */
async function sessionOf({ store, secrets, now }: App, cookie: string) {
    const actor = await findActor(store.read, cookie, now());
    if (!actor) throw new Refusal('not_logged_in', 'Please log in.');
    return { user: personOf(actor), nonces: noncesOf(secrets.nonce, actor, now()) };
}

const sessionOptions: RouteOptions = {
    ...restDocs('Returns the logged-in user and every nonce they may use.', {
        response: opened,
        also: [401]
    }),
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
