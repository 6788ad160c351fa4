// The page of forgotten passwords.
import type { Lifecycle, Request, ResponseToolkit, RouteOptions, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { openReset } from '../../../db/accounts/password-resets.ts';
import type { App } from '../../app.ts';
import { nonceFor } from '../../surfaces/auth/nonces.ts';
import { maybeLoggedIn } from '../../surfaces/auth/requester.ts';
import { typedLogin, validated } from '../../surfaces/http/fields.ts';
import { pageDocs } from '../../surfaces/openapi/route-docs.ts';
import { themeOf } from '../../surfaces/pages/console/theme.ts';
import { takeFlash } from '../../surfaces/pages/form-posts.ts';
import { askPage, choosePage, resetPath } from './pages.ts';

export const resetPageRoute = (app: App): ServerRoute => ({
    method: 'GET',
    path: resetPath,
    options: resetOptions,
    handler: resetPage(app)
});

const resetOptions: RouteOptions = {
    ...pageDocs(
        'showPasswordReset',
        'Shows the form that requests a link and, with a valid link, the form for the new password.',
        { also: [400] }
    ),
    auth: maybeLoggedIn
};

const link = Joi.object<{ key?: string; login: string }>({
    key: Joi.string().max(200),
    login: typedLogin.default('')
}).unknown();

/** Shows the form that requests a link or, with a valid link, the form for the new password. Refuses: invalid_key. */
function resetPage(app: App): Lifecycle.Method {
    return async (request, h) => {
        const { key, login } = validated(link, request.query, { convert: false });
        if (key !== undefined) await openReset(app.store.read, { resetKey: key, login, at: app.now() });
        const form = await formFor(app, request, h);
        const { text, policy } = key === undefined ? askPage(form) : choosePage({ ...form, key, login });
        const response = h.response(text);
        return policy ? response.header('content-security-policy', policy) : response;
    };
}

const formFor = async ({ secrets, config, now }: App, request: Request, h: ResponseToolkit) => ({
    config,
    nonce: nonceFor(secrets.nonce, 'reset_password_nonce', undefined, now()),
    isLoggedIn: request.auth.isAuthenticated,
    flash: await takeFlash(request, h),
    theme: themeOf(request)
});
