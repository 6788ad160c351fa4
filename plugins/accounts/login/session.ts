// Who is logged in, and which nonces they may use.
import type { Request, ResponseToolkit, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { capabilities } from '../../../db/accounts/capabilities.ts';
import type { Actor } from '../../../db/accounts/sessions.ts';
import type { App } from '../../app.ts';
import { nonceFor, noncesOf } from '../../surfaces/auth/nonces.ts';
import { maybeLoggedIn, visitorOf } from '../../surfaces/auth/requester.ts';
import { anyText, named, oneOf, several, wholeId } from '../../surfaces/http/response-fields.ts';
import { publicRest } from '../../surfaces/public-rest.ts';
import { success } from '../../surfaces/rest.ts';

const nonce = Joi.string().hex().length(20);

/** A session in the responses that open or describe it. */
export const opened = {
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

export const openedOf = ({ secrets, now }: App, actor: Actor) => ({
    user: personOf(actor),
    nonces: noncesOf(secrets.nonce, actor, now())
});

export const sessionRoute = (app: App): ServerRoute =>
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

function personOf({ id, login, email, displayName, capabilities }: Actor) {
    return { id, login, email, display_name: displayName, capabilities };
}
