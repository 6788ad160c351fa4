// Logging in with a password.
import type { Request, ResponseToolkit, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { isPassword } from '../../../db/accounts/passwords.ts';
import { closeSession, findActor, openSession } from '../../../db/accounts/sessions.ts';
import { findUser } from '../../../db/accounts/users.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { sha256 } from '../../../db/accounts/tokens.ts';
import type { App } from '../../app.ts';
import type { Attempt } from '../../surfaces/auth/attempt-limits.ts';
import { agentOf } from '../../surfaces/auth/requester.ts';
import { sessionCookie } from '../../surfaces/auth/session-scheme.ts';
import { requestId } from '../../surfaces/http/security-headers.ts';
import type { FormPost } from '../../surfaces/http/form-post.ts';
import { loginPage, ownPath } from '../../surfaces/pages/signed-in-page.ts';
import { typedLogin, typedPassword } from '../../surfaces/http/fields.ts';
import { publicRest } from '../../surfaces/public-rest.ts';
import { success } from '../../surfaces/rest.ts';
import { loginLimits } from './limits.ts';
import { opened, openedOf } from './session.ts';

interface Credentials {
    login: string;
    password: string;
    remember: boolean;
    recaptcha_token: string;
}

const credentialFields = {
    login: typedLogin.required(),
    password: typedPassword.required(),
    remember: Joi.boolean().truthy('1', 'on').falsy('0', '').default(false),
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

export function loginRoute(app: App): ServerRoute {
    const limits = loginLimits(app);
    return publicRest<Credentials>(app, {
        name: 'logIn',
        method: 'POST',
        path: '/login',
        summary: 'Logs in: sets the session cookie and returns the user and their nonces.',
        body: credentialFields,
        formPost: loginForm,
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
