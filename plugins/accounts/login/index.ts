// Logging in and out, and the nonces and tokens of a logged-in client.
import type { ServerRoute, Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { isPassword } from '../../../db/accounts/passwords.ts';
import { closeSession, findActor, openSession, type Actor } from '../../../db/accounts/sessions.ts';
import { findUser } from '../../../db/accounts/users.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { sha256 } from '../../../db/accounts/tokens.ts';
import { capabilities } from '../../../db/accounts/capabilities.ts';
import { iso } from '../../../db/store/time.ts';
import type { App } from '../../app.ts';
import type { Attempt } from '../../surfaces/auth/attempt-limits.ts';
import { agentOf, maybeLoggedIn, visitorOf } from '../../surfaces/auth/requester.ts';
import { requestId } from '../../surfaces/http/security-headers.ts';
import type { FormPost } from '../../surfaces/http/form-post.ts';
import { loginPage, ownPath } from '../../surfaces/pages/signed-in-page.ts';
import { typedLogin, typedPassword } from '../../surfaces/http/fields.ts';
import { publicRest } from '../../surfaces/public-rest.ts';
import { success, rest } from '../../surfaces/rest.ts';
import { nonceFor, noncesOf } from '../../surfaces/auth/nonces.ts';
import { anyText, named, oneOf, several, wholeId, messageOnly } from '../../surfaces/http/response-fields.ts';
import { type BackendPermission, backendPermissions } from '../../surfaces/auth/backend-permissions.ts';
import { issueJwt, jwtTtl } from '../../surfaces/auth/jwt.ts';
import { sessionCookie } from '../../surfaces/auth/schemes.ts';
import { loginPageRoute } from './page.ts';
import { loginLimits } from '../../surfaces/auth/login-limits.ts';
import { onWire } from '../../shared/wire.ts';

export const loginRoutes = (app: App): ServerRoute[] => [
    loginRoute(app),
    loginPageRoute(app),
    sessionRoute(app),
    tokenRoute(app),
    logoutRoute(app)
];

interface Credentials {
    login: string;
    password: string;
    remember: boolean;
    recaptcha_token: string;
}

const credentialFields = {
    login: typedLogin.required(),
    password: typedPassword.required(),
    remember: Joi.boolean().truthy('1', 'on').falsy('0', '').default(false).prefs({ convert: true }),
    recaptcha_token: Joi.string()
        .allow('')
        .max(4096)
        .default('')
        .description(
            'Response of the human check `login`; required after a refusal with the code `human_check`.'
        )
};

const loginForm: FormPost = {
    backTo: ({ next }, done) => (done ? (ownPath(next) ?? '/') : loginPage(next)),
    keeps: ['login', 'remember']
};

/** Logging in with a password. */
function loginRoute(app: App): ServerRoute {
    const limits = loginLimits(app);
    return publicRest<Credentials>(app, {
        name: 'logIn',
        method: 'POST',
        path: '/login',
        summary: 'Logs in: sets the session cookie and returns the user and their nonces.',
        body: credentialFields,
        formPost: loginForm,
        bodyOfForm: ({ login, password, remember, recaptcha_token }) => ({
            login,
            password,
            remember,
            recaptcha_token
        }),
        response: opened,
        also: [401, 429],
        async run(credentials, request, h) {
            // Counted by the typed text: counting by account would reveal which names belong to one account.
            const { login, recaptcha_token: token, remember } = credentials;
            const tried = await limits.count({ request, tried: login, token });
            const userId = await userIdWith(app, credentials, request);
            return openFor(app, { userId, remember, tried }, request, h);
        }
    });
}

/** Refuses: not_logged_in, with one message and in one time for all that may be wrong. Either way it is a line of the log. */
async function userIdWith({ store, log }: App, { login, password }: Credentials, request: Request) {
    const user = await findUser(store.read, login);
    const isRight = await isPassword(password, user?.passwordHash);
    const isLetIn = isRight && user?.disabledAt === null;
    // What was typed may be a password in the wrong field, so that only the number of a known user is logged.
    const address = request.server.plugins.auth.addressHash(request);
    log.info({ id: requestId(request), user: user?.id, address }, isLetIn ? 'logged in' : 'login refused');
    if (!isLetIn) throw new Refusal('not_logged_in', 'Wrong login or password. Check both and try again.');
    return user.id;
}

interface LoggingIn {
    userId: number;
    remember: boolean;
    tried: Attempt;
}

async function openFor(
    app: App,
    { userId, remember, tried }: LoggingIn,
    request: Request,
    h: ResponseToolkit
) {
    const { store, now } = app;
    const opening = { at: now(), remember, agent: agentOf(request) };
    const before: unknown = request.state[sessionCookie(app)];
    const { cookie, expiresAt } = await store.write(async (tx) => {
        await tried.refund(tx);
        if (typeof before === 'string') await closeSession(tx, sha256(before));
        return openSession(tx, userId, opening);
    });
    const actor = await findActor(store.read, cookie, now());
    if (!actor) throw new Refusal('not_logged_in', 'Please log in.');
    const ttl = remember ? expiresAt - now() : null;
    return h.response(success(openedOf(app, actor))).state(sessionCookie(app), cookie, { ttl });
}

const nonce = Joi.string().hex().length(20);

/** A session in the responses that open or describe it. */
const opened = {
    user: named('LoggedInUser', {
        id: wholeId,
        login: anyText,
        email: anyText,
        display_name: anyText,
        capabilities: several(oneOf(...capabilities))
    }),
    nonces: Joi.object({
        svc_frontend_nonce: nonce.required(),
        svc_rest: nonce.required(),
        svc_admin_nonce: nonce,
        svc_sales_calc: nonce
    }).required()
};

const openedOf = ({ secrets, now }: App, actor: Actor) => ({
    user: onWire(actor, 'id', 'login', 'email', 'displayName', 'capabilities'),
    nonces: noncesOf(secrets.nonce, actor, now())
});

const sessionRoute = (app: App): ServerRoute =>
    publicRest(app, {
        name: 'getSession',
        method: 'GET',
        path: '/session',
        summary: 'Returns the current user and their nonces.',
        auth: maybeLoggedIn,
        response: opened,
        also: [401],
        run: (_, request, h) => session(app, request, h)
    });

/** A visitor gets the nonce of the public actions with the refusal. */
function session(app: App, request: Request, h: ResponseToolkit) {
    const visitor = visitorOf(request);
    if (visitor) return success(openedOf(app, visitor));
    const { secrets, now } = app;
    const nonces = {
        reset_password_nonce: nonceFor(secrets.nonce, 'reset_password_nonce', undefined, now())
    };
    const data = { message: 'Please log in.', nonces };
    return h.response({ success: false, data }).code(401).header('x-svc-error', 'not_logged_in');
}

/** JWTs for the backend API. */
const tokenRoute = (app: App): ServerRoute =>
    rest<{ permissions?: BackendPermission[] }>(app, {
        name: 'issueJwt',
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
    });

function tokenFor({ secrets, now }: App, actor: Actor, wanted?: readonly BackendPermission[]) {
    const asked = { permissions: wanted, at: now() };
    const { token, expiresAt, permissions } = issueJwt(secrets.jwt, actor, asked);
    const expires_at = iso(expiresAt);
    return { token, token_type: 'Bearer', expires_in: jwtTtl, expires_at, permissions };
}

/** Ending one's own session. */
const logoutRoute = (app: App): ServerRoute =>
    rest(app, {
        name: 'logOut',
        method: 'POST',
        path: '/logout',
        summary: 'Ends this session.',
        formPost: { backTo: (_, done) => (done ? loginPage() : '/profile') },
        response: messageOnly,
        run: async (_, actor) => {
            await app.store.write((tx) => closeSession(tx, actor.session));
            return { message: 'You are signed out.' };
        }
    });
